#include "postgres/audits/gathered_beliefs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "core/risk/followed_persons.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

void report_unknown(Oid source, const Release& release, double lost) {
  report(WARNING,
         "persons of " + in_quotes(relation_name(source)) + " cannot be found in release " +
             in_quotes(relation_name(release.relations.front())) + " as they were when it was made",
         "It matches " + std::to_string(std::lround(100 * (1 - std::min(1.0, lost)))) +
             "% of them by their present values. Its risk with attackers that knew their earlier "
             "values is unknown.",
         "A series with a subject remembers persons: see create_series().");
}

namespace {

// A supposition about numbers of a person that grow as time passes, such as an age or years of
// service. It has the amount by which each of some attributes was less when a release was made. The
// empty supposition says that nothing has changed.
using Supposition = std::map<std::string, std::int64_t>;

constexpr std::int64_t most_years = 12;
// Largest number of attributes that are supposed in pairs; of more attributes there are too many
// pairs.
constexpr std::size_t most_in_pairs = 8;

// Returns the value less the amount, or nothing if the type has no such value.
std::optional<Datum> less_by(const AttributeType& type, Datum value, std::int64_t less) {
  if (type.projection == Projection::numeric) {
    return guarded([&] {
      const Datum by = DirectFunctionCall1(int8_numeric, Int64GetDatum(less));
      return DirectFunctionCall2(numeric_sub, value, by);
    });
  }
  if (type.projection == Projection::floating) {
    return type.length == sizeof(float)
               ? Float4GetDatum(DatumGetFloat4(value) - static_cast<float>(less))
               : Float8GetDatum(DatumGetFloat8(value) - static_cast<double>(less));
  }
  const std::int64_t number = fixed_value(value, type.length);
  switch (type.length) {
    case sizeof(std::int16_t):
      if (number < std::numeric_limits<std::int16_t>::min() + less) return std::nullopt;
      return Int16GetDatum(static_cast<std::int16_t>(number - less));
    case sizeof(std::int32_t):
      if (number < std::numeric_limits<std::int32_t>::min() + less) return std::nullopt;
      return Int32GetDatum(static_cast<std::int32_t>(number - less));
    default:
      if (number < std::numeric_limits<std::int64_t>::min() + less) return std::nullopt;
      return Int64GetDatum(number - less);
  }
}

// Returns provisional codes in `to` of the values less the amount, by code of the value. NULL, and
// a value without such a difference, keep the code in `unchanged`.
std::vector<Code> add_less(const Dictionary& from, std::span<const Code> unchanged,
                           std::int64_t less, Dictionary& to, const Progress& progress) {
  std::vector<Code> codes(unchanged.begin(), unchanged.end());
  for (Code code = 0; code < from.distinct(); ++code) {
    progress.checkpoint_at(code);
    if (from.is_null(code)) continue;
    const MemoryScope memory;
    const std::optional<Datum> value = less_by(from.type(), from.datum(code), less);
    if (value) codes[code] = to.encode(make_key(to.type(), *value));
  }
  return codes;
}

// Returns suppositions about the quasi-identifiers of a release. The first one says that nothing
// changed. Each other one says that one of these attributes, two, or all were less by the same
// number. If `on_workers`, attributes of domains are left out, because servers check the values
// that are sent to them.
std::vector<Supposition> suppositions_about(const Release& release, const SourceTuples& tuples,
                                            bool on_workers) {
  std::vector<std::string> growing;
  for (std::size_t at = 0; at < tuples.attributes().size(); ++at) {
    const AttributeType& type = tuples.values()[at].type();
    if (!is_of_numbers(type.projection) || (on_workers && type.declared != type.base)) continue;
    const bool is_known = std::any_of(
        release.attributes.begin(), release.attributes.end(), [&](const ReleaseAttribute& a) {
          return a.source_name == tuples.attributes()[at] && a.role == Role::quasi_identifier;
        });
    if (is_known) growing.push_back(tuples.attributes()[at]);
  }
  std::vector<Supposition> suppositions{{}};
  for (std::int64_t years = 1; years <= most_years; ++years) {
    for (std::size_t i = 0; i < growing.size(); ++i) {
      suppositions.push_back({{growing[i], years}});
      for (std::size_t j = i + 1; j < growing.size() && growing.size() <= most_in_pairs; ++j)
        suppositions.push_back({{growing[i], years}, {growing[j], years}});
    }
    if (growing.size() < 3) continue;
    Supposition& all = suppositions.emplace_back();
    for (const std::string& attribute : growing)
      all[attribute] = years;
  }
  return suppositions;
}

// Returns the first persons as they were then, with a tuple for each supposition about each person.
SourceTuples supposed_tuples(const SourceTuples& tuples, std::size_t persons,
                             std::span<const Supposition> suppositions, const Progress& progress) {
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;
  for (std::size_t at = 0; at < tuples.attributes().size(); ++at) {
    const Dictionary& values = tuples.values()[at];
    Dictionary& dictionary = dictionaries.emplace_back(values.type());
    std::map<std::int64_t, std::vector<Code>> codes_by;
    const std::vector<Code>& unchanged = codes_by[0] = values.add_to(dictionary);
    std::vector<const std::vector<Code>*> codes_of;
    for (const Supposition& supposition : suppositions) {
      const auto found = supposition.find(tuples.attributes()[at]);
      const std::int64_t less = found == supposition.end() ? 0 : found->second;
      if (!codes_by.contains(less))
        codes_by[less] = add_less(values, unchanged, less, dictionary, progress);
      codes_of.push_back(&codes_by[less]);
    }
    std::vector<Code>& supposed = codes.emplace_back();
    supposed.reserve(persons * suppositions.size());
    for (std::size_t person = 0; person < persons; ++person) {
      progress.checkpoint_at(person);
      for (const std::vector<Code>* of_supposition : codes_of)
        supposed.push_back((*of_supposition)[tuples.codes()[at][person]]);
    }
  }
  return {tuples.attributes(), std::move(dictionaries), std::move(codes), progress};
}

// Returns a supposition in words, such as `"age" less 1`.
std::string supposition_text(const Supposition& supposition) {
  std::string text;
  for (const auto& [attribute, less] : supposition)
    text += (text.empty() ? "" : " and ") + in_quotes(attribute) + " less " + std::to_string(less);
  return text.empty() ? "all as it is now" : text;
}

std::vector<std::string> attributes_of(const HeldReleases& held) {
  std::vector<std::string> names;
  for (const HeldRelease& one : held.releases) {
    for (const ReleaseAttribute& attribute : one.release.attributes) {
      // Reading the release reports an attribute that is gone.
      if (!attribute.source_name.empty()) names.push_back(attribute.source_name);
    }
  }
  for (const RememberedSeries& series : held.remembered)
    names.push_back(series.sensitive);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// Tuples of all rows of a relation, or of a random selection.
struct RowsRead {
  SourceTuples tuples;
  // Number of rows of the relation.
  double rows;
};

// Returns at most most_composition_persons random rows of a relation. `source` has the columns'
// types, which are those of the relation.
RowsRead read_some(const Source& source, const Source& relation,
                   const std::vector<std::string>& attributes, const HeldReleases& held,
                   Random& random, const Progress& progress) {
  if (held.sampled) {
    SourceTuples tuples =
        sample_tuples(source, relation, attributes, most_composition_persons, random, progress);
    auto rows = static_cast<double>(tuples.count());
    if (tuples.count() == most_composition_persons) {
      const std::string count =
          "SELECT pg_catalog.count(*) FROM " + qualified_name(relation.relation);
      rows = std::stod(*query_rows(count).front().front());
    }
    return {std::move(tuples), rows};
  }
  if (held.regions != nullptr) {
    TuplesInDrawing drawing(source, attributes);
    double all = 0;
    const auto draw = [&](Row rows) {
      all = rows;
      return whole_rows(attributes.size(), rows, most_composition_persons, random);
    };
    drawing.take(*held.regions, relation.relation, draw, progress);
    return {std::move(drawing).finish(progress), all};
  }
  SourceTuples tuples(relation, attributes, progress);
  const auto rows = static_cast<double>(tuples.count());
  std::vector<Row> persons = in_random_order(tuples.count(), random);
  persons.resize(std::min(persons.size(), most_composition_persons));
  tuples.keep(persons);
  return {std::move(tuples), rows};
}

// Persons of the source, and outsiders, as they were read.
struct PersonsRead {
  SourceTuples tuples;
  std::optional<SourceTuples> outsiders;
  // Number of rows of the source.
  double rows;

  double drawn() const { return static_cast<double>(tuples.count()) / std::max(1.0, rows); }
};

// Persons as they are looked for in a release, with a tuple for each supposition about each person.
struct LookedFor {
  const SourceTuples& tuples;
  const SourceTuples* outsiders;
  std::size_t suppositions;
  double drawn;

  ReadScope beside() const { return {.tuples = &tuples, .other_tuples = outsiders}; }
};

PersonsRead read_persons(const HeldReleases& held, const Source& source,
                         const std::optional<Oid>& outsiders, Random& random,
                         const Progress& progress) {
  progress.phase("read");
  const std::vector<std::string> attributes = attributes_of(held);
  std::vector<std::string> with_subjects = attributes;
  for (const auto* all : {&held.remembered, &held.memories}) {
    for (const RememberedSeries& series : *all)
      with_subjects.insert(with_subjects.end(), series.subject.begin(), series.subject.end());
  }
  std::sort(with_subjects.begin(), with_subjects.end());
  with_subjects.erase(std::unique(with_subjects.begin(), with_subjects.end()), with_subjects.end());
  RowsRead of_source = read_some(source, source, with_subjects, held, random, progress);
  PersonsRead read{std::move(of_source.tuples), std::nullopt, of_source.rows};
  if (!outsiders) return read;
  const Source others = open_source(*outsiders);
  for (const std::string& attribute : attributes)
    check_outsiders(others, attribute, require_column(source, attribute).type);
  read.outsiders = read_some(source, others, attributes, held, random, progress).tuples;
  return read;
}

SaidOfRelease read_by_regions(const HeldRelease& held, const LookedFor& persons,
                              const Progress& progress) {
  return held.on_workers
             ? ask_workers_for_beliefs(held.release, persons.tuples, persons.outsiders, progress)
             : read_beliefs_by_regions(held.release, held.place, persons.beside(), progress);
}

// Adds the true value of each person, which is that of the first of the person's tuples.
void add_truth(std::span<const Code> of_tuples, std::size_t suppositions,
               std::vector<Code>& truth) {
  for (std::size_t i = 0; i + suppositions <= of_tuples.size(); i += suppositions)
    truth.push_back(of_tuples[i]);
}

SupposedFit gather_by_regions(const HeldRelease& held, const LookedFor& persons, AllGathered& all,
                              const Progress& progress) {
  SupposedFit fit;
  for (auto& [name, of_attribute] : read_by_regions(held, persons, progress)) {
    FinishedBeliefs finished = of_attribute.finish(progress);
    fit = fit_of(finished.beliefs, persons.suppositions);
    finished.beliefs.alternatives = persons.suppositions;
    Gathered& gathered = all.try_emplace(name, finished.values->type()).first->second;
    gathered.releases.push_back({held.release.relations.front(),
                                 {std::move(finished.beliefs), std::move(finished.of_outsiders)},
                                 finished.values->add_to(gathered.values),
                                 std::nullopt,
                                 1});
    if (gathered.releases.size() > 1) continue;
    const std::vector<Code>& codes = gathered.releases.front().codes;
    std::vector<Code> truth;
    for (const Code code : finished.truth)
      truth.push_back(codes[code]);
    add_truth(truth, persons.suppositions, gathered.truth);
    for (const Code code : finished.truth_of_outsiders)
      gathered.truth_of_outsiders.push_back(codes[code]);
  }
  return fit;
}

// Returns the largest number of beliefs about one sensitive attribute of a release, for the persons
// and for outsiders each.
std::size_t most_beliefs_of_each(const HeldReleases& held) {
  std::size_t attributes = 0;
  for (const HeldRelease& one : held.releases) {
    const std::vector<ReleaseAttribute>& of_release = one.release.attributes;
    attributes += static_cast<std::size_t>(
        std::count_if(of_release.begin(), of_release.end(),
                      [](const ReleaseAttribute& a) { return a.role == Role::sensitive; }));
  }
  return most_beliefs / (2 * std::max<std::size_t>(attributes, 1));
}

// Returns each person's places under the first supposition that gives the person any.
PlacedSignatures first_placed(const PlacedSignatures& placed, std::size_t suppositions) {
  PlacedSignatures result;
  result.signatures = placed.signatures;
  result.shown = placed.shown;
  for (std::size_t i = 0; i + suppositions <= placed.persons(); i += suppositions) {
    for (std::size_t s = 0; s < suppositions; ++s) {
      const auto places = placed.of(i + s);
      if (places.empty()) continue;
      result.places.insert(result.places.end(), places.begin(), places.end());
      break;
    }
    result.first.push_back(result.places.size());
    if (placed.valueless.empty()) continue;
    const auto of_person = std::span(placed.valueless).subspan(i, suppositions);
    result.valueless.push_back(*std::max_element(of_person.begin(), of_person.end()));
  }
  return result;
}

// Removes places in buckets of harmless values alone, which are not about signatures. `harmless`
// has the values as in the signatures.
PlacedSignatures without_harmless(PlacedSignatures placed, const std::set<Code>& harmless) {
  if (harmless.empty()) return placed;
  std::vector<PlacedSignatures::Place> kept;
  std::vector<std::size_t> first{0};
  for (std::size_t person = 0; person < placed.persons(); ++person) {
    for (const PlacedSignatures::Place& place : placed.of(person)) {
      const std::vector<Code>& values = placed.signatures[place.signature];
      if (!std::all_of(values.begin(), values.end(),
                       [&](Code value) { return harmless.contains(value); }))
        kept.push_back(place);
    }
    first.push_back(kept.size());
  }
  placed.places = std::move(kept);
  placed.first = std::move(first);
  return placed;
}

// Adds the beliefs that a release gives to `all`, and returns the persons' fit. `most` limits the
// beliefs of a release that is not read by regions.
SupposedFit gather(const HeldRelease& held, const LookedFor& persons, std::size_t most,
                   AllGathered& all, const Progress& progress) {
  if (held.by_regions || held.on_workers) return gather_by_regions(held, persons, all, progress);
  SupposedFit fit;
  const auto visit = [&](const PlacedAttribute& attribute) {
    Gathered& gathered =
        all.try_emplace(attribute.source_name, attribute.values.type()).first->second;
    Gathered::OfRelease& of_release = gathered.releases.emplace_back(Gathered::OfRelease{
        held.release.relations.front(),
        {believe(attribute.placed, most, progress), believe(attribute.outside, most, progress)},
        attribute.values.add_to(gathered.values),
        std::nullopt,
        1});
    of_release.said.beliefs.alternatives = persons.suppositions;
    fit = fit_of(attribute.placed, attribute.view, persons.suppositions, persons.drawn);
    if (held.series) {
      std::set<Code> harmless;
      const std::vector<std::uint8_t> marks =
          harmless_codes(held.release, attribute.name, attribute.values, progress);
      for (Code value = 0; value < marks.size(); ++value) {
        if (marks[value] != 0) harmless.insert(of_release.codes[value]);
      }
      of_release.edition = Gathered::OfEdition{
          *held.series, held.edition,
          first_placed(
              without_harmless(signatures_of_places(attribute.placed, of_release.codes, progress),
                               harmless),
              persons.suppositions),
          without_harmless(signatures_of_places(attribute.outside, of_release.codes, progress),
                           harmless)};
    }
    if (gathered.releases.size() > 1) return;
    const auto value_of = [&](Row person) {
      return gathered.releases.front().codes[attribute.truth[person]];
    };
    std::vector<Code> truth;
    std::transform(attribute.persons.begin(), attribute.persons.end(), std::back_inserter(truth),
                   value_of);
    add_truth(truth, persons.suppositions, gathered.truth);
    std::transform(attribute.outsiders.begin(), attribute.outsiders.end(),
                   std::back_inserter(gathered.truth_of_outsiders), value_of);
  };
  held.place(held.release, persons.beside(), visit, progress);
  return fit;
}

// Returns the persons' fit to a release, without keeping the beliefs that the release gives.
SupposedFit measure_fit(const HeldRelease& held, const LookedFor& persons,
                        const Progress& progress) {
  AllGathered nowhere_kept;
  return gather(held, persons, most_beliefs, nowhere_kept, progress);
}

// Removes the beliefs from the release that was gathered last.
void forget_last(const Release& release, AllGathered& all) {
  for (auto& [name, gathered] : all) {
    if (gathered.releases.empty() || gathered.releases.back().relation != release.relations.front())
      continue;
    gathered.releases.pop_back();
    if (!gathered.releases.empty()) continue;
    gathered.truth.clear();
    gathered.truth_of_outsiders.clear();
  }
}

// Suppositions that explain best which persons a release shows.
struct SupposedPersons {
  std::vector<Supposition> suppositions;
  double by_chance = 0;
};

SupposedPersons suppose(const HeldRelease& held, const PersonsRead& persons,
                        const Progress& progress) {
  constexpr std::size_t most_tuples = 1'000'000;
  constexpr std::size_t most_values = 20'000'000;
  constexpr std::size_t fewest_persons = 100;
  const std::vector<Supposition> all =
      suppositions_about(held.release, persons.tuples, held.on_workers);
  SupposedPersons result{{Supposition{}}, 0};
  if (all.size() == 1) return result;
  const std::size_t values =
      all.size() * std::max<std::size_t>(1, persons.tuples.attributes().size());
  const std::size_t most = std::min(most_tuples / all.size(), most_values / values);
  // Suppositions about fewer persons show nothing, so that persons whom the release does not show
  // remain lost.
  if (most < fewest_persons) return result;
  const std::size_t some = std::min(persons.tuples.count(), most);
  const SourceTuples tuples = supposed_tuples(persons.tuples, some, all, progress);
  const Followed followed = follow(measure_fit(
      held, {tuples, nullptr, all.size(), static_cast<double>(some) / std::max(1.0, persons.rows)},
      progress));
  result.suppositions.clear();
  for (const std::size_t supposition : followed.suppositions)
    result.suppositions.push_back(all[supposition]);
  result.by_chance = followed.by_chance;
  return result;
}

void report_supposed(const Release& release, std::span<const Supposition> suppositions) {
  std::string texts;
  for (const Supposition& supposition : suppositions)
    texts += (texts.empty() ? "" : ", or ") + supposition_text(supposition);
  report(NOTICE,
         "persons are looked for in release " +
             in_quotes(relation_name(release.relations.front())) + " by earlier values",
         "It shows most of them with " + texts + ".");
}

// Gathers the beliefs that a release gives about persons as they were when it was made. Returns the
// share of persons that the release does not show, as far as can be found out. `supposing` is false
// if the persons' key is known.
double gather_followed(const HeldRelease& held, const PersonsRead& persons, std::size_t most,
                       bool supposing, AllGathered& all, const Progress& progress) {
  const SourceTuples* const outsiders = persons.outsiders ? &*persons.outsiders : nullptr;
  SupposedFit fit =
      gather(held, {persons.tuples, outsiders, 1, persons.drawn()}, most, all, progress);
  const auto lost = [&](double by_chance) {
    return lost_share(fit, std::max(0.0, 1 - fit.rows / std::max(1.0, persons.rows)), by_chance);
  };
  if (lost(0) <= few_lost_persons || !supposing) return lost(0);
  const SupposedPersons supposed = suppose(held, persons, progress);
  if (supposed.suppositions.size() > 1 || !supposed.suppositions.front().empty()) {
    forget_last(held.release, all);
    const SourceTuples tuples =
        supposed_tuples(persons.tuples, persons.tuples.count(), supposed.suppositions, progress);
    // Several suppositions about outsiders would not help the control.
    std::optional<SourceTuples> others;
    if (outsiders != nullptr) {
      others = supposed_tuples(*outsiders, outsiders->count(),
                               std::span(supposed.suppositions).first(1), progress);
    }
    fit = gather(
        held, {tuples, others ? &*others : nullptr, supposed.suppositions.size(), persons.drawn()},
        most, all, progress);
    if (lost(supposed.by_chance) <= most_lost_persons)
      report_supposed(held.release, supposed.suppositions);
  }
  return lost(supposed.by_chance);
}

// Adds editions that are gone, or in which persons cannot be found as they were. They count as one
// edition that showed all persons whom the series remembers. `releases` is the number of these
// editions.
void gather(const RememberedSeries& series, std::size_t releases, const Source& source,
            const PersonsRead& persons, AllGathered& all, const Progress& progress) {
  RecalledSignatures recalled = recall_signatures(series, source, persons.tuples, progress);
  const Dictionary& values = recalled.values.front();
  Gathered& gathered = all.try_emplace(series.sensitive, values.type()).first->second;
  const std::vector<Code> codes = values.add_to(gathered.values);
  if (gathered.releases.empty()) {
    for (const Code code : recalled.truth)
      gathered.truth.push_back(codes[code]);
    if (persons.outsiders) {
      gathered.truth_of_outsiders =
          persons.outsiders
              ->read({&series.sensitive, 1}, std::vector<Dictionary*>{&gathered.values})
              .front();
    }
  }
  const PlacedSignatures* const placed = &recalled.placed;
  Gathered::Said said{
      believe_editions({&placed, 1}, placed->signatures, placed->persons(), progress), {}};
  said.beliefs.rows.resize(values.distinct());
  for (const PlacedSignatures::Place& place : placed->places) {
    for (const Code code : placed->signatures[place.signature])
      ++said.beliefs.rows[code];
  }
  for (std::vector<Code>& signature : recalled.placed.signatures) {
    for (Code& code : signature)
      code = codes[code];
  }
  // The series remembers nothing about outsiders.
  PlacedSignatures nobody;
  const std::size_t outsiders = persons.outsiders ? persons.outsiders->count() : 0;
  nobody.first.assign(outsiders + 1, 0);
  said.of_outsiders.first.assign(outsiders + 1, 0);
  gathered.releases.push_back(
      {InvalidOid, std::move(said), codes,
       Gathered::OfEdition{series.series.name, 0, std::move(recalled.placed), std::move(nobody)},
       releases});
}

// Returns the series that remembers which persons an edition showed. Returns null if there is none,
// or if the series has begun anew since.
const RememberedSeries* memory_of(const HeldReleases& held, const HeldRelease& release) {
  if (!release.series) return nullptr;
  for (const auto* const remembered : {&held.remembered, &held.memories}) {
    for (const RememberedSeries& memory : *remembered) {
      if (memory.series.name != *release.series) continue;
      const std::vector<std::int64_t> editions = releases_of_series(memory.series);
      if (std::find(editions.begin(), editions.end(), release.release.id) != editions.end())
        return &memory;
    }
  }
  return nullptr;
}

// Gathers the beliefs from all releases that are there. Returns the series whose memory must be
// read, each with the number of editions that the memory stands for.
std::map<const RememberedSeries*, std::size_t> gather_releases(const HeldReleases& held,
                                                               const PersonsRead& persons,
                                                               AllGathered& all,
                                                               const Progress& progress) {
  std::map<const RememberedSeries*, std::size_t> recalled;
  for (const RememberedSeries& series : held.remembered)
    recalled[&series] = series.gone.size();
  for (const HeldRelease& release : held.releases) {
    const RememberedSeries* const memory = memory_of(held, release);
    const double lost = gather_followed(release, persons, most_beliefs_of_each(held),
                                        memory == nullptr, all, progress);
    if (lost <= most_lost_persons) continue;
    if (memory != nullptr) {
      forget_last(release.release, all);
      ++recalled[memory];
      continue;
    }
    bool is_said = false;
    for (auto& [name, gathered] : all) {
      if (gathered.releases.empty() ||
          gathered.releases.back().relation != release.release.relations.front())
        continue;
      is_said = true;
      if (!OidIsValid(gathered.unknown)) gathered.unknown = gathered.releases.back().relation;
    }
    if (is_said) report_unknown(held.source, release.release, lost);
  }
  return recalled;
}

}  // namespace

AllGathered gather_beliefs(const HeldReleases& held, const Source& source,
                           const std::optional<Oid>& outsiders, Random& random,
                           const Progress& progress) {
  const PersonsRead persons = read_persons(held, source, outsiders, random, progress);
  AllGathered all;
  for (const auto& [series, releases] : gather_releases(held, persons, all, progress))
    gather(*series, releases, source, persons, all, progress);
  std::erase_if(all, [](const auto& of_attribute) { return of_attribute.second.releases.empty(); });
  return all;
}

}  // namespace microdata::postgres
