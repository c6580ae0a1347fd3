#include "postgres/inspection/bucket_membership.hpp"

#include <tuple>

#include "postgres/inspection/published_buckets.hpp"

namespace microdata::postgres {

std::vector<MembershipOfKnown> audit_membership_in_buckets(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  constexpr std::size_t most_pairs = 500'000;
  constexpr std::size_t sample = 20'000;
  const PublishedBuckets published = read_published_buckets(
      release, progress, {.outsiders = outsiders, .drawing = &random, .chances = true});
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  const SlicedView& view = published.view;
  const DrawnSides sides = draw_sides(published.members(), view.tuples, random);
  std::vector<MembershipOfKnown> result;
  for (const auto& [known, over, chances] :
       {std::tuple("all", MatchingBuckets::Over::whole, &*published.chances_of_all),
        std::tuple("quasi-identifiers", MatchingBuckets::Over::known,
                   &*published.chances_of_known)}) {
    progress.phase("match");
    const MatchingBuckets buckets(view, over, progress);
    const SidesMatched matched = match_persons(view, buckets, over, *chances, sides.members,
                                               sides.outsiders, most_membership_entries, progress);
    progress.phase("count");
    result.push_back(judge_known(known, matched));
    result.back().arising = count_arising_tuples(view, buckets, over, published.members(),
                                                 most_pairs, sample, random, progress);
  }
  return result;
}

}  // namespace microdata::postgres
