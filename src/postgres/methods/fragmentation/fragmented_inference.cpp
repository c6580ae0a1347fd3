#include "postgres/methods/fragmentation/fragmented_inference.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/risk/joint_placement.hpp"
#include "core/risk/rows_of_class.hpp"
#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"

namespace microdata::postgres {

namespace {

// A sensitive attribute, and where its values are.
struct Guessed {
  const std::string* name;
  const std::vector<Code>* tuples;
  const Dictionary* values;
};

class FragmentsAttack {
 public:
  FragmentsAttack(const PublishedFragments& published, std::span<const Row> persons,
                  std::span<const Row> others, const Progress& progress)
      : published_(published), persons_(persons), others_(others), progress_(progress) {}

  bool class_is_hidden() const { return published_.classes.role == Role::sensitive; }

  // Fragments that are attacked together: all, where the class is hidden, which connects them.
  std::vector<std::vector<std::size_t>> connected() const {
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t f = 0; f < published_.tables.size(); ++f) {
      if (!class_is_hidden() && published_.tables[f].sensitive.empty()) continue;
      if (groups.empty() || !class_is_hidden()) groups.emplace_back();
      groups.back().push_back(f);
    }
    return groups;
  }

  // The class first, where it is hidden; then those of each fragment.
  std::vector<Guessed> guessed(const std::vector<std::size_t>& fragments) const {
    std::vector<Guessed> attributes;
    const PublishedFragments::Classes& classes = published_.classes;
    if (class_is_hidden()) {
      attributes.push_back({&classes.name, &classes.tuples.front(), &classes.values.front()});
    }
    for (const std::size_t f : fragments) {
      for (const PublishedGeneralization::Ungeneralized& s : published_.tables[f].sensitive)
        attributes.push_back({&s.name, &s.tuples, &s.values.front()});
    }
    return attributes;
  }

  PlacedSides place(const std::vector<std::size_t>& fragments) const {
    PlacedSides placed;
    std::vector<std::uint32_t>& first_element = placed.members.first_element;
    for (const Guessed& attribute : guessed(fragments))
      first_element.push_back(first_element.back() + attribute.values->distinct());
    placed.outsiders.first_element = first_element;
    const auto to_predict = [&](std::span<const Row> persons) {
      return persons_to_predict(persons, first_element, most_inference_pairs);
    };
    const std::span<const Row> others = to_predict(others_);
    std::size_t attribute = class_is_hidden() ? 1 : 0;
    for (const std::size_t f : fragments) {
      add_fragment(f, to_predict(persons_), others, attribute, placed);
      attribute += published_.tables[f].sensitive.size();
    }
    keep_common_persons(placed.members);
    keep_all_persons(placed.outsiders, others);
    return placed;
  }

 private:
  // `first`: the number of the fragment's first sensitive attribute besides the class.
  void add_fragment(std::size_t fragment, std::span<const Row> persons, std::span<const Row> others,
                    std::size_t first, PlacedSides& placed) const {
    const std::vector<std::uint32_t>& first_element = placed.members.first_element;
    const PublishedGeneralization& read = published_.tables[fragment];
    const ClassCover cover = cover_classes(read, progress_);
    FragmentView view = fragment_view(published_, fragment, cover);
    std::vector<std::vector<Code>> hidden;
    std::vector<std::uint32_t> begin;
    if (class_is_hidden()) {
      fill_open_values(view, progress_);
      hidden.push_back(view.class_values);
      begin.push_back(first_element.front());
    }
    for (const PublishedGeneralization::Ungeneralized& s : read.sensitive) {
      hidden.push_back(s.published);
      begin.push_back(first_element[first++]);
    }
    JointPlacement::Outcomes of_rows;
    const std::vector<std::vector<Code>> none(hidden.size());
    const SlicedView::Values outcomes = number_values(hidden, none, read.rows, 0, progress_);
    std::vector<bool> seen(outcomes.distinct);
    std::vector<std::vector<std::uint32_t>> elements(outcomes.distinct);
    for (std::size_t row = 0; row < read.rows; ++row) {
      const std::uint32_t outcome = outcomes.published[row];
      if (seen[outcome]) continue;
      seen[outcome] = true;
      for (std::size_t i = 0; i < hidden.size(); ++i)
        elements[outcome].push_back(begin[i] + hidden[i][row]);
    }
    for (const std::vector<std::uint32_t>& outcome : elements)
      of_rows.add(outcome);
    const ClassCover& places =
        class_is_hidden() ? cover
                          : cover_by_class_value(cover, view.class_values,
                                                 published_.classes.tuples[fragment], progress_);
    const auto add = [&](std::span<const Row> some, JointPlacement& to) {
      to.tables.push_back(
          {place_persons(places, outcomes.published, some, most_inference_pairs, progress_),
           of_rows});
    };
    add(persons, placed.members);
    add(others, placed.outsiders);
  }

  const PublishedFragments& published_;
  std::span<const Row> persons_;
  std::span<const Row> others_;
  const Progress& progress_;
};

std::vector<KnownAttribute> known_attributes_of(const PublishedFragments& published) {
  std::vector<KnownAttribute> known;
  for (const PublishedGeneralization& table : published.tables) {
    for (std::size_t a = 0; a < table.quasi_identifiers.size(); ++a) {
      const RegionAttribute& attribute = table.quasi_identifiers[a];
      known.push_back({attribute.tuples, attribute.values, table.numeric[a]});
    }
  }
  const PublishedFragments::Classes& classes = published.classes;
  const Dictionary& values = classes.values.front();
  if (classes.role == Role::quasi_identifier)
    known.push_back({classes.tuples.front(), values.distinct(), !values.projection().empty()});
  return known;
}

}  // namespace

std::vector<InferenceFigures> audit_inference_in_fragments(const Release& release,
                                                           const InferenceRequest& request,
                                                           Random& random,
                                                           const Progress& progress) {
  const PublishedFragments published =
      read_fragments(release, progress, {.outsiders = request.outsiders, .keys = request.keys});
  progress.phase("guess");
  const PublishedGeneralization& first = published.tables.front();
  const std::vector<Row> persons = in_random_order(first.members(), random);
  const std::vector<Row> others = numbers_from(first.members(), first.tuples);
  const KnownFeatures features(known_attributes_of(published), persons.size(), first.tuples,
                               progress);
  const FragmentsAttack attack(published, persons, others, progress);
  std::vector<InferenceFigures> result;
  for (const std::vector<std::size_t>& fragments : attack.connected()) {
    const std::vector<Guessed> attributes = attack.guessed(fragments);
    std::vector<JudgedAttribute> judged;
    // l counts values here: no share is promised.
    for (const Guessed& attribute : attributes)
      judged.push_back({*attribute.tuples, std::nullopt,
                        request.near.near_values(*attribute.name, *attribute.values, progress)});
    std::vector<InferenceFigures> figures =
        measure_inference(attack.place(fragments), judged, features, request.options, progress);
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      result.push_back(std::move(figures[a]));
      result.back().set_attribute(*attributes[a].name, *attributes[a].values);
    }
  }
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
