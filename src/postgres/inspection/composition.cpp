#include "postgres/inspection/composition.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "core/risk/series_beliefs.hpp"
#include "postgres/inspection/gathered_beliefs.hpp"
#include "postgres/server/guard.hpp"
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
      std::vector<Code> shown;
      for (const ReleaseBeliefs::Belief& value : placed->shown)
        shown.push_back(value.value);
      gathered.values.translate(shown, progress);
      for (std::size_t i = 0; i < shown.size(); ++i)
        placed->shown[i].value = shown[i];
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
  AllGathered all = gather_beliefs(held, source, outsiders, random, progress);
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
