package io.sugang.enrollment.basket;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.catalog.course.CourseView;
import io.sugang.enrollment.service.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A basket in the API. What there is not is left out. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Basket")
record BasketView(
    @Schema(description = "Missing where the student is registered in no such term")
        @Nullable Long termId,
    @Schema(description = "Courses that a basket may have") int most,
    @Schema(description = "In the order of the student, without courses that the student holds")
        List<ItemView> items) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "BasketItem")
  record ItemView(
      long courseId,
      BasketKind kind,
      @Schema(description = "From 1 on, without gaps") int position,
      @Schema(description = "As lists show it; missing for some seconds after it was created")
          @Nullable CourseView course,
      @Schema(
              description =
                  "All that is against the course now, by the student, the plan and the other WANTED"
                      + " courses. Windows and free seats are not among them")
          List<Reason> reasons) {}
}
