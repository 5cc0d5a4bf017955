package io.sugang.enrollment.basket;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The basket of a student in a term, as it was read.
 *
 * @param revision counts the changes; 0: there is no row of it yet
 * @param items by their positions, also those of courses that the student holds
 * @param held courses that the student holds, of any term
 */
record Basket(
    StudentId studentId, long termId, long revision, List<BasketItem> items, Set<CourseId> held) {

  /** Returns the items that the student sees: a course that is held has left the basket. */
  List<BasketItem> shown() {
    return items.stream().filter(item -> !held.contains(item.courseId())).toList();
  }

  List<CourseId> shownCourses() {
    return shown().stream().map(BasketItem::courseId).toList();
  }

  /** Returns the courses that count as planned when others are judged. */
  List<CourseId> wanted() {
    return shown().stream()
        .filter(item -> item.kind() == BasketKind.WANTED)
        .map(BasketItem::courseId)
        .toList();
  }

  @Nullable BasketItem find(CourseId courseId) {
    return items.stream().filter(item -> item.courseId().equals(courseId)).findFirst().orElse(null);
  }

  /** Returns the basket with a course of a kind: at its place, and at the end if it is new. */
  Basket with(CourseId courseId, BasketKind kind) {
    List<BasketItem> changed = new ArrayList<>();
    if (find(courseId) != null) {
      for (BasketItem item : items) {
        boolean same = item.courseId().equals(courseId);
        changed.add(same ? new BasketItem(courseId, kind, item.position()) : item);
      }
    } else {
      // Numbered anew: the gaps of removed courses would add up to more than a position holds.
      for (BasketItem item : items) {
        changed.add(new BasketItem(item.courseId(), item.kind(), changed.size() + 1));
      }
      changed.add(new BasketItem(courseId, kind, changed.size() + 1));
    }
    return with(changed);
  }

  Basket without(CourseId courseId) {
    return with(items.stream().filter(item -> !item.courseId().equals(courseId)).toList());
  }

  /** Returns whether these are the courses that the student sees, in whatever order. */
  boolean hasExactly(List<CourseId> courseIds) {
    return courseIds.size() == shown().size()
        && new HashSet<>(courseIds).equals(new HashSet<>(shownCourses()));
  }

  /**
   * Returns the basket in another order. The places that the shown items have are those that they
   * get; an item that is not shown keeps its own.
   *
   * @param courseIds those that {@link #hasExactly} accepts
   */
  Basket inOrder(List<CourseId> courseIds) {
    List<BasketItem> changed = new ArrayList<>();
    int next = 0;
    int position = 1;
    // Numbered anew, so that removed courses leave no gaps for ever.
    for (BasketItem item : items) {
      BasketItem here = item;
      if (!held.contains(item.courseId())) {
        here = Objects.requireNonNull(find(courseIds.get(next++)), "one of the basket");
      }
      changed.add(new BasketItem(here.courseId(), here.kind(), position++));
    }
    return with(changed);
  }

  private Basket with(List<BasketItem> changed) {
    return new Basket(studentId, termId, revision, Collections.unmodifiableList(changed), held);
  }
}
