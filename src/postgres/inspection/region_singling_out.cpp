#include "postgres/inspection/region_singling_out.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/risk/singled_out_share.hpp"
#include "core/risk/singling_out.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/released_table.hpp"

namespace microdata::postgres {

namespace {

// Rows of the release that may be looked at while predicates are learned, over all regions.
constexpr std::size_t most_looked_at = 1'500'000'000;

// How many persons a predicate fits; of members not more than two are counted.
struct Fits {
  std::size_t members = 0;
  std::size_t outsiders = 0;
  std::size_t members_of_naive = 0;
};

// What was learned of several attributes in one region.
struct OfRegion {
  std::vector<Fits> fits;
  std::size_t starts = 0;
  bool from_alone = false;
};

struct Persons {
  std::size_t members = 0;
  std::size_t outsiders = 0;
};

// What predicates of one attribute are learned from.
struct Univariate {
  UnivariatePredicates learned;
  std::vector<PublishedDomain> domains;
  std::size_t rows = 0;

  void add(const PublishedTable& table, const Progress& progress) {
    learned.add(table, progress);
    domains.resize(table.attributes.size());
    for (std::size_t a = 0; a < domains.size(); ++a)
      domains[a].add(table.attributes[a]);
    rows += table.rows();
  }
};

class Judge {
 public:
  Judge(const ReleasedTable& released, const Progress& progress)
      : progress_(progress), members_(released.table, released.source, progress) {
    if (released.outsiders) outsiders_.emplace(released.table, *released.outsiders, progress);
  }

  // Adds to what is known of each of some predicates.
  void count(std::span<const SinglingPredicate> predicates,
             std::span<const SinglingPredicate> naive, std::span<Fits> fits) const {
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      fits[i].members += members_.count(predicates[i], 2, progress_);
      fits[i].members_of_naive += members_.count(naive[i], 2, progress_);
      if (outsiders_)
        fits[i].outsiders += outsiders_->count(predicates[i], outsiders_->persons(), progress_);
    }
  }

 private:
  const Progress& progress_;
  PredicateCounter members_;
  std::optional<PredicateCounter> outsiders_;
};

// Of the regions' predicates, as many as are wanted, from each in proportion to what they may be
// drawn from; where some region has rows that are alone, only of such. Those of a region are in
// random order.
std::vector<Fits> choose(const std::vector<OfRegion>& regions, std::size_t wanted) {
  const bool alone = std::any_of(regions.begin(), regions.end(),
                                 [](const OfRegion& region) { return region.from_alone; });
  std::vector<const OfRegion*> from;
  for (const OfRegion& region : regions) {
    if (region.from_alone == alone && !region.fits.empty()) from.push_back(&region);
  }
  // What one region does not have is left to the others.
  std::sort(from.begin(), from.end(), [](const OfRegion* a, const OfRegion* b) {
    return static_cast<double>(a->fits.size()) * static_cast<double>(b->starts) <
           static_cast<double>(b->fits.size()) * static_cast<double>(a->starts);
  });
  double starts = 0;
  for (const OfRegion* region : from)
    starts += static_cast<double>(region->starts);
  std::vector<Fits> chosen;
  for (const OfRegion* region : from) {
    const auto of_region = static_cast<double>(region->starts);
    const auto share = static_cast<std::size_t>(
        std::ceil(static_cast<double>(wanted - chosen.size()) * of_region / starts));
    starts -= of_region;
    const auto end =
        static_cast<std::ptrdiff_t>(std::min({share, region->fits.size(), wanted - chosen.size()}));
    chosen.insert(chosen.end(), region->fits.begin(), region->fits.begin() + end);
  }
  return chosen;
}

SingledOut judged(std::span<const Fits> fits, const Persons& persons, bool has_outsiders) {
  SingledOut result{{fits.size(), 0}, {fits.size(), 0}, std::nullopt};
  PredicatesByCount outsiders;
  for (const Fits& one : fits) {
    result.attack.successes += one.members == 1 ? 1 : 0;
    result.naive.successes += one.members_of_naive == 1 ? 1 : 0;
    ++outsiders[one.outsiders];
  }
  if (!has_outsiders) return result;
  const double expected = expected_singled_out(outsiders, persons.outsiders, persons.members);
  result.control = AttackOutcome{fits.size(), static_cast<std::size_t>(std::lround(expected))};
  return result;
}

}  // namespace

std::map<std::string, SingledOut> single_out_by_regions(const Release& release,
                                                        ReadReleasedTable* read,
                                                        std::size_t attacks,
                                                        const std::optional<Oid>& outsiders,
                                                        Random& random, const Progress& progress) {
  LoopOptions options = knowing_values_of_source(release, true, true);
  if (outsiders) options.like_source = {*outsiders};
  const SourceTuples nobody =
      TuplesInDrawing(open_source(*release.source), attributes_in_source(release)).finish(progress);
  Univariate univariate;
  for_each_published_region(release, options, [&] {
    univariate.add(read(release, {.tuples = &nobody}, progress).table, progress);
  });
  const std::vector<SinglingPredicate> learned = univariate.learned.predicates(attacks, random);
  const std::vector<SinglingPredicate> naive =
      naive_predicates(univariate.domains, univariate.rows, learned, random);
  std::vector<Fits> of_learned(learned.size());
  std::vector<OfRegion> of_regions;
  Persons persons;
  const std::size_t looked_at = most_looked_at / released_regions(release)->tree.regions();
  for_each_region(
      release,
      [&](std::uint32_t /*region*/) {
        const ReleasedTable released = read(release, {.outsiders = outsiders}, progress);
        persons.members += released.source.persons;
        if (released.outsiders) persons.outsiders += released.outsiders->persons;
        progress.phase("learn predicates");
        const LearnedPredicates several =
            learn_multivariate(released.table, attacks, random, progress, looked_at);
        progress.phase("judge predicates");
        const Judge judge(released, progress);
        judge.count(learned, naive, of_learned);
        OfRegion& of_region =
            of_regions.emplace_back(OfRegion{{}, several.starts, several.from_alone});
        of_region.fits.resize(several.predicates.size());
        judge.count(several.predicates,
                    naive_predicates(released.table, several.predicates, random), of_region.fits);
      },
      options);
  return {{"univariate", judged(of_learned, persons, outsiders.has_value())},
          {"multivariate", judged(choose(of_regions, attacks), persons, outsiders.has_value())}};
}

}  // namespace microdata::postgres
