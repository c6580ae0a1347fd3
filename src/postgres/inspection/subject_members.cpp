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
  const std::vector<Row> members = some_of(0, published.members(), random);
  const std::vector<Row> others = some_of(published.members(), view.persons.tuples, random);
  progress.phase("match");
  std::optional<ClassPersons> classes;
  if (published.classes) {
    classes = find_class_persons(view, *published.classes, ClassReach::own_stratum,
                                 most_inference_pairs, progress);
  }
  const auto match = [&](MatchingBuckets::Over over) {
    return classes ? match_subjects(view, *published.classes, *classes, over, members, others,
                                    most_membership_entries, progress)
                   : match_subjects(view, over, members, others, most_membership_entries, progress);
  };
  std::vector<MembershipOfKnown> result;
  for (const auto& [known, over] : {std::pair("all", MatchingBuckets::Over::whole),
                                    std::pair("quasi-identifiers", MatchingBuckets::Over::known)}) {
    const SidesMatched matched = match(over);
    result.push_back({known, judge_membership(matched.members, matched.outsiders), {}});
  }
  return result;
}

}  // namespace microdata::postgres
