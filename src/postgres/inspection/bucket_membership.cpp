#include "postgres/inspection/bucket_membership.hpp"

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/region_membership.hpp"
#include "postgres/inspection/release_reading.hpp"

namespace microdata::postgres {

namespace {

// Of tuples that can arise, so many are looked at one by one; where there are more, a sample.
constexpr std::size_t most_pairs = 500'000;
constexpr std::size_t sample = 20'000;

// What regions add up to, of who knows so much.
struct Sum {
  ValueChances chances = ValueChances::of_region(0);
  SidesMatched matched = {};
  ArisingTuples arising = {};

  void add(const Sum& region) {
    chances.add_region(region.chances);
    add_region(matched, region.matched);
    add_region(arising, region.arising);
  }
};
template <typename Sums>
auto members(Sums& sum, const Sum* /*type*/) {
  return std::tie(sum.chances, sum.matched, sum.arising);
}

struct Sums {
  Sum of_all;
  Sum of_known;

  void add(const Sums& region) {
    of_all.add(region.of_all);
    of_known.add(region.of_known);
  }
};
template <typename Both>
auto members(Both& sums, const Sums* /*type*/) {
  return std::tie(sums.of_all, sums.of_known);
}

// Of the region that was entered.
Sums match_in_region(const Release& release, const DrawnPersons& persons, std::size_t most_entries,
                     Random& random, const Progress& progress) {
  const PublishedBuckets published = read_published_buckets(
      release, progress, {.other_tuples = &persons.tuples}, Chances::of_region);
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  const SlicedView& view = published.view;
  const std::size_t first = published.members();
  const std::vector<Row> members = numbers_from(first, first + persons.members);
  const std::vector<Row> others = numbers_from(first + persons.members, view.tuples);
  const ValueChances alike(view.tuples);
  Sums sums;
  for (const auto& [sum, over, chances] :
       {std::tuple(&sums.of_all, MatchingBuckets::Over::whole, &*published.chances_of_all),
        std::tuple(&sums.of_known, MatchingBuckets::Over::known, &*published.chances_of_known)}) {
    progress.phase("match");
    const MatchingBuckets buckets(view, over, progress);
    sum->chances = *chances;
    sum->matched =
        match_persons(view, buckets, over, alike, members, others, most_entries, progress);
    progress.phase("count");
    sum->arising =
        count_arising_tuples(view, buckets, over, first, most_pairs, sample, random, progress);
  }
  return sums;
}

std::vector<MembershipOfKnown> judge(const DrawnPersons& persons, Sums& sums) {
  std::vector<MembershipOfKnown> result;
  for (const auto& [known, sum] :
       {std::pair("all", &sums.of_all), std::pair("quasi-identifiers", &sums.of_known)}) {
    set_lifts(sum->matched, persons.members, sum->chances);
    result.push_back(judge_known(known, sum->matched));
    result.back().arising = sum->arising;
  }
  return result;
}

constexpr MembershipByRegions<Sums> by_regions{"membership in buckets", RowsOfSource::read,
                                               match_in_region, judge};

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_buckets(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  if (auto judged = audit_membership_by_regions(by_regions, release, outsiders, random, progress))
    return *std::move(judged);
  const PublishedBuckets published = read_published_buckets(
      release, progress, {.outsiders = outsiders, .drawing = &random}, Chances::of_all);
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

std::string answer_membership_in_buckets(const AskedPart& asked, const Progress& progress) {
  return answer_membership(by_regions, asked, progress);
}

}  // namespace microdata::postgres
