#include "postgres/audits/identity_audits.hpp"

#include <algorithm>
#include <cmath>
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
#include "postgres/inspection/subject_relations.hpp"
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
  // Predicates about one set of a person's rows, which have codes of their own in each region.
  OfRegion of_sets;
  OfRegion of_region;
  std::vector<RankedFits> of_hulls;
  std::vector<RankedFits> of_pairs;
  std::vector<RankedFits> of_taken_ends;
  std::vector<RankedFits> of_drawn_ends;
};
template <typename Region>
auto members(Region& judged, const Judged* /*type*/) {
  return std::tie(judged.persons, judged.of_learned, judged.of_sets, judged.of_region,
                  judged.of_hulls, judged.of_pairs, judged.of_taken_ends, judged.of_drawn_ends);
}

// Answers of all regions.
struct AllJudged {
  Persons persons;
  std::vector<Fits> of_learned;
  std::vector<OfRegion> of_sets;
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
    of_sets.push_back(std::move(region.of_sets));
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

// At most `attacks` predicates of one attribute, and the number of all.
struct LearnedOfOne {
  Predicates predicates;
  std::size_t all = 0;
};

LearnedOfOne learned_of_one(const Univariate& univariate, std::size_t attacks, Random& random) {
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  LearnedOfOne found{{univariate.learned.predicates(any, random), {}}, 0};
  std::vector<SinglingPredicate>& learned = found.predicates.learned;
  found.all = learned.size();
  if (learned.size() > attacks) learned.resize(attacks);
  found.predicates.naive = naive_predicates(univariate.domains, univariate.rows, learned, random);
  return found;
}

// Returns the fits of at most `attacks` predicates about one attribute of persons or about one set,
// of which there are as many as regions found. All predicates are equally likely.
std::vector<Fits> choose_of_one(std::vector<Fits> learned, std::size_t all_learned,
                                const std::vector<OfRegion>& sets, std::size_t attacks) {
  double of_sets = 0;
  for (const OfRegion& region : sets)
    of_sets += static_cast<double>(region.starts);
  if (of_sets == 0) return learned;
  const double all = of_sets + static_cast<double>(all_learned);
  const double share = std::min(1.0, static_cast<double>(attacks) / all);
  const auto chosen_sets = static_cast<std::size_t>(std::lround(share * of_sets));
  learned.resize(std::min(learned.size(), attacks - std::min(attacks, chosen_sets)));
  const std::vector<Fits> chosen = choose(sets, chosen_sets);
  learned.insert(learned.end(), chosen.begin(), chosen.end());
  return learned;
}

// Predicates of one attribute that are judged. In a region at most `attacks` predicates of several
// attributes are learned from `looked_at` rows.
struct FitsRequest {
  Predicates of_one;
  std::size_t attacks = 0;
  std::size_t looked_at = 0;
};
template <typename Request>
auto members(Request& request, const FitsRequest* /*type*/) {
  return std::tie(request.of_one, request.attacks, request.looked_at);
}

void check_predicates(const Predicates& predicates, std::size_t attributes) {
  if (predicates.naive.size() != predicates.learned.size()) fail_packed();
  for (const std::vector<SinglingPredicate>* some : {&predicates.learned, &predicates.naive}) {
    for (const SinglingPredicate& predicate : *some) {
      if (predicate.terms.empty()) fail_packed();
      for (const SinglingPredicate::Term& term : predicate.terms) {
        if (term.attribute >= attributes) fail_packed();
        // Another region can have values that this one lacks.
        check_set(term.values, std::numeric_limits<Code>::max());
      }
    }
  }
}

ReleasedTable read_part(const AskedPart& part, const ReadScope& beside, const Progress& progress) {
  return part.operation(&LayoutOperations::released_table)(part.release, beside, progress);
}

// Reads the table of rows or, with persons' sets of rows as attributes, of persons.
ReleasedTable read_singled(const AskedPart& part, const ReadScope& beside,
                           const Progress& progress) {
  if (!is_of_subjects(part.release)) return read_part(part, beside, progress);
  ShownRelease shown = read_shown_subjects(part.release, beside, progress);
  return {std::move(shown.tables.front().table),
          {},
          {},
          std::move(shown.source),
          std::move(shown.outsiders)};
}

bool is_set(const PublishedTable::Attribute& attribute) {
  return !attribute.asks.empty();
}

// Returns at most `most` predicates about one set, and the number of all.
LearnedPredicates learn_sets(const PublishedTable& table, std::size_t most, Random& random,
                             const Progress& progress) {
  LearnedPredicates learned;
  if (std::none_of(table.attributes.begin(), table.attributes.end(), is_set)) return learned;
  learned.predicates =
      univariate_predicates(table, std::numeric_limits<std::size_t>::max(), random, progress);
  std::erase_if(learned.predicates, [&](const SinglingPredicate& predicate) {
    return !is_set(table.attributes[predicate.terms.front().attribute]);
  });
  learned.starts = learned.predicates.size();
  if (learned.starts > most) learned.predicates.resize(most);
  return learned;
}

// Judges the predicates in the region that was entered.
Judged judge_region(const AskedPart& part, const FitsRequest& request, const Progress& progress) {
  const ReleasedTable released = read_singled(part, {.outsiders = part.outsiders}, progress);
  const Predicates& of_one = request.of_one;
  const std::size_t attacks = request.attacks;
  check_predicates(of_one, released.table.attributes.size());
  Random& random = *part.random;
  Judged judged;
  judged.persons.members = released.source.persons;
  if (released.outsiders) judged.persons.outsiders = released.outsiders->persons;
  progress.phase("learn predicates");
  const LearnedPredicates several =
      learn_multivariate(released.table, attacks, random, progress, request.looked_at);
  progress.phase("judge predicates");
  const Judge judge(released, progress);
  judged.of_learned.resize(of_one.learned.size());
  judge.count(of_one.learned, of_one.naive, judged.of_learned);
  const auto judge_learned = [&](const LearnedPredicates& learned) {
    if (learned.predicates.empty()) return OfRegion{{}, learned.starts, learned.from_alone};
    OfRegion of_region{std::vector<Fits>(learned.predicates.size()), learned.starts,
                       learned.from_alone};
    judge.count(learned.predicates, naive_predicates(released.table, learned.predicates, random),
                of_region.fits);
    return of_region;
  };
  judged.of_region = judge_learned(several);
  judged.of_sets = judge_learned(learn_sets(released.table, attacks, random, progress));
  const std::size_t most_entries = request.looked_at / (most_looked_at / most_hull_entries);
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

// Returns what predicates of one attribute are learned from in the region that was entered.
Univariate values_alone(const AskedPart& part, const NoRequest& /*request*/,
                        const Progress& progress) {
  // The source has the attributes and types, and no person of it is read.
  const SourceTuples nobody =
      TuplesInDrawing(open_source(*part.release.source), attributes_in_source(part.release))
          .finish(progress);
  PublishedTable table = read_singled(part, {.tuples = &nobody}, progress).table;
  std::erase_if(table.attributes, is_set);
  Univariate univariate;
  univariate.add(table, progress);
  return univariate;
}

constexpr PartTask<NoRequest, Univariate> values_alone_task{.name = "values alone",
                                                            .phase = "learn predicates",
                                                            .run = values_alone,
                                                            .published_only = true};
constexpr PartTask<FitsRequest, Judged> fits_task{
    .name = "fits", .phase = "judge predicates", .run = judge_region};

}  // namespace

SingledOut worse_of(const SingledOut& one, const SingledOut& other) {
  const auto risk = [](const SingledOut& found) {
    if (found.control) return attack_risk(found.attack, *found.control).risk;
    return static_cast<double>(found.attack.successes) /
           static_cast<double>(std::max<std::size_t>(found.attack.attacks, 1));
  };
  return risk(other) > risk(one) ? other : one;
}

const PartQuestion values_alone_question = question_of<values_alone_task>;
const PartQuestion fits_question = question_of<fits_task>;

std::map<std::string, SingledOut> single_out_by_regions(const Release& release, Division division,
                                                        std::size_t attacks,
                                                        const std::optional<Oid>& outsiders,
                                                        Random& random, const Progress& progress) {
  LoopOptions options = knowing_values_of_source(release, true, true);
  options.outsiders = outsiders;
  AskedParts parts(release, division, {.options = std::move(options)}, progress);
  double values = 0;
  for (const GlobalValues& known : parts.loop().all_globals())
    values += static_cast<double>(known.values.size());
  constexpr double of_value = 30;
  Univariate univariate;
  parts.ask(values_alone_task, NoRequest(), nullptr, of_value * values,
            [&](const Univariate& region) { univariate.add(region); });
  LearnedOfOne of_one = learned_of_one(univariate, attacks, random);
  const FitsRequest request{std::move(of_one.predicates), attacks,
                            most_looked_at / parts.loop().regions()};
  constexpr double of_predicate = 24;
  AllJudged all;
  parts.ask(fits_task, request, &random,
            of_predicate * static_cast<double>(request.of_one.learned.size() + attacks),
            [&](Judged region) { all.add(std::move(region), attacks); });
  parts.finish();
  const std::vector<Fits> of_attributes =
      choose_of_one(std::move(all.of_learned), of_one.all, all.of_sets, attacks);
  return {
      {"univariate", judged(of_attributes, all.persons, outsiders.has_value())},
      {"multivariate", judged(choose(all.of_regions, attacks), all.persons, outsiders.has_value())},
      {"hull", judged(fits_of(all.of_hulls), all.persons, outsiders.has_value())},
      {"hull pair", judged(fits_of(all.of_pairs), all.persons, outsiders.has_value())},
      {"hull end",
       worse_of(judged(fits_of(all.of_taken_ends), all.persons, outsiders.has_value()),
                judged(fits_of(all.of_drawn_ends), all.persons, outsiders.has_value()))}};
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

ReleasedTable read_with_persons(const AskedPart& part, const Progress& progress) {
  const DrawnPersons& persons = part.require_persons();
  return read_part(part, {.tuples = &persons.tuples, .person_of_tuple = persons.person_of},
                   progress);
}

ShownByRegions numbers_in_region(const AskedPart& part, const NoRequest& /*request*/,
                                 const Progress& progress) {
  const ReleasedTable released = read_with_persons(part, progress);
  ShownByRegions shown{released.names, {}};
  for (const PublishedTable::Attribute& attribute : released.table.attributes)
    shown.numbers.push_back(numbers_shown(attribute));
  return shown;
}

// The attributes to link, and the extents of attributes in all regions.
struct LinksRequest {
  LinkedSides sides;
  std::vector<double> extents;
};
template <typename Request>
auto members(Request& request, const LinksRequest* /*type*/) {
  return std::tie(request.sides, request.extents);
}

// Returns the links in the region that was entered.
LinkedPersons link_in_region(const AskedPart& part, const LinksRequest& request,
                             const Progress& progress) {
  ReleasedTable released = read_with_persons(part, progress);
  const LinkedSides& sides = request.sides;
  const std::vector<double>& extents = request.extents;
  const std::size_t attributes = released.names.size();
  if (extents.size() != attributes || sides.left.empty() || sides.right.empty()) fail_packed();
  for (const std::vector<std::size_t>* side : {&sides.left, &sides.right}) {
    for (const std::size_t attribute : *side) {
      if (attribute >= attributes) fail_packed();
    }
  }
  for (std::size_t a = 0; a < extents.size(); ++a)
    released.table.attributes[a].extent = extents[a];
  progress.phase("link");
  const LinkAttack attack(released.table, sides.left, sides.right, progress);
  const std::vector<Row> all = numbers_from(0, released.source.persons);
  return {find_links(attack, released.source, all, max_threads(), progress), 0,
          released.table.rows()};
}

constexpr PartTask<NoRequest, ShownByRegions> numbers_task{
    .name = "numbers", .phase = "link", .run = numbers_in_region, .published_only = true};
constexpr PartTask<LinksRequest, LinkedPersons> links_task{
    .name = "links", .phase = "link", .run = link_in_region, .published_only = true};

void add_region(LinkedPersons& linked, LinkedPersons region) {
  linked.rows += region.rows;
  if (linked.links.empty()) {
    linked.links = std::move(region.links);
    return;
  }
  for (std::size_t i = 0; i < region.links.size(); ++i)
    linked.links.at(i).add_region(region.links[i]);
}

}  // namespace

const PartQuestion numbers_question = question_of<numbers_task>;
const PartQuestion links_question = question_of<links_task>;

LinkedPersons link_by_regions(const Release& release, Division division, const LinkRequest& request,
                              const ChooseSides& choose, Random& random, const Progress& progress) {
  const auto draw = division == Division::on_workers ? sample_persons : draw_persons;
  const DrawnPersons persons = draw(release, request.outsiders, request.attacks, random, progress);
  AskedParts parts(release, division,
                   {.options = knowing_values_of_source(release, false, true), .persons = &persons},
                   progress);
  ShownByRegions shown;
  constexpr double of_attribute = 100;
  parts.ask(numbers_task, NoRequest(), nullptr,
            of_attribute * static_cast<double>(release.attributes.size()),
            [&](const ShownByRegions& region) { shown.add(region); });
  LinkedPersons linked;
  linked.members = persons.members;
  constexpr double of_person = 32;
  parts.ask(links_task, LinksRequest{choose(shown.names), shown.extents()}, nullptr,
            of_person * static_cast<double>(persons.persons()),
            [&](LinkedPersons region) { add_region(linked, std::move(region)); });
  parts.finish();
  return linked;
}

}  // namespace microdata::postgres
