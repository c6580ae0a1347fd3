#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/risk/implied_places.hpp"
#include "core/risk/joined_membership.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/utility/join_tree.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"

namespace microdata::postgres {

namespace {

// Returns the groups of sensitive attributes that parts show together, directly or through other
// attributes.
std::vector<AttributeSet> connected(const AttributeSet& sensitive,
                                    const PublishedDecomposition& published) {
  std::vector<AttributeSet> groups;
  for (const std::size_t a : sensitive)
    groups.push_back({a});
  for (const PublishedPartTable& part : published.parts) {
    const AttributeSet shown = intersection(part.attributes, sensitive);
    AttributeSet joined = shown;
    std::vector<AttributeSet> others;
    for (AttributeSet& group : groups) {
      if (intersection(group, shown).empty()) {
        others.push_back(std::move(group));
      } else {
        joined = united(joined, group);
      }
    }
    groups = std::move(others);
    if (!joined.empty()) groups.push_back(std::move(joined));
  }
  return groups;
}

// Attack on attributes that parts connect.
class PartsAttack {
 public:
  PartsAttack(const PublishedDecomposition& published, AttributeSet sensitive,
              const AttributeSet& hidden, std::span<const Row> persons, std::span<const Row> others,
              const Progress& progress)
      : published_(published),
        sensitive_(std::move(sensitive)),
        hidden_(hidden),
        persons_(persons),
        others_(others),
        progress_(progress) {
    for (const std::size_t a : hidden_) {
      placed_.members.first_element.push_back(placed_.members.first_element.back() +
                                              published.dictionaries[a]->distinct());
    }
    placed_.outsiders.first_element = placed_.members.first_element;
    persons_ = to_predict(persons_);
    others_ = to_predict(others_);
  }

  PlacedSides place() {
    std::vector<const PublishedPartTable*> parts;
    std::vector<AttributeSet> shown;
    for (const PublishedPartTable& part : published_.parts) {
      const AttributeSet of_part = intersection(part.attributes, hidden_);
      if (of_part.empty()) continue;
      parts.push_back(&part);
      shown.push_back(of_part);
    }
    const JoinTree tree = join_tree(shown);
    for (const JoinTree::Ear& ear : tree.ears)
      add(*parts[ear.edge]);
    for (const std::size_t edge : tree.core)
      add(*parts[edge]);
    keep_placed(placed_.members);
    keep_looked_for(placed_.outsiders);
    return std::move(placed_);
  }

 private:
  std::span<const Row> to_predict(std::span<const Row> persons) const {
    return persons_to_predict(persons, placed_.members.first_element, most_inference_pairs);
  }

  void add_tables(const JointPlacement::Outcomes& outcomes, PlacedPersons members,
                  PlacedPersons outsiders) {
    placed_.members.tables.push_back({std::move(members), outcomes});
    placed_.outsiders.tables.push_back({std::move(outsiders), outcomes});
  }

  void add(const PublishedPartTable& part) {
    const AttributeSet open = without(part.attributes, part.bucketed);
    const bool hidden_open = !intersection(open, sensitive_).empty();
    if (part.bucketed.empty()) {
      add_side(part, open, std::nullopt);
    } else if (!hidden_open) {
      add_side(part, part.bucketed, open);
    } else {
      add_implied(part, open);
    }
  }

  // Adds the hidden attributes of `side`, which buckets link to the known attributes of `other`.
  // Without `other`, all rows are one bucket.
  void add_side(const PublishedPartTable& part, const AttributeSet& side,
                const std::optional<AttributeSet>& other) {
    SlicedView view;
    view.tuples = published_.tuple_count;
    if (other) {
      view.bucket_of = part.bucket_of;
      view.buckets = part.bucket_numbers.front().distinct();
      view.columns.push_back({known_of(*other, part), {}});
    } else {
      view.bucket_of.assign(part.rows(), 0);
      view.buckets = 1;
    }
    view.columns.push_back({known_of(side, part), {}});
    SlicedView::Sensitive sensitive;
    sensitive.column = view.columns.size() - 1;
    JointPlacement::Outcomes outcomes;
    sensitive.published = number_outcomes(intersection(side, hidden_), part, outcomes);
    const auto placed = [&](std::span<const Row> persons) {
      return place_persons(view, sensitive, persons, most_inference_pairs, progress_);
    };
    add_tables(outcomes, placed(persons_), placed(others_));
  }

  void add_implied(const PublishedPartTable& part, const AttributeSet& open) {
    JointPlacement::Outcomes of_open;
    JointPlacement::Outcomes of_linked;
    HiddenOnBothSides both;
    both.open = {known_of(open, part), number_outcomes(intersection(open, hidden_), part, of_open)};
    both.linked = {known_of(part.bucketed, part),
                   number_outcomes(intersection(part.bucketed, hidden_), part, of_linked)};
    both.bucket_of = part.bucket_of;
    both.buckets = part.bucket_numbers.front().distinct();
    std::optional<ImpliedPlaces> implied =
        place_by_distribution(both, persons_, others_, most_inference_pairs, progress_);
    if (!implied) {
      // There are too many pairs for one table, so only the open side is used, by itself.
      if (of_open.first.size() > 1) add_side(part, open, std::nullopt);
      return;
    }
    JointPlacement::Outcomes outcomes;
    std::vector<std::uint32_t> elements;
    for (const auto& [first, second] : implied->outcomes) {
      const auto a = of_open.of(first);
      const auto b = of_linked.of(second);
      elements.assign(a.begin(), a.end());
      elements.insert(elements.end(), b.begin(), b.end());
      outcomes.add(elements);
    }
    add_tables(outcomes, std::move(implied->placed), std::move(implied->outside));
  }

  SlicedView::Values known_of(const AttributeSet& attributes,
                              const PublishedPartTable& part) const {
    return part_values(without(attributes, sensitive_), part, published_, progress_);
  }

  // Returns the number of every published row's combination of these attributes.
  std::vector<Code> number_outcomes(const AttributeSet& attributes, const PublishedPartTable& part,
                                    JointPlacement::Outcomes& outcomes) const {
    const PartExcerpt excerpt = part_excerpt(attributes, part, published_);
    std::vector<std::vector<Code>> none(excerpt.published.size());
    SlicedView::Values values = number_values(excerpt.published, none, part.rows(), 0, progress_);
    std::vector<std::uint32_t> elements;
    std::vector<std::vector<std::uint32_t>> of_outcome(values.distinct);
    for (std::size_t row = 0; row < part.rows(); ++row) {
      auto& outcome = of_outcome[values.published[row]];
      if (!outcome.empty()) continue;
      for (std::size_t i = 0; i < attributes.size(); ++i)
        outcome.push_back(element_of(attributes[i], excerpt.published[i][row]));
    }
    for (const auto& outcome : of_outcome)
      outcomes.add(outcome);
    return std::move(values.published);
  }

  std::uint32_t element_of(std::size_t attribute, Code value) const {
    const auto at = std::lower_bound(hidden_.begin(), hidden_.end(), attribute) - hidden_.begin();
    return placed_.members.first_element[static_cast<std::size_t>(at)] + value;
  }

  const PublishedDecomposition& published_;
  AttributeSet sensitive_;
  const AttributeSet& hidden_;
  std::span<const Row> persons_;
  std::span<const Row> others_;
  const Progress& progress_;
  PlacedSides placed_;
};

// Returns the largest l that a rule guarantees for the attribute by itself.
std::optional<double> promised_l_of(std::size_t attribute,
                                    const PublishedDecomposition& published) {
  std::optional<double> l;
  for (const PrivacyRule& rule : published.rules) {
    if (rule.sensitive != AttributeSet{attribute}) continue;
    for (const PrivacyModel& model : rule.guarantee) {
      const auto* diversity = std::get_if<LDiversity>(&model);
      if (diversity != nullptr && diversity->variant == LDiversity::Variant::frequency)
        l = std::max(l.value_or(1), diversity->l);
    }
  }
  return l;
}

std::vector<KnownAttribute> values_known(const Release& release,
                                         const PublishedDecomposition& published) {
  std::vector<KnownAttribute> known;
  for (const std::size_t a : known_attributes(release, published)) {
    const Dictionary& values = *published.dictionaries[a];
    known.push_back({published.tuples[a], values.distinct(), !values.projection().empty()});
  }
  return known;
}

}  // namespace

std::vector<InferenceFigures> audit_inference_in_parts(const Release& release,
                                                       const InferenceRequest& request,
                                                       Random& random, const Progress& progress) {
  const PublishedDecomposition published =
      read_decomposition(release, SourceReading::required, progress,
                         {.outsiders = request.outsiders, .keys = request.keys});
  progress.phase("guess");
  const AttributeSet sensitive = sensitive_attributes(published);
  const std::vector<Row> persons = in_random_order(published.members(), random);
  const std::vector<Row> others = numbers_from(published.members(), published.tuple_count);
  const KnownFeatures features(values_known(release, published), persons.size(),
                               published.tuple_count, progress);
  std::vector<std::pair<std::size_t, InferenceFigures>> by_attribute;
  for (const AttributeSet& hidden : connected(sensitive, published)) {
    const PlacedSides placed =
        PartsAttack(published, sensitive, hidden, persons, others, progress).place();
    if (placed.members.tables.empty()) continue;
    std::vector<JudgedAttribute> judged;
    for (const std::size_t a : hidden) {
      judged.push_back(
          {published.tuples[a], promised_l_of(a, published),
           harmless_codes(release, published.names[a], *published.dictionaries[a], progress),
           request.near.near_values(published.names[a], *published.dictionaries[a], progress)});
    }
    std::vector<InferenceFigures> figures =
        measure_inference(placed, judged, features, request.options, progress);
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      const std::size_t a = hidden[i];
      figures[i].set_attribute(published.names[a], *published.dictionaries[a]);
      by_attribute.emplace_back(a, std::move(figures[i]));
    }
  }
  std::sort(by_attribute.begin(), by_attribute.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<InferenceFigures> result;
  for (auto& [attribute, figures] : by_attribute)
    result.push_back(std::move(figures));
  require_sensitive(result);
  return result;
}

namespace {

// Rows of parts that match members and outsiders.
class PartsMatched {
 public:
  PartsMatched(const PublishedDecomposition& published, DrawnSides sides, const Progress& progress)
      : published_(published), sides_(std::move(sides)), progress_(progress) {}

  // Matches rows for an attacker who knows these attributes of every person.
  SidesMatched match(const AttributeSet& known) const {
    std::vector<const PublishedPartTable*> parts;
    std::vector<AttributeSet> shown;
    for (const PublishedPartTable& part : published_.parts) {
      parts.push_back(&part);
      shown.push_back(intersection(part.attributes, known));
    }
    const JoinTree tree = join_tree(shown);
    std::vector<SidesMatched> tables;
    std::vector<SidesMatched> shared;
    AttributeSet joined;
    // Parts of a cycle, or the root of a tree, come first, one after the other; then ears, each
    // after its parent.
    for (const std::size_t edge : tree.core) {
      if (!tables.empty())
        shared.push_back(match_part(*parts[edge], intersection(shown[edge], joined)));
      joined = united(joined, shown[edge]);
      tables.push_back(match_part(*parts[edge], shown[edge]));
    }
    for (std::size_t i = tree.ears.size(); i-- > 0;) {
      const JoinTree::Ear& ear = tree.ears[i];
      shared.push_back(match_part(*parts[ear.edge], ear.separator));
      tables.push_back(match_part(*parts[ear.edge], shown[ear.edge]));
    }
    return join_matches(tables, shared);
  }

 private:
  // Matches rows with a person's values of these attributes. Within a bucket, every open row can
  // belong to every linked row.
  SidesMatched match_part(const PublishedPartTable& part, const AttributeSet& attributes) const {
    SlicedView view;
    view.tuples = published_.tuple_count;
    const auto add = [&](const AttributeSet& of_column) {
      view.columns.push_back({part_values(of_column, part, published_, progress_), {}});
    };
    if (part.bucketed.empty()) {
      view.bucket_of.assign(part.rows(), 0);
      view.buckets = 1;
      add(attributes);
    } else {
      view.bucket_of = part.bucket_of;
      view.buckets = part.bucket_numbers.front().distinct();
      add(without(attributes, part.bucketed));
      add(intersection(attributes, part.bucketed));
    }
    const MatchingBuckets buckets(view, MatchingBuckets::Over::known, progress_);
    return match_persons(view, buckets, MatchingBuckets::Over::known, ValueChances(view.tuples),
                         sides_.members, sides_.outsiders, most_membership_entries, progress_);
  }

  const PublishedDecomposition& published_;
  DrawnSides sides_;
  const Progress& progress_;
};

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_parts(const Release& release,
                                                         const std::optional<Oid>& outsiders,
                                                         Random& random, const Progress& progress) {
  const PublishedDecomposition published = read_decomposition(
      release, SourceReading::required, progress, {.outsiders = outsiders, .drawing = &random});
  progress.phase("match");
  const PartsMatched parts(
      published, draw_sides(published.members(), published.tuple_count, random), progress);
  AttributeSet all(published.names.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return {judge_known("all", parts.match(all)),
          judge_known("quasi-identifiers", parts.match(known_attributes(release, published)))};
}

}  // namespace microdata::postgres
