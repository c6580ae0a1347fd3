#include "postgres/inspection/bucket_membership.hpp"

#include <tuple>

#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/published_buckets.hpp"

namespace microdata::postgres {

namespace {

// Of tuples that can arise, so many are looked at one by one; where there are more, a sample.
constexpr std::size_t most_pairs = 500'000;
constexpr std::size_t sample = 20'000;

// What regions add up to, of who knows so much.
struct Sum {
  const char* known;
  MatchingBuckets::Over over;
  ValueChances chances = ValueChances::of_region(0);
  SidesMatched matched = {};
  ArisingTuples arising = {};
};

std::vector<MembershipOfKnown> audit_by_regions(const Release& release,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const DrawnPersons persons =
      draw_members_and_outsiders(release, outsiders, most_membership_persons, random, progress);
  std::vector<Sum> sums{{"all", MatchingBuckets::Over::whole},
                        {"quasi-identifiers", MatchingBuckets::Over::known}};
  const ReleasedRegions regions = released_regions(release).value();
  const std::size_t most_entries = most_membership_entries / regions.tree.regions();
  const auto add = [&] {
    const PublishedBuckets published = read_published_buckets(
        release, progress, {.chances_of_region = true, .other_tuples = &persons.tuples});
    if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
    const SlicedView& view = published.view;
    const std::size_t first = published.members();
    const std::vector<Row> members = numbers_from(first, first + persons.members);
    const std::vector<Row> others = numbers_from(first + persons.members, view.tuples);
    const ValueChances alike(view.tuples);
    for (Sum& sum : sums) {
      progress.phase("match");
      const bool all = sum.over == MatchingBuckets::Over::whole;
      sum.chances.add_region(all ? *published.chances_of_all : *published.chances_of_known);
      const MatchingBuckets buckets(view, sum.over, progress);
      add_region(sum.matched, match_persons(view, buckets, sum.over, alike, members, others,
                                            most_entries, progress));
      progress.phase("count");
      add_region(sum.arising, count_arising_tuples(view, buckets, sum.over, first, most_pairs,
                                                   sample, random, progress));
    }
  };
  for_each_published_region(release, knowing_values_of_source(release, true), add);
  std::vector<MembershipOfKnown> result;
  for (Sum& sum : sums) {
    set_lifts(sum.matched, persons.members, sum.chances);
    result.push_back(judge_known(sum.known, sum.matched));
    result.back().arising = sum.arising;
  }
  return result;
}

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_buckets(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  if (must_read_by_regions(release, need_of_audit(release, "audit_membership()")))
    return audit_by_regions(release, outsiders, random, progress);
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
