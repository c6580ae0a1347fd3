#include "release_attacks.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/label_cover.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/membership_audit.hpp"

namespace microdata::experiment {

namespace {

constexpr std::size_t most_pairs = 20'000'000;
constexpr std::size_t most_told_apart = 5'000;
constexpr std::size_t most_learners = 6'000;

// Returns published codes as codes of all people; for a range, all codes between the first and the
// last.
CodeSet covered(const World& world, std::size_t attribute, const std::vector<Code>& codes,
                bool as_range) {
  const std::vector<double>& to = world.persons.value_of_code[attribute];
  const std::vector<double>& from = world.published.value_of_code[attribute];
  const auto code_of = [&](Code code) {
    return static_cast<Code>(std::lower_bound(to.begin(), to.end(), from[code]) - to.begin());
  };
  if (as_range) return CodeSet::range(code_of(codes.front()), code_of(codes.back()) + 1);
  CodeSet result;
  for (const Code code : codes)
    result.add(code_of(code));
  return result;
}

RegionAttribute region_of(const World& world, std::size_t attribute) {
  RegionAttribute region;
  region.tuples = world.persons.data.columns[attribute];
  region.values = world.persons.data.attributes[attribute].distinct;
  return region;
}

// Returns the attacker's knowledge of a generalized column, by regions.
std::vector<RegionAttribute> regions_of(const World& world, const ColumnGeneralization& column,
                                        const std::vector<Row>& linking) {
  std::vector<RegionAttribute> attributes;
  for (std::size_t i = 0; i < column.attributes.size(); ++i) {
    const std::size_t a = column.attributes[i];
    RegionAttribute& region = attributes.emplace_back(region_of(world, a));
    region.labels = column.regions;
    for (const std::vector<Code>& codes : column.codes[i]) {
      region.covers.push_back(
          covered(world, a, codes, world.published.data.attributes[a].numeric()));
    }
    for (const Row row : linking)
      region.published.push_back(column.of_row[row]);
  }
  return attributes;
}

// Returns the attacker's knowledge of a column with unchanged values.
std::vector<RegionAttribute> values_of(const World& world, const AttributeSet& attributes,
                                       const std::vector<Row>& linking) {
  std::vector<RegionAttribute> values;
  for (const std::size_t a : attributes) {
    if (world.persons.data.attributes[a].role != Role::quasi_identifier) continue;
    RegionAttribute& region = values.emplace_back(region_of(world, a));
    region.labels = region.values;
    for (Code code = 0; code < region.values; ++code)
      region.covers.push_back(CodeSet::range(code, code + 1));
    for (const Row row : linking)
      region.published.push_back(region.tuples[row]);
  }
  return values;
}

std::vector<RegionAttribute> regions_of(const World& world, const Generalization& release) {
  std::vector<RegionAttribute> regions;
  for (const GeneralizedAttribute& attribute : release.attributes) {
    RegionAttribute& region = regions.emplace_back(region_of(world, attribute.attribute));
    region.labels = static_cast<Code>(attribute.values.size());
    for (const GeneralizedValue& value : attribute.values) {
      region.covers.push_back(covered(world, attribute.attribute, value.codes,
                                      attribute.kind == GeneralizedAttribute::Kind::range));
    }
    for (std::size_t c = 0; c < release.classes.buckets(); ++c) {
      region.published.insert(region.published.end(), release.classes.bucket(c).size(),
                              attribute.value_of_class[c]);
    }
  }
  return regions;
}

KnownFeatures features_of(const Microdata& persons) {
  std::vector<KnownAttribute> known;
  for (const std::size_t a : attributes_with_role(persons, Role::quasi_identifier)) {
    const Attribute& attribute = persons.attributes[a];
    known.push_back({persons.columns[a], attribute.distinct, attribute.numeric()});
  }
  return {known, persons.rows, {}};
}

InferenceOptions attack_options() {
  InferenceOptions options;
  options.most_learners = most_learners;
  return options;
}

AttackOutcome outcome(const std::vector<Row>& persons, const std::vector<Guess>& guesses,
                      const Microdata& truth) {
  const GuessesJudged judged = judge_guesses(persons, guesses, truth.columns.back());
  return {judged.persons, judged.right};
}

double share(const AttackOutcome& outcome) {
  return static_cast<double>(outcome.successes) / static_cast<double>(outcome.attacks);
}

std::vector<Row> others_of(const World& world, Random& random) {
  std::vector<Row> others(world.persons.data.rows - world.members());
  std::iota(others.begin(), others.end(), world.members());
  random.shuffle(std::span(others));
  return others;
}

}  // namespace

World make_world(const Table& table, const HoldOut& split) {
  std::vector<Row> rows = split.training;
  rows.insert(rows.end(), split.test.begin(), split.test.end());
  World world{encode(table, table.features.size(), rows),
              encode(table, table.features.size(), split.training)};
  world.persons.data.attributes.back().role = Role::sensitive;
  world.published.data.attributes.back().role = Role::sensitive;
  return world;
}

Attacks::Attacks(const World& world, const Release& release)
    : world_(&world), chances_(world.persons.data.rows) {
  if (const auto* slicing = std::get_if<Slicing>(&release)) {
    SlicedView view =
        make_view(world.persons.data, slicing->columns, slicing->buckets, slicing->linking);
    for (std::size_t c = 0; c < slicing->columns.size(); ++c) {
      const auto& generalized = slicing->generalizations[c];
      const std::vector<Row>& linking = slicing->linking[c];
      const bool in_regions = generalized && !generalized->attributes.empty();
      const std::vector<RegionAttribute> known =
          in_regions ? regions_of(world, *generalized, linking)
                     : values_of(world, slicing->columns[c].attributes, linking);
      if (in_regions) view.columns[c].known = find_regions(known, {}).values;
      for (const RegionAttribute& attribute : known)
        chances_.add(attribute, {});
    }
    view_ = std::move(view);
    return;
  }
  const auto& generalization = std::get<Generalization>(release);
  regions_ = regions_of(world, generalization);
  for (const RegionAttribute& attribute : regions_)
    chances_.add(attribute, {});
  view_ = cover_tuples(generalization.classes.rows.size(), world.persons.data.rows, regions_,
                       most_pairs, {});
  for (const Row row : generalization.classes.rows)
    published_.push_back(world.persons.data.columns.back()[row]);
}

PlacedPersons Attacks::place(const std::vector<Row>& persons) const {
  if (const auto* view = std::get_if<SlicedView>(&view_))
    return place_persons(*view, view->sensitive.front(), persons, most_pairs, {});
  return place_persons(std::get<ClassCover>(view_), published_, persons, most_pairs, {});
}

Inference Attacks::inference(Random& random) const {
  const Microdata& data = world_->persons.data;
  const std::vector<Row> persons = random_order(world_->members(), random);
  std::vector<Row> others = others_of(*world_, random);
  others.resize(std::min(others.size(), most_told_apart));
  const JointPlacement members = joint_placement(persons_with_places(place(persons)));
  const JointPlacement outsiders = joint_placement(place(others));
  const AttackGuesses guesses =
      guess_jointly(members, outsiders, features_of(data), attack_options(), {});
  const AttackOutcome attack = outcome(members.persons(), guesses.of_members.front(), data);
  const AttackOutcome control = outcome(outsiders.persons(), guesses.of_outsiders.front(), data);
  return {share(attack), share(control), attack_risk(attack, control).risk};
}

double Attacks::membership(Random& random) const {
  std::vector<Row> members = random_order(world_->members(), random);
  members.resize(std::min(members.size(), most_told_apart));
  std::vector<Row> others = others_of(*world_, random);
  others.resize(std::min(others.size(), most_told_apart));
  SidesMatched sides;
  if (const auto* view = std::get_if<SlicedView>(&view_)) {
    const MatchingBuckets buckets(*view, MatchingBuckets::Over::known, {});
    sides = match_persons(*view, buckets, MatchingBuckets::Over::known, chances_, members, others,
                          most_pairs, {});
  } else {
    sides = match_persons(std::get<ClassCover>(view_), nullptr, chances_, members, others,
                          most_pairs, {});
  }
  return judge_membership(sides.members, sides.outsiders).auc;
}

double baseline_inference(const World& world, Random& random) {
  const std::vector<Row> persons = random_order(world.members(), random);
  const auto guesses = guess_by_true_model(persons, world.persons.data.columns.back(),
                                           features_of(world.persons.data), attack_options(), {});
  return share(outcome(persons, guesses, world.persons.data));
}

}  // namespace microdata::experiment
