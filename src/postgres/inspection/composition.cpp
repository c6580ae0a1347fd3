#include "postgres/inspection/composition.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/placed_release.hpp"
#include "postgres/server/error.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

namespace {

// The error of a share among so many is below 0.004 in 95% of all cases.
constexpr std::size_t most_persons = 100'000;

// What the releases that have a sensitive attribute say of it. Their codes are brought together
// when all have been read.
struct Gathered {
  explicit Gathered(const AttributeType& type) : values(type) {}

  struct OfRelease {
    Oid relation;
    ReleaseBeliefs beliefs;
    // By the release's code, as in `values`.
    std::vector<Code> codes;
  };

  Dictionary values;
  // Of the persons; taken from the first of the releases, as the source is one.
  std::vector<Code> truth;
  std::vector<OfRelease> releases;
};

std::vector<std::string> attributes_of(const std::vector<HeldRelease>& releases) {
  std::vector<std::string> names;
  for (const HeldRelease& held : releases) {
    for (const ReleaseAttribute& attribute : held.release.attributes) {
      // Without one, reading the release says what is gone.
      if (!attribute.source_name.empty()) names.push_back(attribute.source_name);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

SourceTuples read_persons(const std::vector<HeldRelease>& releases, Random& random,
                          const Progress& progress) {
  progress.phase("read");
  const Source source = open_source(*releases.front().release.source);
  SourceTuples tuples(source, attributes_of(releases), progress);
  std::vector<Row> persons = in_random_order(tuples.count(), random);
  persons.resize(std::min(persons.size(), most_persons));
  tuples.keep(persons);
  return tuples;
}

// By the attribute's name in the source.
using AllGathered = std::map<std::string, Gathered>;

void gather(const HeldRelease& held, const SourceTuples& tuples, AllGathered& all,
            const Progress& progress) {
  const auto visit = [&](const PlacedAttribute& attribute) {
    Gathered& gathered =
        all.try_emplace(attribute.source_name, attribute.values.type()).first->second;
    gathered.releases.push_back({held.release.relations.front(),
                                 believe(attribute.placed, attribute.truth.size(), progress),
                                 attribute.values.add_to(gathered.values)});
    if (gathered.releases.size() > 1) return;
    for (const Code code : attribute.truth)
      gathered.truth.push_back(gathered.releases.front().codes[code]);
  };
  held.place(held.release, &tuples, visit, progress);
}

// In one numbering of values.
void bring_together(Gathered& gathered, const Progress& progress) {
  gathered.values.finish(progress);
  gathered.values.translate(gathered.truth, progress);
  for (Gathered::OfRelease& release : gathered.releases) {
    gathered.values.translate(release.codes, progress);
    recode(release.beliefs, release.codes, progress);
  }
}

std::size_t right_by_frequency(const Gathered& gathered, std::size_t persons) {
  std::vector<std::uint64_t> rows;
  for (const Gathered::OfRelease& release : gathered.releases) {
    rows.resize(std::max(rows.size(), release.beliefs.rows.size()));
    for (std::size_t value = 0; value < release.beliefs.rows.size(); ++value)
      rows[value] += release.beliefs.rows[value];
  }
  const auto most = static_cast<Code>(std::max_element(rows.begin(), rows.end()) - rows.begin());
  std::size_t right = 0;
  for (std::size_t person = 0; person < persons; ++person) {
    const bool published =
        std::any_of(gathered.releases.begin(), gathered.releases.end(),
                    [&](const Gathered::OfRelease& r) { return !r.beliefs.of(person).empty(); });
    right += published && gathered.truth[person] == most ? 1 : 0;
  }
  return right;
}

ComposedAttribute judge(const std::string& attribute, const Gathered& gathered,
                        const Progress& progress) {
  ComposedAttribute result;
  result.attribute = attribute;
  result.releases = gathered.releases.size();
  std::vector<const ReleaseBeliefs*> all;
  std::size_t persons = gathered.truth.size();
  for (const Gathered::OfRelease& release : gathered.releases) {
    all.push_back(&release.beliefs);
    persons = std::min(persons, release.beliefs.persons());
  }
  const auto share = [](const CompositionFigures& figures) {
    return static_cast<double>(figures.right) / std::max(1.0, static_cast<double>(figures.persons));
  };
  for (const Gathered::OfRelease& release : gathered.releases) {
    const ReleaseBeliefs* const alone = &release.beliefs;
    const CompositionFigures figures =
        compose(std::span(&alone, 1), gathered.truth, persons, progress);
    if (OidIsValid(result.single) && share(figures) <= share(result.of_single)) continue;
    result.single = release.relation;
    result.of_single = figures;
  }
  result.together = compose(all, gathered.truth, persons, progress);
  result.naive_right = right_by_frequency(gathered, persons);
  return result;
}

}  // namespace

std::vector<ComposedAttribute> compose_releases(const std::vector<HeldRelease>& releases,
                                                Random& random, const Progress& progress) {
  const SourceTuples tuples = read_persons(releases, random, progress);
  AllGathered all;
  for (const HeldRelease& held : releases)
    gather(held, tuples, all, progress);
  if (all.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "the releases have no sensitive attribute")
        .hint("What is guessed are the values of sensitive attributes.");
  }
  progress.phase("compare");
  std::vector<ComposedAttribute> result;
  for (auto& [attribute, gathered] : all) {
    bring_together(gathered, progress);
    result.push_back(judge(attribute, gathered, progress));
  }
  return result;
}

}  // namespace microdata::postgres
