#include "postgres/audits/subject_composition.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/risk/followed_persons.hpp"
#include "core/risk/set_composition.hpp"
#include "core/risk/subject_places.hpp"
#include "postgres/audits/gathered_beliefs.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// Beliefs about one sensitive attribute from all releases that have it.
struct GatheredSets {
  struct OfRelease {
    Oid relation;
    SetBeliefs said;
    SetBeliefs of_outsiders;
    // Codes in `values`, by code of the release.
    std::vector<Code> codes;
  };

  explicit GatheredSets(const AttributeType& type) : values(type) {}

  Dictionary values;
  std::vector<OfRelease> releases;
  // Values of the persons, and of outsiders, by the first release.
  Grouped<Code> truth;
  Grouped<Code> truth_of_outsiders;
  Oid unknown = InvalidOid;
};

// The attacked persons, and outsiders, as all releases number them.
struct AttackedPersons {
  std::size_t members = 0;
  std::size_t all = 0;
  std::vector<Row> persons;
  std::vector<Row> outsiders;
};

AttackedPersons draw_attacked(const PublishedSubjects& published, Random& random) {
  AttackedPersons drawn{published.members(), published.view.persons.tuples, {}, {}};
  const auto some = [&](std::size_t first, std::size_t count) {
    std::vector<Row> persons = in_random_order(count, random);
    persons.resize(std::min(count, most_composition_persons));
    for (Row& person : persons)
      person += static_cast<Row>(first);
    return persons;
  };
  drawn.persons = some(0, drawn.members);
  drawn.outsiders = some(drawn.members, published.outsiders);
  return drawn;
}

Grouped<Code> values_of(const Grouped<std::uint32_t>& values, std::span<const Row> persons,
                        std::span<const Code> codes) {
  Grouped<Code> result;
  for (const Row person : persons) {
    for (const Code value : values[person])
      result.items.push_back(codes[value]);
    result.end_group();
  }
  return result;
}

TrueValues truth_of(const Grouped<Code>& values) {
  return {values.first, values.items};
}

class SetGathering {
 public:
  SetGathering(const std::vector<Release>& releases, const std::optional<Oid>& outsiders,
               Random& random, const Progress& progress)
      : releases_(releases), outsiders_(outsiders), random_(random), progress_(progress) {}

  std::map<std::string, GatheredSets> gather() {
    for (const Release& release : releases_)
      add(release);
    for (auto& [name, gathered] : all_)
      bring_together(gathered);
    return std::move(all_);
  }

 private:
  void add(const Release& release) {
    const PublishedSubjects published =
        read_published_subjects(release, progress_, {.outsiders = outsiders_});
    const SubjectView& view = published.view;
    if (!attacked_) attacked_ = draw_attacked(published, random_);
    if (published.members() != attacked_->members || view.persons.tuples != attacked_->all) {
      throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
                  "could not compare the releases because their source was changed meanwhile");
    }
    if (view.sensitive.empty()) return;
    const SubjectPlacement placement(view, published.classes ? &*published.classes : nullptr,
                                     most_inference_pairs, progress_);
    const JointPlacement persons = placement.place(attacked_->persons, progress_);
    const JointPlacement others = placement.place(attacked_->outsiders, progress_);
    const std::size_t most = most_beliefs / (2 * releases_.size() * view.sensitive.size());
    const bool lost = are_lost(release, persons.tables.front().placed, view);
    for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
      const Dictionary& values = *published.sensitive_values[j];
      GatheredSets& gathered =
          all_.try_emplace(published.sensitive_source_names[j], values.type()).first->second;
      const std::vector<Code> codes = values.add_to(gathered.values);
      if (gathered.releases.empty()) {
        const Grouped<std::uint32_t> truth = values_of_persons(view, view.sensitive[j], progress_);
        gathered.truth = values_of(truth, attacked_->persons, codes);
        gathered.truth_of_outsiders = values_of(truth, attacked_->outsiders, codes);
      }
      gathered.releases.push_back({release.relations.front(),
                                   believe_sets(persons, j, most, progress_),
                                   believe_sets(others, j, most, progress_), codes});
      if (lost && !OidIsValid(gathered.unknown)) gathered.unknown = release.relations.front();
    }
  }

  // Returns true if too many persons, without those whom the release lacks, are not shown as they
  // are now.
  bool are_lost(const Release& release, const PlacedPersons& placed,
                const SubjectView& view) const {
    double found = 0;
    for (std::size_t i = 0; i < placed.persons.size(); ++i)
      found += placed.has_place(i) ? 1 : 0;
    const auto looked_for = static_cast<double>(std::max<std::size_t>(placed.persons.size(), 1));
    const auto members = static_cast<double>(std::max<std::size_t>(attacked_->members, 1));
    const double absent =
        std::max(0.0, 1 - static_cast<double>(view.persons.bucket_of.size()) / members);
    const double lost = 1 - found / looked_for - absent;
    if (lost <= most_lost_persons) return false;
    report_unknown(*release.source, release, lost);
    return true;
  }

  // Translates all releases' values to one numbering.
  void bring_together(GatheredSets& gathered) const {
    gathered.values.finish(progress_);
    gathered.values.translate(gathered.truth.items, progress_);
    gathered.values.translate(gathered.truth_of_outsiders.items, progress_);
    for (GatheredSets::OfRelease& release : gathered.releases) {
      gathered.values.translate(release.codes, progress_);
      recode(release.said.in_set, release.codes, progress_);
      recode(release.of_outsiders.in_set, release.codes, progress_);
    }
  }

  const std::vector<Release>& releases_;
  const std::optional<Oid>& outsiders_;
  Random& random_;
  const Progress& progress_;
  std::optional<AttackedPersons> attacked_;
  std::map<std::string, GatheredSets> all_;
};

using AllBeliefs = std::vector<const SetBeliefs*>;

std::size_t persons_in_all(const AllBeliefs& releases) {
  std::size_t persons = releases.front()->in_set.persons();
  for (const SetBeliefs* release : releases)
    persons = std::min(persons, release->in_set.persons());
  return persons;
}

bool is_anywhere(const AllBeliefs& releases, std::size_t person) {
  return std::any_of(releases.begin(), releases.end(),
                     [&](const SetBeliefs* release) { return release->in_set.has(person); });
}

Code most_frequent_value(const AllBeliefs& releases, std::size_t values) {
  std::vector<std::uint64_t> sets(values);
  for (const SetBeliefs* release : releases) {
    for (std::size_t value = 0; value < release->in_set.rows.size(); ++value)
      sets[value] += release->in_set.rows[value];
  }
  return static_cast<Code>(std::max_element(sets.begin(), sets.end()) - sets.begin());
}

ComposedAttribute judge_sets(const std::string& attribute, const GatheredSets& gathered,
                             const Progress& progress) {
  ComposedAttribute result;
  result.attribute = attribute;
  result.of_sets = true;
  result.releases = gathered.releases.size();
  result.unknown = gathered.unknown;
  AllBeliefs all;
  AllBeliefs of_outsiders;
  for (const GatheredSets::OfRelease& release : gathered.releases) {
    all.push_back(&release.said);
    of_outsiders.push_back(&release.of_outsiders);
  }
  const TrueValues truth = truth_of(gathered.truth);
  const std::size_t values = gathered.values.distinct();
  const std::vector<double> prior = prior_of_sets(all, truth, values);
  const std::size_t persons = persons_in_all(all);
  const auto share = [](const CompositionFigures& figures) {
    return static_cast<double>(figures.right) / std::max(1.0, static_cast<double>(figures.persons));
  };
  for (std::size_t r = 0; r < all.size(); ++r) {
    const CompositionFigures alone =
        compose_sets(std::span(all).subspan(r, 1), truth, prior, persons, progress);
    if (r > 0 && share(alone) <= share(result.of_single)) continue;
    result.single = gathered.releases[r].relation;
    result.of_single = alone;
  }
  result.together = compose_sets(all, truth, prior, persons, progress);
  const Code most_frequent = most_frequent_value(all, values);
  for (std::size_t person = 0; person < persons; ++person) {
    const bool right =
        is_anywhere(all, person) && truth.has(static_cast<Row>(person), most_frequent);
    result.naive_right += right ? 1 : 0;
  }
  const TrueValues outside = truth_of(gathered.truth_of_outsiders);
  result.control.attacks = persons_in_all(of_outsiders);
  result.control.successes =
      compose_sets(of_outsiders, outside, prior, result.control.attacks, progress).right;
  for (std::size_t person = 0; person < result.control.attacks; ++person) {
    const bool right =
        !is_anywhere(of_outsiders, person) && outside.has(static_cast<Row>(person), most_frequent);
    result.control.successes += right ? 1 : 0;
  }
  return result;
}

}  // namespace

std::vector<ComposedAttribute> compose_subjects(const std::vector<Release>& releases,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const std::map<std::string, GatheredSets> all =
      SetGathering(releases, outsiders, random, progress).gather();
  std::vector<ComposedAttribute> result;
  for (const auto& [attribute, gathered] : all)
    result.push_back(judge_sets(attribute, gathered, progress));
  if (result.empty()) fail_nothing_composed();
  return result;
}

}  // namespace microdata::postgres
