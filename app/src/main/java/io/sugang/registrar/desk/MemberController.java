package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.signin.StaffRole;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation on the member of the staff that is signed in. */
@Tag(name = "desk")
@RestController
class MemberController {
  private final DeskAccess access;

  MemberController(DeskAccess access) {
    this.access = access;
  }

  /** A member of the staff in the API. */
  @Schema(name = "StaffMember")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record MemberView(
      long staffId,
      String name,
      StaffRole role,
      @Schema(description = "Whose courses the role DEPARTMENT may change")
          @Nullable String department) {}

  @Operation(summary = "The member of the staff that is signed in")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = MemberView.class)))
  @DeskProblems
  @GetMapping(path = "/api/desk/me", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> member(HttpServletRequest http) {
    return access.reading(
        http,
        member ->
            ResponseEntity.ok(
                new MemberView(
                    member.staffId(), member.name(), member.role(), member.department())));
  }
}
