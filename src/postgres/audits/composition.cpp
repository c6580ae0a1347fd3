#include "postgres/audits/composition.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "core/risk/series_beliefs.hpp"
#include "postgres/audits/gathered_beliefs.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

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

// Translates all releases' values to one numbering.
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
      std::vector<Code> shown;
      for (const ReleaseBeliefs::Belief& value : placed->shown)
        shown.push_back(value.value);
      gathered.values.translate(shown, progress);
      for (std::size_t i = 0; i < shown.size(); ++i)
        placed->shown[i].value = shown[i];
    }
  }
}

// Returns 1 by value for the values of an attribute of the source that every release of it leaves
// without a bound; empty if there are none.
std::vector<std::uint8_t> harmless_in_all(const HeldReleases& held, const std::string& attribute,
                                          const Dictionary& values, const Progress& progress) {
  HarmlessInAll in_all;
  for (const HeldRelease& one : held.releases)
    in_all.add(one.release, attribute, values, progress);
  for (const RememberedSeries& remembered : held.remembered) {
    for (const SeriesAttribute& of_series : remembered.series.attributes) {
      if (of_series.name == attribute)
        in_all.add(harmless_codes(values, of_series.harmless, progress));
    }
  }
  return in_all.values();
}

// Returns the releases, with consecutive editions of a series together while they keep signatures.
// Editions do not keep signatures if the series began anew, or if another series has taken the
// name.
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

// Returns the beliefs by each release; editions that keep signatures count as one release.
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
  for (Code value = 0; value < std::min(rows.size(), gathered.harmless.size()); ++value) {
    if (gathered.harmless[value] != 0) rows[value] = 0;
  }
  return static_cast<Code>(std::max_element(rows.begin(), rows.end()) - rows.begin());
}

bool is_anywhere(std::span<const ReleaseBeliefs* const> releases, std::size_t person) {
  return std::any_of(releases.begin(), releases.end(),
                     [&](const ReleaseBeliefs* r) { return r->has(person); });
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
  const std::size_t persons = persons_in_all(all);
  AttackOutcome outcome{0, 0};
  outcome.successes = compose(all, truth, persons, progress, gathered.harmless).right;
  for (std::size_t person = 0; person < persons; ++person) {
    if (gathered.is_harmless(truth[person])) continue;
    ++outcome.attacks;
    const bool right = !is_anywhere(all, person) && truth[person] == most_frequent;
    outcome.successes += right ? 1 : 0;
  }
  return outcome;
}

ComposedAttribute judge(const std::string& attribute, const Gathered& gathered,
                        std::span<const Gathered::Said> said, const Progress& progress) {
  ComposedAttribute result;
  result.attribute = attribute;
  result.unknown = gathered.unknown;
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
        compose(std::span(&alone, 1), gathered.truth, persons, progress, gathered.harmless);
    if (OidIsValid(result.single) && share(figures) <= share(result.of_single)) continue;
    result.single = release.relation;
    result.of_single = figures;
  }
  result.together = compose(all, gathered.truth, persons, progress, gathered.harmless);
  const Code most_frequent = most_frequent_value(gathered);
  for (std::size_t person = 0; person < persons; ++person) {
    if (gathered.is_harmless(gathered.truth[person])) continue;
    const bool right = is_anywhere(all, person) && gathered.truth[person] == most_frequent;
    result.naive_right += right ? 1 : 0;
  }
  result.control = guess_outsiders(gathered, said, most_frequent, progress);
  return result;
}

}  // namespace

void fail_nothing_composed() {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "the releases have no sensitive attribute")
      .hint("The attack guesses values of sensitive attributes.");
}

std::vector<ComposedAttribute> compose_releases(const HeldReleases& held,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const Source source = open_source(held.source);
  AllGathered all = gather_beliefs(held, source, outsiders, random, progress);
  if (all.empty()) fail_nothing_composed();
  progress.phase("compare");
  std::vector<ComposedAttribute> result;
  for (auto& [attribute, gathered] : all) {
    bring_together(gathered, progress);
    gathered.harmless = harmless_in_all(held, attribute, gathered.values, progress);
    result.push_back(judge(attribute, gathered, all_said(gathered, progress), progress));
  }
  return result;
}

template <typename Beliefs>
auto members(Beliefs& beliefs, const PackedBeliefs* /*type*/) {
  return std::tie(beliefs.attribute, beliefs.values, beliefs.beliefs, beliefs.of_outsiders,
                  beliefs.truth, beliefs.truth_of_outsiders);
}

namespace {

std::vector<Code> truth_of(std::span<const Row> persons, std::span<const Code> truth) {
  std::vector<Code> codes;
  for (const Row person : persons)
    codes.push_back(truth[person]);
  return codes;
}

}  // namespace

void SaidByRegions::add_truth(std::span<const Code> members, std::span<const Code> outsiders,
                              std::span<const Code> codes) {
  if (!truth_.empty()) return;
  for (const Code code : members)
    truth_.push_back(codes[code]);
  for (const Code code : outsiders)
    truth_of_outsiders_.push_back(codes[code]);
}

void SaidByRegions::add(const PlacedAttribute& attribute, const Progress& progress) {
  const std::vector<Code> codes = values_.add(attribute.values);
  beliefs_.add(attribute.placed, attribute.persons.size(), codes, progress);
  of_outsiders_.add(attribute.outside, attribute.outsiders.size(), codes, progress);
  add_truth(truth_of(attribute.persons, attribute.truth),
            truth_of(attribute.outsiders, attribute.truth), codes);
}

void SaidByRegions::add(const PackedBeliefs& region, const Progress& progress) {
  const UnpackedValues values =
      unpacked_values(region.values, values_.dictionary().type(), progress);
  const std::vector<Code> numbers = values_.add(values.values);
  std::vector<Code> codes;
  for (const Code code : values.codes)
    codes.push_back(numbers[code]);
  beliefs_.add(region.beliefs, codes);
  of_outsiders_.add(region.of_outsiders, codes);
  add_truth(region.truth, region.truth_of_outsiders, codes);
}

FinishedBeliefs SaidByRegions::finish(const Progress& progress) {
  const std::vector<Code> codes = values_.finish(progress);
  for (std::vector<Code>* of_persons : {&truth_, &truth_of_outsiders_}) {
    for (Code& code : *of_persons)
      code = codes[code];
  }
  return {&values_.dictionary(), beliefs_.finish(codes, progress),
          of_outsiders_.finish(codes, progress), std::move(truth_), std::move(truth_of_outsiders_)};
}

SaidOfRelease read_beliefs_by_regions(const Release& release, PlacePersons* place,
                                      const ReadScope& beside, const Progress& progress) {
  SaidOfRelease said;
  const auto visit = [&](const PlacedAttribute& attribute) {
    said.try_emplace(attribute.source_name, attribute.values.type())
        .first->second.add(attribute, progress);
  };
  for_each_published_region(release, knowing_values_of_source(release, false),
                            [&] { place(release, beside, visit, progress); });
  return said;
}

namespace {

// The persons that are looked for, and outsiders.
struct BeliefsRequest {
  PackedTuples persons;
  std::optional<PackedTuples> outsiders;
};
template <typename Request>
auto members(Request& request, const BeliefsRequest* /*type*/) {
  return std::tie(request.persons, request.outsiders);
}

std::vector<PackedBeliefs> beliefs_of_region(const AskedPart& part, const BeliefsRequest& request,
                                             const Progress& progress) {
  const Source source = open_source(*part.release.source);
  const SourceTuples persons = unpacked_tuples(request.persons, source, progress);
  std::optional<SourceTuples> others;
  if (request.outsiders) others = unpacked_tuples(*request.outsiders, source, progress);
  std::vector<PackedBeliefs> said;
  const auto visit = [&](const PlacedAttribute& attribute) {
    PackedBeliefs& region = said.emplace_back();
    region.attribute = attribute.source_name;
    region.values = packed_values(attribute.values, progress);
    const std::vector<Code> codes = numbers_from(0, attribute.values.distinct());
    region.beliefs.add(attribute.placed, attribute.persons.size(), codes, progress);
    region.of_outsiders.add(attribute.outside, attribute.outsiders.size(), codes, progress);
    region.truth = truth_of(attribute.persons, attribute.truth);
    region.truth_of_outsiders = truth_of(attribute.outsiders, attribute.truth);
  };
  PlacePersons* const place = part.operation(&LayoutOperations::places);
  place(part.release, {.tuples = &persons, .other_tuples = others ? &*others : nullptr}, visit,
        progress);
  return said;
}

constexpr PartTask<BeliefsRequest, std::vector<PackedBeliefs>> beliefs_task{
    .name = "beliefs", .phase = nullptr, .run = beliefs_of_region, .published_only = true};

}  // namespace

const PartQuestion beliefs_question = question_of<beliefs_task>;

SaidOfRelease ask_workers_for_beliefs(const Release& release, const SourceTuples& persons,
                                      const SourceTuples* outsiders, const Progress& progress) {
  const Source source = open_source(*release.source);
  const std::vector<std::string> attributes = attributes_in_source(release);
  BeliefsRequest request{packed_tuples(persons, attributes, progress), std::nullopt};
  if (outsiders != nullptr) request.outsiders = packed_tuples(*outsiders, attributes, progress);
  SaidOfRelease said;
  const auto add = [&](const std::vector<PackedBeliefs>& of_region) {
    for (const PackedBeliefs& beliefs : of_region) {
      said.try_emplace(beliefs.attribute, require_column(source, beliefs.attribute).type)
          .first->second.add(beliefs, progress);
    }
  };
  // Bytes of a person's sum of weights and beliefs; most persons are present in one region only.
  constexpr double of_person = 40;
  const auto count =
      static_cast<double>(persons.count() + (outsiders == nullptr ? 0 : outsiders->count()));
  run_parts(release, Division::on_workers, {.options = knowing_values_of_source(release, false)},
            beliefs_task, request, nullptr, of_person * count, add, progress);
  return said;
}

}  // namespace microdata::postgres
