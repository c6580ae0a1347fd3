#include "postgres/audits/identity_audits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/risk/end_predicates.hpp"
#include "core/risk/hull_predicates.hpp"
#include "core/risk/singled_out_share.hpp"
#include "core/risk/singling_out.hpp"
#include "core/risk/value_distance.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/settings.hpp"

namespace microdata {

template <typename Values>
auto members(Values& term, const SinglingPredicate::Term* /*type*/) {
  return std::tie(term.attribute, term.values);
}
template <typename Terms>
auto members(Terms& predicate, const SinglingPredicate* /*type*/) {
  return std::tie(predicate.terms);
}

}  // namespace microdata

namespace microdata {

template <typename Shown>
auto members(Shown& shown, const NumbersShown* /*type*/) {
  return std::tie(shown.least, shown.greatest);
}
template <typename Nearest>
auto members(Nearest& nearest, const LinkAttack::Nearest* /*type*/) {
  return std::tie(nearest.distance, nearest.rows);
}
template <typename Links>
auto members(Links& links, const LinkAttack::Links* /*type*/) {
  return std::tie(links.left, links.right, links.same);
}

}  // namespace microdata

namespace microdata::postgres {

namespace {

// Largest number of the release's rows that are looked at to learn predicates, over all regions.
constexpr std::size_t most_looked_at = 1'500'000'000;

// Numbers of persons that a predicate fits; in each region at most two members are counted.
struct Fits {
  std::size_t members = 0;
  std::size_t outsiders = 0;
  std::size_t members_of_naive = 0;

  void add(const Fits& region) {
    members += region.members;
    outsiders += region.outsiders;
    members_of_naive += region.members_of_naive;
  }
};
template <typename Counts>
auto members(Counts& fits, const Fits* /*type*/) {
  return std::tie(fits.members, fits.outsiders, fits.members_of_naive);
}

// Fits of the predicates of several attributes that were learned in one region.
struct OfRegion {
  std::vector<Fits> fits;
  std::size_t starts = 0;
  bool from_alone = false;
};
template <typename Learned>
auto members(Learned& region, const OfRegion* /*type*/) {
  return std::tie(region.fits, region.starts, region.from_alone);
}

struct Persons {
  std::size_t members = 0;
  std::size_t outsiders = 0;
};
template <typename Counts>
auto members(Counts& persons, const Persons* /*type*/) {
  return std::tie(persons.members, persons.outsiders);
}

// Basis from which predicates of one attribute are learned.
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
  void add(const Univariate& region) {
    learned.add(region.learned);
    domains.resize(region.domains.size());
    for (std::size_t a = 0; a < domains.size(); ++a)
      domains[a].add(region.domains[a]);
    rows += region.rows;
  }
};
template <typename Learned>
auto members(Learned& univariate, const Univariate* /*type*/) {
  return std::tie(univariate.learned, univariate.domains, univariate.rows);
}

// Predicates of one attribute that were learned from all regions, and the naive predicates of this
// kind.
struct Predicates {
  std::vector<SinglingPredicate> learned;
  std::vector<SinglingPredicate> naive;
};
template <typename Both>
auto members(Both& predicates, const Predicates* /*type*/) {
  return std::tie(predicates.learned, predicates.naive);
}

// Numbers of persons that a hull predicate fits, and the probability that the predicate fits one
// person alone.
struct RankedFits {
  Fits fits;
  double chance = 0;
};
template <typename Ranked>
auto members(Ranked& ranked, const RankedFits* /*type*/) {
  return std::tie(ranked.fits, ranked.chance);
}

// Adds the fits of a region, and keeps the `most` best.
void add_best(std::vector<RankedFits>& all, const std::vector<RankedFits>& region,
              std::size_t most) {
  all.insert(all.end(), region.begin(), region.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const RankedFits& a, const RankedFits& b) { return a.chance > b.chance; });
  if (all.size() > most) all.resize(most);
}

// Answer of a region, with the fits of predicates of one attribute, and of the region's own
// predicates of several attributes.
struct Judged {
  Persons persons;
  std::vector<Fits> of_learned;
  OfRegion of_region;
  std::vector<RankedFits> of_hulls;
  std::vector<RankedFits> of_pairs;
  std::vector<RankedFits> of_taken_ends;
  std::vector<RankedFits> of_drawn_ends;
};
template <typename Region>
auto members(Region& judged, const Judged* /*type*/) {
  return std::tie(judged.persons, judged.of_learned, judged.of_region, judged.of_hulls,
                  judged.of_pairs, judged.of_taken_ends, judged.of_drawn_ends);
}

// Answers of all regions.
struct AllJudged {
  Persons persons;
  std::vector<Fits> of_learned;
  std::vector<OfRegion> of_regions;
  std::vector<RankedFits> of_hulls;
  std::vector<RankedFits> of_pairs;
  std::vector<RankedFits> of_taken_ends;
  std::vector<RankedFits> of_drawn_ends;

  void add(Judged region, std::size_t attacks) {
    persons.members += region.persons.members;
    persons.outsiders += region.persons.outsiders;
    of_learned.resize(region.of_learned.size());
    for (std::size_t i = 0; i < of_learned.size(); ++i)
      of_learned[i].add(region.of_learned[i]);
    of_regions.push_back(std::move(region.of_region));
    add_best(of_hulls, region.of_hulls, attacks);
    add_best(of_pairs, region.of_pairs, attacks);
    add_best(of_taken_ends, region.of_taken_ends, attacks);
    add_best(of_drawn_ends, region.of_drawn_ends, attacks);
  }
};

class Judge {
 public:
  Judge(const ReleasedTable& released, const Progress& progress)
      : progress_(progress), members_(released.table, released.source, progress) {
    if (released.outsiders) outsiders_.emplace(released.table, *released.outsiders, progress);
  }

  // Adds the numbers of persons that each of the predicates fits.
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

// Returns the fits of the wanted number of the regions' predicates. Each region contributes in
// proportion to the places that its predicates can be drawn from. If some region has rows that are
// alone, only such regions contribute. Fits of a region are in random order.
std::vector<Fits> choose(const std::vector<OfRegion>& regions, std::size_t wanted) {
  const bool alone = std::any_of(regions.begin(), regions.end(),
                                 [](const OfRegion& region) { return region.from_alone; });
  std::vector<const OfRegion*> from;
  for (const OfRegion& region : regions) {
    if (region.from_alone == alone && !region.fits.empty()) from.push_back(&region);
  }
  // Regions with the fewest predicates for their places come first, so that other regions supply
  // what they lack.
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

std::vector<Fits> fits_of(const std::vector<RankedFits>& ranked) {
  std::vector<Fits> fits;
  for (const RankedFits& one : ranked)
    fits.push_back(one.fits);
  return fits;
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

Predicates learned_of_one(const Univariate& univariate, std::size_t attacks, Random& random) {
  Predicates predicates{univariate.learned.predicates(attacks, random), {}};
  predicates.naive =
      naive_predicates(univariate.domains, univariate.rows, predicates.learned, random);
  return predicates;
}

// Judges the predicates in the region that was entered.
Judged judge_region(const ReleasedTable& released, const Predicates& of_one, std::size_t attacks,
                    std::size_t looked_at, Random& random, const Progress& progress) {
  Judged judged;
  judged.persons.members = released.source.persons;
  if (released.outsiders) judged.persons.outsiders = released.outsiders->persons;
  progress.phase("learn predicates");
  const LearnedPredicates several =
      learn_multivariate(released.table, attacks, random, progress, looked_at);
  progress.phase("judge predicates");
  const Judge judge(released, progress);
  judged.of_learned.resize(of_one.learned.size());
  judge.count(of_one.learned, of_one.naive, judged.of_learned);
  judged.of_region = {{}, several.starts, several.from_alone};
  judged.of_region.fits.resize(several.predicates.size());
  judge.count(several.predicates, naive_predicates(released.table, several.predicates, random),
              judged.of_region.fits);
  const std::size_t most_entries = looked_at / (most_looked_at / most_hull_entries);
  const HullPredicates hulls =
      hull_predicates(released.table, attacks, random, progress, most_entries);
  const auto ranked = [&](const std::vector<HullPredicate>& found) {
    std::vector<SinglingPredicate> predicates;
    for (const HullPredicate& one : found)
      predicates.push_back(one.predicate);
    std::vector<Fits> fits(found.size());
    judge.count(predicates, naive_predicates(released.table, predicates, random), fits);
    std::vector<RankedFits> result;
    for (std::size_t i = 0; i < found.size(); ++i)
      result.push_back({fits[i], found[i].chance()});
    return result;
  };
  judged.of_hulls = ranked(hulls.of_pieces);
  judged.of_pairs = ranked(hulls.of_pairs);
  const auto ranked_ends = [&](EndBelief belief) {
    return ranked(end_predicates(released.table, belief, attacks, random, progress, most_entries));
  };
  judged.of_taken_ends = ranked_ends(EndBelief::taken);
  judged.of_drawn_ends = ranked_ends(EndBelief::drawn);
  return judged;
}

std::size_t looked_at_in_region(const Release& release) {
  return most_looked_at / released_regions(release)->tree.regions();
}

// Returns the attributes and types of the source, and no person.
SourceTuples nobody_of(const Release& release, const Progress& progress) {
  return TuplesInDrawing(open_source(*release.source), attributes_in_source(release))
      .finish(progress);
}

AllJudged judge_on_workers(const Release& release, std::size_t attacks,
                           const std::optional<Oid>& outsiders, const LoopOptions& options,
                           Random& random, const Progress& progress) {
  RegionLoop loop(release, released_regions(release).value(), options);
  double values = 0;
  for (const GlobalValues& known : loop.all_globals())
    values += static_cast<double>(known.values.size());
  WorkerRegions workers(release, loop, {.outsiders = outsiders});
  progress.phase("learn predicates");
  constexpr double of_value = 30;
  Univariate univariate;
  workers.ask("values alone", {}, of_value * values,
              [&](std::string answer) { univariate.add(unpack<Univariate>(std::move(answer))); });
  const Predicates of_one = learned_of_one(univariate, attacks, random);
  progress.phase("judge predicates");
  constexpr double of_predicate = 24;
  AllJudged all;
  workers.ask("fits", pack(of_one, attacks, looked_at_in_region(release), random.next()),
              of_predicate * static_cast<double>(of_one.learned.size() + attacks),
              [&](std::string answer) { all.add(unpack<Judged>(std::move(answer)), attacks); });
  workers.finish();
  return all;
}

AllJudged judge_by_regions(const Release& release, ReadReleasedTable* read, std::size_t attacks,
                           const std::optional<Oid>& outsiders, const LoopOptions& options,
                           Random& random, const Progress& progress) {
  const SourceTuples nobody = nobody_of(release, progress);
  Univariate univariate;
  for_each_published_region(release, options, [&] {
    univariate.add(read(release, {.tuples = &nobody}, progress).table, progress);
  });
  const Predicates of_one = learned_of_one(univariate, attacks, random);
  AllJudged all;
  for_each_region(
      release,
      [&](std::uint32_t /*region*/) {
        all.add(judge_region(read(release, {.outsiders = outsiders}, progress), of_one, attacks,
                             looked_at_in_region(release), random, progress),
                attacks);
      },
      options);
  return all;
}

}  // namespace

SingledOut worse_of(const SingledOut& one, const SingledOut& other) {
  const auto risk = [](const SingledOut& found) {
    if (found.control) return attack_risk(found.attack, *found.control).risk;
    return static_cast<double>(found.attack.successes) /
           static_cast<double>(std::max<std::size_t>(found.attack.attacks, 1));
  };
  return risk(other) > risk(one) ? other : one;
}

std::map<std::string, SingledOut> single_out_by_regions(const Release& release,
                                                        ReadReleasedTable* read,
                                                        std::size_t attacks,
                                                        const std::optional<Oid>& outsiders,
                                                        Random& random, const Progress& progress) {
  LoopOptions options = knowing_values_of_source(release, true, true);
  if (outsiders) options.like_source = {*outsiders};
  const AllJudged all =
      is_audited_on_workers(release, RowsOfSource::read)
          ? judge_on_workers(release, attacks, outsiders, options, random, progress)
          : judge_by_regions(release, read, attacks, outsiders, options, random, progress);
  return {
      {"univariate", judged(all.of_learned, all.persons, outsiders.has_value())},
      {"multivariate", judged(choose(all.of_regions, attacks), all.persons, outsiders.has_value())},
      {"hull", judged(fits_of(all.of_hulls), all.persons, outsiders.has_value())},
      {"hull pair", judged(fits_of(all.of_pairs), all.persons, outsiders.has_value())},
      {"hull end",
       worse_of(judged(fits_of(all.of_taken_ends), all.persons, outsiders.has_value()),
                judged(fits_of(all.of_drawn_ends), all.persons, outsiders.has_value()))}};
}

std::string answer_values_alone(const AskedPart& asked, const Progress& progress) {
  const SourceTuples nobody = nobody_of(asked.release, progress);
  Univariate univariate;
  univariate.add(require(asked.operations.released_table, asked.release.relations.front())(
                     asked.release, {.tuples = &nobody}, progress)
                     .table,
                 progress);
  return pack(univariate);
}

std::string answer_fits(const AskedPart& asked, const Progress& progress) {
  Predicates of_one;
  std::size_t attacks = 0;
  std::size_t looked_at = 0;
  std::uint64_t seed = 0;
  Unpacking request = unpacking(asked.request);
  request.take(of_one, attacks, looked_at, seed);
  request.finish();
  const ReleasedTable released =
      require(asked.operations.released_table, asked.release.relations.front())(
          asked.release, {.outsiders = asked.outsiders}, progress);
  if (of_one.naive.size() != of_one.learned.size()) fail_packed();
  for (const std::vector<SinglingPredicate>* some : {&of_one.learned, &of_one.naive}) {
    for (const SinglingPredicate& predicate : *some) {
      if (predicate.terms.empty()) fail_packed();
      for (const SinglingPredicate::Term& term : predicate.terms) {
        if (term.attribute >= released.table.attributes.size()) fail_packed();
        // Another region can have values that this one lacks.
        check_set(term.values, std::numeric_limits<Code>::max());
      }
    }
  }
  Random random = asked.random(seed);
  return pack(judge_region(released, of_one, attacks, looked_at, random, progress));
}

namespace {

// Attributes of one region or several, with the numbers that each shows.
struct ShownByRegions {
  std::vector<std::string> names;
  std::vector<NumbersShown> numbers;

  void add(const ShownByRegions& region) {
    names = region.names;
    numbers.resize(region.numbers.size());
    for (std::size_t a = 0; a < numbers.size(); ++a)
      numbers[a].add(region.numbers[a]);
  }
  std::vector<double> extents() const {
    std::vector<double> extents;
    for (const NumbersShown& shown : numbers)
      extents.push_back(shown.extent());
    return extents;
  }
};
template <typename Shown>
auto members(Shown& shown, const ShownByRegions* /*type*/) {
  return std::tie(shown.names, shown.numbers);
}

ShownByRegions shown_in(const ReleasedTable& released) {
  ShownByRegions shown{released.names, {}};
  for (const PublishedTable::Attribute& attribute : released.table.attributes)
    shown.numbers.push_back(numbers_shown(attribute));
  return shown;
}

// Returns the links in the region that was entered. `extents` are those of all regions.
LinkedPersons link_in_region(ReleasedTable released, const LinkedSides& sides,
                             const std::vector<double>& extents, const Progress& progress) {
  for (std::size_t a = 0; a < extents.size(); ++a)
    released.table.attributes[a].extent = extents[a];
  progress.phase("link");
  const LinkAttack attack(released.table, sides.left, sides.right, progress);
  const std::vector<Row> all = numbers_from(0, released.source.persons);
  return {find_links(attack, released.source, all, max_threads(), progress), 0,
          released.table.rows()};
}

void add_region(LinkedPersons& linked, LinkedPersons region) {
  linked.rows += region.rows;
  if (linked.links.empty()) {
    linked.links = std::move(region.links);
    return;
  }
  for (std::size_t i = 0; i < region.links.size(); ++i)
    linked.links.at(i).add_region(region.links[i]);
}

LinkedPersons link_on_workers(const Release& release, const LinkRequest& request,
                              const ChooseSides& choose, Random& random, const Progress& progress) {
  const DrawnPersons persons =
      sample_persons(release, request.outsiders, request.attacks, random, progress);
  RegionLoop loop(release, released_regions(release).value(),
                  knowing_values_of_source(release, false, true));
  WorkerRegions workers(release, loop, {.source = RowsOfSource::left});
  const PackedPersons packed = packed_persons(persons, progress);
  ShownByRegions shown;
  progress.phase("link");
  constexpr double of_attribute = 100;
  workers.ask("numbers", pack(packed),
              of_attribute * static_cast<double>(release.attributes.size()),
              [&](std::string answer) { shown.add(unpack<ShownByRegions>(std::move(answer))); });
  LinkedPersons linked;
  linked.members = persons.members;
  constexpr double of_person = 32;
  workers.ask("links", pack(packed, choose(shown.names), shown.extents()),
              of_person * static_cast<double>(persons.tuples.count()), [&](std::string answer) {
                add_region(linked, unpack<LinkedPersons>(std::move(answer)));
              });
  workers.finish();
  return linked;
}

}  // namespace

LinkedPersons link_by_regions(const Release& release, ReadReleasedTable* read,
                              const LinkRequest& request, const ChooseSides& choose, Random& random,
                              const Progress& progress) {
  if (is_audited_on_workers(release, RowsOfSource::left))
    return link_on_workers(release, request, choose, random, progress);
  const DrawnPersons persons =
      draw_persons(release, request.outsiders, request.attacks, random, progress);
  const LoopOptions options = knowing_values_of_source(release, false, true);
  const auto read_region = [&] { return read(release, {.tuples = &persons.tuples}, progress); };
  ShownByRegions shown;
  for_each_published_region(release, options, [&] { shown.add(shown_in(read_region())); });
  LinkedPersons linked;
  linked.members = persons.members;
  const LinkedSides sides = choose(shown.names);
  for_each_published_region(release, options, [&] {
    add_region(linked, link_in_region(read_region(), sides, shown.extents(), progress));
  });
  return linked;
}

namespace {

ReleasedTable read_asked(const AskedPart& asked, const PackedPersons& packed,
                         const Progress& progress) {
  const DrawnPersons persons =
      unpacked_persons(packed, open_source(*asked.release.source), progress);
  return require(asked.operations.released_table, asked.release.relations.front())(
      asked.release, {.tuples = &persons.tuples}, progress);
}

}  // namespace

std::string answer_numbers_shown(const AskedPart& asked, const Progress& progress) {
  return pack(shown_in(read_asked(asked, unpack_request<PackedPersons>(asked.request), progress)));
}

std::string answer_links(const AskedPart& asked, const Progress& progress) {
  PackedPersons packed;
  LinkedSides sides;
  std::vector<double> extents;
  Unpacking request = unpacking(asked.request);
  request.take(packed, sides, extents);
  request.finish();
  ReleasedTable released = read_asked(asked, packed, progress);
  const std::size_t attributes = released.names.size();
  if (extents.size() != attributes || sides.left.empty() || sides.right.empty()) fail_packed();
  for (const std::vector<std::size_t>* side : {&sides.left, &sides.right}) {
    for (const std::size_t attribute : *side) {
      if (attribute >= attributes) fail_packed();
    }
  }
  return pack(link_in_region(std::move(released), sides, extents, progress));
}

}  // namespace microdata::postgres
