#include "postgres/inspection/subject_members.hpp"

#include <utility>

#include "core/risk/subject_membership.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/published_subjects.hpp"

namespace microdata::postgres {

std::vector<MembershipOfKnown> audit_membership_of_subjects(const Release& release,
                                                            const std::optional<Oid>& outsiders,
                                                            Random& random,
                                                            const Progress& progress) {
  const PublishedSubjects published =
      read_published_subjects(release, progress, {.outsiders = outsiders, .drawing = &random});
  const SubjectView& view = published.view;
  const DrawnSides sides = draw_sides(published.members(), view.persons.tuples, random);
  progress.phase("match");
  std::optional<ClassPersons> classes;
  if (published.classes) {
    classes = find_class_persons(view, *published.classes, ClassReach::own_stratum,
                                 most_inference_pairs, progress);
  }
  const auto match = [&](MatchingBuckets::Over over) {
    return classes ? match_subjects(view, *published.classes, *classes, over, sides.members,
                                    sides.outsiders, most_membership_entries, progress)
                   : match_subjects(view, over, sides.members, sides.outsiders,
                                    most_membership_entries, progress);
  };
  return {judge_known("all", match(MatchingBuckets::Over::whole)),
          judge_known("quasi-identifiers", match(MatchingBuckets::Over::known))};
}

}  // namespace microdata::postgres
