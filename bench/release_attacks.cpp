#include "release_attacks.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "core/microdata/attribute_set.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/placed_persons.hpp"
#include "property/sliced_view.hpp"

namespace microdata::experiment {

namespace {

constexpr std::size_t most_pairs = 20'000'000;
constexpr std::size_t most_told_apart = 3'000;
constexpr std::size_t most_learners = 6'000;

// The numbers from one to another, or one, as codes of all persons.
CodeSet covered(const EncodedTable& persons, const EncodedTable& published,
                const GeneralizedAttribute& attribute, const GeneralizedValue& value) {
  const std::vector<double>& to = persons.value_of_code[attribute.attribute];
  const std::vector<double>& from = published.value_of_code[attribute.attribute];
  const auto code_of = [&](double number) {
    return static_cast<Code>(std::lower_bound(to.begin(), to.end(), number) - to.begin());
  };
  if (attribute.kind == GeneralizedAttribute::Kind::range) {
    return CodeSet::range(code_of(from[value.codes.front()]),
                          code_of(from[value.codes.back()]) + 1);
  }
  CodeSet result;
  for (const Code code : value.codes)
    result.add(code_of(from[code]));
  return result;
}

ClassCover cover_persons(const World& world, const Generalization& release) {
  std::vector<RegionAttribute> regions;
  for (const GeneralizedAttribute& attribute : release.attributes) {
    RegionAttribute& region = regions.emplace_back();
    region.labels = static_cast<Code>(attribute.values.size());
    region.tuples = world.persons.data.columns[attribute.attribute];
    region.values = world.persons.data.attributes[attribute.attribute].distinct;
    for (const GeneralizedValue& value : attribute.values)
      region.covers.push_back(covered(world.persons, world.published, attribute, value));
    for (std::size_t c = 0; c < release.classes.buckets(); ++c) {
      region.published.insert(region.published.end(), release.classes.bucket(c).size(),
                              attribute.value_of_class[c]);
    }
  }
  return cover_tuples(release.classes.rows.size(), world.persons.data.rows, regions, most_pairs,
                      {});
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

double share_right(const std::vector<Row>& persons, const std::vector<Guess>& guesses,
                   const Microdata& truth) {
  const GuessesJudged judged = judge_guesses(persons, guesses, truth.columns.back());
  return static_cast<double>(judged.right) / static_cast<double>(judged.persons);
}

// The probability that one of the first is greater than one of the second.
double area_under_curve(const std::vector<double>& first, std::vector<double> second) {
  std::sort(second.begin(), second.end());
  double sum = 0;
  for (const double value : first) {
    const auto [low, high] = std::equal_range(second.begin(), second.end(), value);
    sum += static_cast<double>(low - second.begin()) + static_cast<double>(high - low) / 2;
  }
  return sum / static_cast<double>(first.size()) / static_cast<double>(second.size());
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

Attacks::Attacks(const World& world, const Release& release) : world_(&world) {
  if (const auto* slicing = std::get_if<Slicing>(&release)) {
    view_ =
        test::make_view(world.persons.data, slicing->columns, slicing->buckets, slicing->linking);
    return;
  }
  const auto& generalization = std::get<Generalization>(release);
  view_ = cover_persons(world, generalization);
  for (const Row row : generalization.classes.rows)
    published_.push_back(world.persons.data.columns.back()[row]);
}

double Attacks::inference(Random& random) const {
  const std::vector<Row> persons = random_order(world_->members(), random);
  PlacedPersons placed;
  if (const auto* view = std::get_if<SlicedView>(&view_)) {
    placed = place_persons(*view, view->sensitive.front(), persons, most_pairs, {});
  } else {
    placed = place_persons(std::get<ClassCover>(view_), published_, persons, most_pairs, {});
  }
  const auto guesses =
      guess_values(placed, features_of(world_->persons.data), attack_options(), {});
  return share_right(placed.persons, guesses, world_->persons.data);
}

std::vector<double> Attacks::rows_like(const std::vector<Row>& persons) const {
  std::vector<double> result;
  if (const auto* cover = std::get_if<ClassCover>(&view_)) {
    for (const Row person : persons) {
      const std::uint32_t kind = cover->kind_of_tuple[person];
      result.push_back(cover->offsets[kind] < cover->offsets[kind + std::size_t{1}] ? 1 : 0);
    }
    return result;
  }
  const auto& view = std::get<SlicedView>(view_);
  const MatchingBuckets buckets(view, MatchingBuckets::Over::known, {});
  std::vector<std::uint32_t> known(view.columns.size());
  std::vector<Match> matches;
  for (const Row person : persons) {
    for (std::size_t c = 0; c < known.size(); ++c)
      known[c] = view.columns[c].known.tuples[person];
    buckets.find(known, matches);
    double rows = 0;
    for (const Match& match : matches)
      rows += match.degree * buckets.bucket_size(match.bucket);
    result.push_back(rows);
  }
  return result;
}

double Attacks::membership(Random& random) const {
  std::vector<Row> members = random_order(world_->members(), random);
  members.resize(std::min(members.size(), most_told_apart));
  std::vector<Row> others(world_->persons.data.rows - world_->members());
  std::iota(others.begin(), others.end(), world_->members());
  random.shuffle(std::span(others));
  others.resize(std::min(others.size(), most_told_apart));
  return area_under_curve(rows_like(members), rows_like(others));
}

double baseline_inference(const World& world, Random& random) {
  const std::vector<Row> persons = random_order(world.members(), random);
  const auto guesses = guess_by_true_model(persons, world.persons.data.columns.back(),
                                           features_of(world.persons.data), attack_options(), {});
  return share_right(persons, guesses, world.persons.data);
}

}  // namespace microdata::experiment
