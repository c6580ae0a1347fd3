#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/followed_persons.hpp"
#include "core/risk/set_composition.hpp"
#include "core/risk/subject_places.hpp"
#include "postgres/audits/composition.hpp"
#include "postgres/audits/gathered_beliefs.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/inspection/drawn_subjects.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"
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
  // 1 by value for the values that are harmless in all releases; empty if there are none.
  std::vector<std::uint8_t> harmless;
  // Values of the persons, and of outsiders, by the first release.
  Grouped<Code> truth;
  Grouped<Code> truth_of_outsiders;
  Oid unknown = InvalidOid;
};

// Beliefs about one sensitive attribute from the regions of a release, or from all of it. Values
// have numbers of the release.
struct SaidOfSets {
  explicit SaidOfSets(const AttributeType& type) : values(type) {}

  CollectedValues values;
  BeliefsOfRegions persons;
  BeliefsOfRegions outsiders;
  std::uint64_t sets = 0;
  std::optional<Grouped<Code>> truth;
  Grouped<Code> truth_of_outsiders;
};

// The attacked persons, and outsiders, as all releases number them. There are `all` persons of both
// sides who are read, `members` of the source.
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

void translate(Grouped<Code>& values, std::span<const Code> codes) {
  for (Code& value : values.items)
    value = codes[value];
}

TrueValues truth_of(const Grouped<Code>& values) {
  return {values.first, values.items};
}

std::vector<std::string> attributes_of(const std::vector<HeldSubjects>& held) {
  std::vector<std::string> names;
  for (const HeldSubjects& one : held) {
    const std::vector<std::string> more = attributes_in_source(one.release);
    names.insert(names.end(), more.begin(), more.end());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

class SetGathering {
 public:
  SetGathering(const std::vector<HeldSubjects>& held, const Release* regions,
               const std::optional<Oid>& outsiders, Random& random, const Progress& progress)
      : held_(held), outsiders_(outsiders), random_(random), progress_(progress) {
    if (regions == nullptr) return;
    drawn_ = draw_subjects(*regions, attributes_of(held), outsiders, DrawnOutsiders::of_relation,
                           most_composition_persons, random, progress);
    attacked_ = {drawn_->members, drawn_->persons(), numbers_from(0, drawn_->members),
                 numbers_from(drawn_->members, drawn_->persons())};
    members_ = count_subjects(*regions, *regions->source);
  }

  std::map<std::string, GatheredSets> gather() {
    for (const HeldSubjects& held : held_)
      add(held);
    for (auto& [name, gathered] : all_) {
      bring_together(gathered);
      HarmlessInAll harmless;
      for (const HeldSubjects& held : held_)
        harmless.add(held.release, name, gathered.values, progress_);
      gathered.harmless = harmless.values();
    }
    return std::move(all_);
  }

 private:
  // Calls visit(published) for the release, or for each of its regions.
  template <typename Visit>
  void read(const HeldSubjects& held, const Visit& visit) {
    ReadScope scope{.outsiders = outsiders_};
    if (drawn_) scope = {.tuples = &drawn_->tuples, .person_of_tuple = drawn_->person_of};
    const auto read_one = [&] { visit(read_published_subjects(held.release, progress_, scope)); };
    if (!held.by_regions) return read_one();
    for_each_published_region(held.release, knowing_values_of_source(held.release, false),
                              read_one);
  }

  void add(const HeldSubjects& held) {
    std::vector<std::pair<std::string, SaidOfSets>> said;
    std::vector<std::uint8_t> found;
    std::size_t published_persons = 0;
    read(held, [&](const PublishedSubjects& published) {
      const SubjectView& view = published.view;
      if (!attacked_) {
        attacked_ = draw_attacked(published, random_);
        members_ = attacked_->members;
      }
      const std::size_t members = drawn_ ? attacked_->members : published.members();
      if (members != attacked_->members || view.persons.tuples != attacked_->all) {
        throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
                    "could not compare the releases because their source was changed meanwhile");
      }
      if (view.sensitive.empty()) return;
      const SubjectPlacement placement(view, published.classes ? &*published.classes : nullptr,
                                       most_inference_pairs, progress_);
      const JointPlacement persons = placement.place(attacked_->persons, progress_);
      const JointPlacement others = placement.place(attacked_->outsiders, progress_);
      const PlacedPersons& placed = persons.tables.front().placed;
      published_persons += view.persons.bucket_of.size();
      found.resize(std::max(found.size(), placed.persons.size()));
      for (std::size_t i = 0; i < placed.persons.size(); ++i)
        found[i] = found[i] != 0 || placed.has_place(i) ? 1 : 0;
      for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
        if (said.size() == j) {
          said.emplace_back(published.sensitive_source_names[j],
                            SaidOfSets(published.sensitive_values[j]->type()));
        }
        add_said(published, j, persons, others, said[j].second);
      }
    });
    if (said.empty()) return;
    const bool lost = are_lost(held.release, found, published_persons);
    for (auto& [name, of_attribute] : said)
      keep(held.release, name, of_attribute, lost);
  }

  void add_said(const PublishedSubjects& published, std::size_t j, const JointPlacement& persons,
                const JointPlacement& others, SaidOfSets& said) {
    const std::size_t most = most_beliefs / (2 * held_.size() * published.view.sensitive.size());
    const std::vector<Code> numbers = said.values.add(*published.sensitive_values[j]);
    const auto add = [&](const JointPlacement& placed, std::size_t count,
                         BeliefsOfRegions& beliefs) {
      const SetBeliefs region =
          believe_sets(placed, j, most - std::min(most, beliefs.beliefs()), progress_);
      beliefs.add(region.in_set, placed.tables.front().placed.weights, count, numbers, progress_);
      return region.sets;
    };
    said.sets += add(persons, attacked_->persons.size(), said.persons);
    add(others, attacked_->outsiders.size(), said.outsiders);
    if (said.truth) return;
    const Grouped<std::uint32_t> truth =
        values_of_persons(published.view, published.view.sensitive[j], progress_);
    said.truth = values_of(truth, attacked_->persons, numbers);
    said.truth_of_outsiders = values_of(truth, attacked_->outsiders, numbers);
  }

  // Adds the beliefs from a release about one attribute to those from others.
  void keep(const Release& release, const std::string& name, SaidOfSets& said, bool lost) {
    const std::vector<Code> codes = said.values.finish(progress_);
    const Dictionary& values = said.values.dictionary();
    GatheredSets& gathered = all_.try_emplace(name, values.type()).first->second;
    GatheredSets::OfRelease& of_release = gathered.releases.emplace_back(
        GatheredSets::OfRelease{release.relations.front(),
                                {said.persons.finish(codes, progress_), said.sets},
                                {said.outsiders.finish(codes, progress_), said.sets},
                                values.add_to(gathered.values)});
    if (gathered.releases.size() == 1) {
      gathered.truth = std::move(*said.truth);
      gathered.truth_of_outsiders = std::move(said.truth_of_outsiders);
      for (Grouped<Code>* truth : {&gathered.truth, &gathered.truth_of_outsiders}) {
        translate(*truth, codes);
        translate(*truth, of_release.codes);
      }
    }
    if (lost && !OidIsValid(gathered.unknown)) gathered.unknown = release.relations.front();
  }

  // Returns true if too many persons, without those whom the release lacks, are not shown as they
  // are now.
  bool are_lost(const Release& release, const std::vector<std::uint8_t>& is_found,
                std::size_t published_persons) const {
    const auto found = static_cast<double>(std::count(is_found.begin(), is_found.end(), 1));
    const auto looked_for = static_cast<double>(std::max<std::size_t>(is_found.size(), 1));
    const auto members = static_cast<double>(std::max<std::size_t>(members_, 1));
    const double absent = std::max(0.0, 1 - static_cast<double>(published_persons) / members);
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

  const std::vector<HeldSubjects>& held_;
  const std::optional<Oid>& outsiders_;
  Random& random_;
  const Progress& progress_;
  // Persons who were drawn before, unless the source is read with each release.
  std::optional<DrawnPersons> drawn_;
  std::optional<AttackedPersons> attacked_;
  // Number of persons of the source.
  std::size_t members_ = 0;
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

Code most_frequent_value(const AllBeliefs& releases, const GatheredSets& gathered) {
  std::vector<std::uint64_t> sets(gathered.values.distinct());
  for (const SetBeliefs* release : releases) {
    for (std::size_t value = 0; value < release->in_set.rows.size(); ++value)
      sets[value] += release->in_set.rows[value];
  }
  for (std::size_t value = 0; value < gathered.harmless.size(); ++value) {
    if (gathered.harmless[value] != 0) sets[value] = 0;
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
  const std::vector<std::uint8_t>& harmless = gathered.harmless;
  const std::vector<double> prior = prior_of_sets(all, truth, gathered.values.distinct());
  const std::size_t persons = persons_in_all(all);
  const auto share = [](const CompositionFigures& figures) {
    return static_cast<double>(figures.right) / std::max(1.0, static_cast<double>(figures.persons));
  };
  for (std::size_t r = 0; r < all.size(); ++r) {
    const CompositionFigures alone =
        compose_sets(std::span(all).subspan(r, 1), truth, prior, persons, progress, harmless);
    if (r > 0 && share(alone) <= share(result.of_single)) continue;
    result.single = gathered.releases[r].relation;
    result.of_single = alone;
  }
  result.together = compose_sets(all, truth, prior, persons, progress, harmless);
  const Code most_frequent = most_frequent_value(all, gathered);
  // A guessed value that is harmless, because there are no others, is never right.
  const bool is_secret = harmless.empty() || harmless[most_frequent] == 0;
  for (std::size_t person = 0; person < persons; ++person) {
    const bool right =
        is_secret && is_anywhere(all, person) && truth.has(static_cast<Row>(person), most_frequent);
    result.naive_right += right ? 1 : 0;
  }
  const TrueValues outside = truth_of(gathered.truth_of_outsiders);
  const SecretValues secrets(outside, harmless);
  const TrueValues secret = secrets.values();
  const std::size_t outsiders = persons_in_all(of_outsiders);
  result.control.successes =
      compose_sets(of_outsiders, outside, prior, outsiders, progress, harmless).right;
  for (std::size_t person = 0; person < outsiders; ++person) {
    if (!harmless.empty() && secret.of(static_cast<Row>(person)).empty()) continue;
    ++result.control.attacks;
    const bool right = is_secret && !is_anywhere(of_outsiders, person) &&
                       outside.has(static_cast<Row>(person), most_frequent);
    result.control.successes += right ? 1 : 0;
  }
  return result;
}

}  // namespace

std::vector<ComposedAttribute> compose_subjects(const std::vector<HeldSubjects>& held,
                                                const Release* regions,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress) {
  const std::map<std::string, GatheredSets> all =
      SetGathering(held, regions, outsiders, random, progress).gather();
  std::vector<ComposedAttribute> result;
  for (const auto& [attribute, gathered] : all)
    result.push_back(judge_sets(attribute, gathered, progress));
  if (result.empty()) fail_nothing_composed();
  return result;
}

}  // namespace microdata::postgres
