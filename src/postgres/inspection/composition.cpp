#include "postgres/inspection/composition.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "core/risk/series_beliefs.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/placed_release.hpp"
#include "postgres/inspection/region_beliefs.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/sampled_persons.hpp"
#include "postgres/server/error.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

namespace {

// What the releases that have a sensitive attribute say of it. Their codes are brought together
// when all have been read.
struct Gathered {
  explicit Gathered(const AttributeType& type) : values(type) {}

  // What releases say of the persons, and of outsiders.
  struct Said {
    ReleaseBeliefs beliefs;
    ReleaseBeliefs of_outsiders;
  };
  // Where an edition has them.
  struct OfEdition {
    std::string series;
    std::int64_t edition;
    PlacedSignatures persons;
    PlacedSignatures outsiders;
  };
  struct OfRelease {
    Oid relation;
    Said said;
    // By the release's code, as in `values`.
    std::vector<Code> codes;
    std::optional<OfEdition> edition;
    // As how many it counts: editions that are gone stand together.
    std::size_t releases = 1;
  };

  Dictionary values;
  // Of the persons, and of outsiders; taken from the first of the releases, as the source is one.
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
  std::vector<OfRelease> releases;
};

std::vector<std::string> attributes_of(const HeldReleases& held) {
  std::vector<std::string> names;
  for (const HeldRelease& one : held.releases) {
    for (const ReleaseAttribute& attribute : one.release.attributes) {
      // Without one, reading the release says what is gone.
      if (!attribute.source_name.empty()) names.push_back(attribute.source_name);
    }
  }
  for (const RememberedSeries& series : held.remembered)
    names.push_back(series.sensitive);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// `source`: the columns' types; the relation has them as well.
SourceTuples read_some(const Source& source, const Source& relation,
                       const std::vector<std::string>& attributes, const HeldReleases& held,
                       Random& random, const Progress& progress) {
  if (held.sampled)
    return sample_tuples(source, relation, attributes, most_composition_persons, random, progress);
  if (held.regions != nullptr) {
    TuplesInDrawing drawing(source, attributes);
    const auto draw = [&](Row rows) {
      return whole_rows(attributes.size(), rows, most_composition_persons, random);
    };
    drawing.take(*held.regions, relation.relation, draw, progress);
    return std::move(drawing).finish(progress);
  }
  SourceTuples tuples(relation, attributes, progress);
  std::vector<Row> persons = in_random_order(tuples.count(), random);
  persons.resize(std::min(persons.size(), most_composition_persons));
  tuples.keep(persons);
  return tuples;
}

// Persons of the source, and outsiders.
struct PersonsRead {
  SourceTuples tuples;
  std::optional<SourceTuples> outsiders;

  const SourceTuples* outsiders_read() const { return outsiders ? &*outsiders : nullptr; }
  ReadBeside beside() const { return {.tuples = &tuples, .other_tuples = outsiders_read()}; }
};

PersonsRead read_persons(const HeldReleases& held, const Source& source,
                         const std::optional<Oid>& outsiders, Random& random,
                         const Progress& progress) {
  progress.phase("read");
  const std::vector<std::string> attributes = attributes_of(held);
  std::vector<std::string> with_subjects = attributes;
  for (const RememberedSeries& series : held.remembered)
    with_subjects.insert(with_subjects.end(), series.subject.begin(), series.subject.end());
  std::sort(with_subjects.begin(), with_subjects.end());
  with_subjects.erase(std::unique(with_subjects.begin(), with_subjects.end()), with_subjects.end());
  PersonsRead read{read_some(source, source, with_subjects, held, random, progress), std::nullopt};
  if (!outsiders) return read;
  const Source others = open_source(*outsiders);
  for (const std::string& attribute : attributes)
    check_outsiders(others, attribute, require_column(source, attribute).type);
  read.outsiders = read_some(source, others, attributes, held, random, progress);
  return read;
}

// By the attribute's name in the source.
using AllGathered = std::map<std::string, Gathered>;

void gather_by_regions(const HeldRelease& held, const PersonsRead& persons, AllGathered& all,
                       const Progress& progress) {
  SaidOfRelease said = held.on_workers ? ask_workers_for_beliefs(held.release, persons.tuples,
                                                                 persons.outsiders_read(), progress)
                                       : read_beliefs_by_regions(held.release, held.place,
                                                                 persons.beside(), progress);
  for (auto& [name, of_attribute] : said) {
    FinishedBeliefs finished = of_attribute.finish(progress);
    Gathered& gathered = all.try_emplace(name, finished.values->type()).first->second;
    gathered.releases.push_back({held.release.relations.front(),
                                 {std::move(finished.beliefs), std::move(finished.of_outsiders)},
                                 finished.values->add_to(gathered.values),
                                 std::nullopt,
                                 1});
    if (gathered.releases.size() > 1) continue;
    const std::vector<Code>& codes = gathered.releases.front().codes;
    for (const Code code : finished.truth)
      gathered.truth.push_back(codes[code]);
    for (const Code code : finished.truth_of_outsiders)
      gathered.truth_of_outsiders.push_back(codes[code]);
  }
}

// How many beliefs there is room for, of one sensitive attribute of a release: of persons, and of
// outsiders.
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

// `most`: beliefs, where it is not read by regions.
void gather(const HeldRelease& held, const PersonsRead& persons, std::size_t most, AllGathered& all,
            const Progress& progress) {
  if (held.by_regions || held.on_workers) {
    gather_by_regions(held, persons, all, progress);
    return;
  }
  const auto visit = [&](const PlacedAttribute& attribute) {
    Gathered& gathered =
        all.try_emplace(attribute.source_name, attribute.values.type()).first->second;
    Gathered::OfRelease& of_release = gathered.releases.emplace_back(
        Gathered::OfRelease{held.release.relations.front(),
                            {believe(attribute.placed, attribute.persons, most, progress),
                             believe(attribute.outside, attribute.outsiders, most, progress)},
                            attribute.values.add_to(gathered.values),
                            std::nullopt,
                            1});
    if (held.series) {
      of_release.edition = Gathered::OfEdition{
          *held.series, held.edition,
          signatures_of_places(attribute.placed, attribute.persons, of_release.codes, progress),
          signatures_of_places(attribute.outside, attribute.outsiders, of_release.codes, progress)};
    }
    if (gathered.releases.size() > 1) return;
    const auto value_of = [&](Row person) {
      return gathered.releases.front().codes[attribute.truth[person]];
    };
    std::transform(attribute.persons.begin(), attribute.persons.end(),
                   std::back_inserter(gathered.truth), value_of);
    std::transform(attribute.outsiders.begin(), attribute.outsiders.end(),
                   std::back_inserter(gathered.truth_of_outsiders), value_of);
  };
  held.place(held.release, persons.beside(), visit, progress);
}

// Editions that are gone, as one that showed everybody whom the series remembers.
void gather(const RememberedSeries& series, const Source& source, const PersonsRead& persons,
            AllGathered& all, const Progress& progress) {
  RecalledSignatures recalled = recall_signatures(series, source, persons.tuples, progress);
  const Dictionary& values = recalled.values.front();
  Gathered& gathered = all.try_emplace(series.sensitive, values.type()).first->second;
  const std::vector<Code> codes = values.add_to(gathered.values);
  if (gathered.releases.empty()) {
    for (const Code code : recalled.truth)
      gathered.truth.push_back(codes[code]);
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
  // Of outsiders nothing is remembered.
  PlacedSignatures nobody;
  const std::size_t outsiders = persons.outsiders ? persons.outsiders->count() : 0;
  nobody.first.assign(outsiders + 1, 0);
  said.of_outsiders.first.assign(outsiders + 1, 0);
  gathered.releases.push_back(
      {InvalidOid, std::move(said), codes,
       Gathered::OfEdition{series.series.name, 0, std::move(recalled.placed), std::move(nobody)},
       series.gone.size()});
}

void add_rows(const std::vector<std::uint64_t>& rows, std::vector<std::uint64_t>& sums) {
  sums.resize(std::max(sums.size(), rows.size()));
  for (std::size_t value = 0; value < rows.size(); ++value)
    sums[value] += rows[value];
}

std::size_t persons_in(std::span<const PlacedSignatures* const> editions) {
  std::size_t persons = editions.front()->persons();
  for (const PlacedSignatures* edition : editions)
    persons = std::min(persons, edition->persons());
  return persons;
}

// In one numbering of values.
void bring_together(Gathered& gathered, const Progress& progress) {
  gathered.values.finish(progress);
  gathered.values.translate(gathered.truth, progress);
  gathered.values.translate(gathered.truth_of_outsiders, progress);
  for (Gathered::OfRelease& release : gathered.releases) {
    gathered.values.translate(release.codes, progress);
    recode(release.said.beliefs, release.codes, progress);
    recode(release.said.of_outsiders, release.codes, progress);
    if (!release.edition) continue;
    for (PlacedSignatures* placed : {&release.edition->persons, &release.edition->outsiders}) {
      for (std::vector<Code>& signature : placed->signatures)
        gathered.values.translate(signature, progress);
    }
  }
}

// The editions of one series each, in their order, as long as they keep signatures: where a series
// began anew, or is another one of the name, they do not.
std::vector<std::vector<const Gathered::OfRelease*>> editions_together(const Gathered& gathered) {
  std::map<std::string, std::map<std::int64_t, const Gathered::OfRelease*>> series;
  std::vector<std::vector<const Gathered::OfRelease*>> together;
  for (const Gathered::OfRelease& release : gathered.releases) {
    if (!release.edition ||
        !series[release.edition->series].emplace(release.edition->edition, &release).second)
      together.push_back({&release});
  }
  for (const auto& [name, editions] : series) {
    const Gathered::OfRelease* last = nullptr;
    for (const auto& [number, release] : editions) {
      if (last == nullptr || !keep_signatures(last->edition->persons, release->edition->persons))
        together.emplace_back();
      together.back().push_back(release);
      last = release;
    }
  }
  return together;
}

// What each release says and, of editions that go together, what they say as one.
std::vector<Gathered::Said> all_said(Gathered& gathered, const Progress& progress) {
  std::vector<PlacedSignatures*> placed;
  for (Gathered::OfRelease& release : gathered.releases) {
    if (release.edition)
      placed.insert(placed.end(), {&release.edition->persons, &release.edition->outsiders});
  }
  const std::vector<std::vector<Code>> signatures = number_signatures(placed);
  std::vector<Gathered::Said> said;
  for (const std::vector<const Gathered::OfRelease*>& together : editions_together(gathered)) {
    if (together.size() == 1) {
      said.push_back(together.front()->said);
      continue;
    }
    std::vector<const PlacedSignatures*> persons;
    std::vector<const PlacedSignatures*> outsiders;
    for (const Gathered::OfRelease* release : together) {
      persons.push_back(&release->edition->persons);
      outsiders.push_back(&release->edition->outsiders);
    }
    Gathered::Said& one = said.emplace_back(
        Gathered::Said{believe_editions(persons, signatures, persons_in(persons), progress),
                       believe_editions(outsiders, signatures, persons_in(outsiders), progress)});
    for (const Gathered::OfRelease* release : together) {
      add_rows(release->said.beliefs.rows, one.beliefs.rows);
      add_rows(release->said.of_outsiders.rows, one.of_outsiders.rows);
    }
  }
  return said;
}

Code most_frequent_value(const Gathered& gathered) {
  std::vector<std::uint64_t> rows;
  for (const Gathered::OfRelease& release : gathered.releases)
    add_rows(release.said.beliefs.rows, rows);
  return static_cast<Code>(std::max_element(rows.begin(), rows.end()) - rows.begin());
}

bool is_anywhere(std::span<const ReleaseBeliefs* const> releases, std::size_t person) {
  return std::any_of(releases.begin(), releases.end(),
                     [&](const ReleaseBeliefs* r) { return !r->of(person).empty(); });
}

std::size_t persons_in_all(std::span<const ReleaseBeliefs* const> releases) {
  std::size_t persons = releases.front()->persons();
  for (const ReleaseBeliefs* release : releases)
    persons = std::min(persons, release->persons());
  return persons;
}

AttackOutcome guess_outsiders(const Gathered& gathered, std::span<const Gathered::Said> said,
                              Code most_frequent, const Progress& progress) {
  std::vector<const ReleaseBeliefs*> all;
  for (const Gathered::Said& one : said)
    all.push_back(&one.of_outsiders);
  const std::vector<Code>& truth = gathered.truth_of_outsiders;
  AttackOutcome outcome{persons_in_all(all), 0};
  outcome.successes = compose(all, truth, outcome.attacks, progress).right;
  for (std::size_t person = 0; person < outcome.attacks; ++person) {
    const bool right = !is_anywhere(all, person) && truth[person] == most_frequent;
    outcome.successes += right ? 1 : 0;
  }
  return outcome;
}

ComposedAttribute judge(const std::string& attribute, const Gathered& gathered,
                        std::span<const Gathered::Said> said, const Progress& progress) {
  ComposedAttribute result;
  result.attribute = attribute;
  for (const Gathered::OfRelease& release : gathered.releases)
    result.releases += release.releases;
  std::vector<const ReleaseBeliefs*> all;
  for (const Gathered::Said& one : said)
    all.push_back(&one.beliefs);
  const std::size_t persons = persons_in_all(all);
  const auto share = [](const CompositionFigures& figures) {
    return static_cast<double>(figures.right) / std::max(1.0, static_cast<double>(figures.persons));
  };
  for (const Gathered::OfRelease& release : gathered.releases) {
    if (!OidIsValid(release.relation)) continue;
    const ReleaseBeliefs* const alone = &release.said.beliefs;
    const CompositionFigures figures =
        compose(std::span(&alone, 1), gathered.truth, persons, progress);
    if (OidIsValid(result.single) && share(figures) <= share(result.of_single)) continue;
    result.single = release.relation;
    result.of_single = figures;
  }
  result.together = compose(all, gathered.truth, persons, progress);
  const Code most_frequent = most_frequent_value(gathered);
  for (std::size_t person = 0; person < persons; ++person) {
    const bool right = is_anywhere(all, person) && gathered.truth[person] == most_frequent;
    result.naive_right += right ? 1 : 0;
  }
  result.control = guess_outsiders(gathered, said, most_frequent, progress);
  return result;
}

}  // namespace

std::vector<ComposedAttribute> compose_releases(const HeldReleases& held,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const Source source = open_source(held.source);
  const PersonsRead persons = read_persons(held, source, outsiders, random, progress);
  AllGathered all;
  for (const HeldRelease& release : held.releases)
    gather(release, persons, most_beliefs_of_each(held), all, progress);
  for (const RememberedSeries& series : held.remembered)
    gather(series, source, persons, all, progress);
  if (all.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "the releases have no sensitive attribute")
        .hint("What is guessed are the values of sensitive attributes.");
  }
  progress.phase("compare");
  std::vector<ComposedAttribute> result;
  for (auto& [attribute, gathered] : all) {
    bring_together(gathered, progress);
    result.push_back(judge(attribute, gathered, all_said(gathered, progress), progress));
  }
  return result;
}

}  // namespace microdata::postgres
