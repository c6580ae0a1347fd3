
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/fragment_class_values.hpp"
#include "core/risk/fragment_likelihood.hpp"
#include "core/risk/fragment_membership.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/joint_placement.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/estimates/predicate.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

// A sensitive attribute with its values.
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

  // Returns the fragments that are attacked together: all if the class is hidden, because it
  // connects them; otherwise each fragment with sensitive attributes by itself.
  std::vector<std::vector<std::size_t>> connected() const {
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t f = 0; f < published_.tables.size(); ++f) {
      if (!class_is_hidden() && published_.tables[f].sensitive.empty()) continue;
      if (groups.empty() || !class_is_hidden()) groups.emplace_back();
      groups.back().push_back(f);
    }
    return groups;
  }

  // Returns the attributes to guess: the class first, if it is hidden, then the sensitive
  // attributes of each fragment.
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
    keep_placed(placed.members);
    keep_looked_for(placed.outsiders);
    return placed;
  }

 private:
  // Adds a fragment. `first` is the number of its first sensitive attribute other than the class.
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

// Makes de Finetti's attack on fragments, with all of them together. A sensitive class is guessed
// from the equivalence classes that can hold a person in every fragment. Otherwise the attacker
// knows the class, which limits the rows that can be the person's.
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
    // In fragments, l counts values and guarantees no share.
    for (const Guessed& attribute : attributes)
      judged.push_back({*attribute.tuples, std::nullopt,
                        harmless_codes(release, *attribute.name, *attribute.values, progress),
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

std::vector<ComparedFragment> compared(const PublishedFragments& published,
                                       const std::vector<ClassCover>& covers, bool with_rest,
                                       const Progress& progress) {
  std::vector<ComparedFragment> fragments;
  for (std::size_t f = 0; f < published.tables.size(); ++f) {
    const PublishedGeneralization& table = published.tables[f];
    FragmentView view = fragment_view(published, f, covers[f]);
    fill_open_values(view, progress);
    fragments.push_back(
        {covers[f], with_rest ? &table.rest : nullptr, std::move(view.class_values)});
  }
  return fragments;
}

// Compares members with outsiders of fragments, joined on the class. An attacker who knows the
// quasi-identifiers knows the class if it is one. Without a relation of outsiders, outsiders are
// drawn: each attribute has the value of a random member.
std::vector<MembershipOfKnown> audit_membership_in_fragments(const Release& release,
                                                             const std::optional<Oid>& outsiders,
                                                             Random& random,
                                                             const Progress& progress) {
  const PublishedFragments published =
      read_fragments(release, progress, {.outsiders = outsiders, .drawing = &random});
  const PublishedGeneralization& first = published.tables.front();
  const DrawnSides sides = draw_sides(first.members(), first.tuples, random);
  progress.phase("match");
  std::vector<ClassCover> covers;
  for (const PublishedGeneralization& table : published.tables)
    covers.push_back(cover_classes(table, progress));
  // Outsiders are drawn fragment by fragment; the first fragment determines their class.
  const std::vector<Code>& class_of = published.classes.tuples.front();
  const auto judged = [&](const char* known, bool all) {
    const bool knows_class = all || published.classes.role == Role::quasi_identifier;
    return judge_known(
        known, match_fragments(compared(published, covers, all, progress),
                               knows_class ? std::span(class_of) : std::span<const Code>(),
                               sides.members, sides.outsiders, most_membership_entries, progress));
  };
  return {judged("all", true), judged("quasi-identifiers", false)};
}

// Fails if the tuple has a value of the class, because fragments are joined on the class, whatever
// its value.
void check_class_unknown(const Release& release, const KnownTuple& tuple) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.column == 1 || !tuple.contains(attribute.name)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "attribute " + in_quotes(attribute.name) + " is the class")
        .hint("Fragments are joined on it; the tuple holds values of the other quasi-identifiers.");
  }
}

const ReleaseAttribute& attribute_of(const Release& fragment, const std::string& name) {
  return *std::find_if(fragment.attributes.begin(), fragment.attributes.end(),
                       [&](const ReleaseAttribute& attribute) { return attribute.name == name; });
}

// Returns, by label, if the published value of a quasi-identifier can be the given value.
std::vector<bool> matching_labels(const Release& fragment, const PublishedGeneralization& table,
                                  std::size_t quasi_identifier,
                                  const std::optional<std::string>& value,
                                  const Progress& progress) {
  const std::string& name = table.names[quasi_identifier];
  const Dictionary& labels = table.labels[quasi_identifier];
  const ReleaseAttribute& attribute = attribute_of(fragment, name);
  if (attribute.generalized && guarded([&] { return type_is_range(labels.type().base); })) {
    const std::vector<std::uint8_t> covering = covering_labels(name, labels, value);
    return {covering.begin(), covering.end()};
  }
  require_known_labels(fragment, attribute);
  Dictionary published(labels.type());
  (void)common_codes({&labels}, published, progress);
  const std::vector<std::size_t> rows(labels.distinct(), 1);
  const AttributeMeaning meaning =
      meaning_of(fragment, attribute, std::move(published), rows, progress);
  const std::vector<double> share = shares(meaning, {name, ValueList{value}}, progress);
  std::vector<bool> matching;
  for (const double s : share)
    matching.push_back(s > 0);
  return matching;
}

// Returns the equivalence classes that can hold the person's values.
std::vector<std::uint32_t> matching_classes(const Release& fragment,
                                            const PublishedGeneralization& table,
                                            const ClassCover& cover, const KnownTuple& tuple,
                                            const Progress& progress) {
  std::vector<std::size_t> row_of_class(cover.classes);
  for (std::size_t row = 0; row < cover.class_of_row.size(); ++row) {
    progress.checkpoint_at(row);
    row_of_class[cover.class_of_row[row]] = row;
  }
  std::vector<bool> matching(cover.classes, true);
  for (std::size_t a = 0; a < table.names.size(); ++a) {
    const auto known = tuple.find(table.names[a]);
    if (known == tuple.end()) continue;
    const std::vector<bool> labels = matching_labels(fragment, table, a, known->second, progress);
    for (std::uint32_t c = 0; c < cover.classes; ++c) {
      if (!labels[table.quasi_identifiers[a].published[row_of_class[c]]]) matching[c] = false;
    }
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t c = 0; c < cover.classes; ++c) {
    if (matching[c]) result.push_back(c);
  }
  return result;
}

// Returns the likelihood that a person is in a release by fragment_table(); see
// microdata::membership_likelihood. `json` is an object with the known values of the person's
// quasi-identifiers as text. Only the published rows are read.
double likelihood_of_membership(const Release& release, const Json& json,
                                const Progress& progress) {
  const KnownTuple tuple = read_tuple(json);
  check_tuple(release, tuple);
  check_class_unknown(release, tuple);
  Release alone = release;
  alone.source.reset();
  const PublishedFragments published = read_fragments(alone, progress);
  progress.phase("match");
  std::vector<FragmentView> views;
  std::vector<std::vector<std::uint32_t>> matching;
  for (std::size_t f = 0; f < published.tables.size(); ++f) {
    const PublishedGeneralization& table = published.tables[f];
    const ClassCover cover = find_classes(table.rows, table.quasi_identifiers, progress);
    views.push_back(fragment_view(published, f, cover));
    matching.push_back(
        matching_classes(release_of_fragment(release, f), table, cover, tuple, progress));
  }
  return membership_likelihood(views, matching, progress);
}

std::vector<PublishedExtents> extents_of_fragments(const Release& release,
                                                   const Progress& progress) {
  Release alone = release;
  alone.source.reset();
  PublishedFragments published = read_fragments(alone, progress);
  std::vector<PublishedExtents> extents;
  for (std::size_t f = 0; f < published.tables.size(); ++f) {
    std::vector<PublishedExtents> found =
        extents_of(release_of_fragment(release, f), std::move(published.tables[f]), progress);
    std::move(found.begin(), found.end(), std::back_inserter(extents));
  }
  return extents;
}

std::size_t models_of_k_and_l(const Release& release) {
  return has_number(release, "l") ? 2 : 1;
}

// Adds the class, which is in every fragment, in a column apart from the other attributes.
void add_class(const Release& release, Json& arguments) {
  const auto found = std::find_if(release.attributes.begin(), release.attributes.end(),
                                  [](const ReleaseAttribute& a) { return a.column == 2; });
  if (found == release.attributes.end()) fail_incomplete(release);
  arguments.add("class", name_in_source(*found, release));
}

std::vector<PublishedCovers> covers_of_fragments(const Release& release, const Progress& progress) {
  std::vector<PublishedCovers> covers;
  for (PublishedGeneralization& table : read_fragments(release, progress).tables) {
    std::vector<PublishedCovers> found = covers_of_table(std::move(table));
    std::move(found.begin(), found.end(), std::back_inserter(covers));
  }
  return covers;
}

}  // namespace

const Method fragmentation_method{
    .name = "fragmentation",
    .about = "Made by fragmentation: attributes stand in tables whose rows nothing links.",
    .call = {"fragment_table", models_of_k_and_l, add_class},
    .structure = check_fragments,
    .layout = LayoutKind::fragments,
};

const LayoutOperations fragment_operations{
    .verify = verify_fragmented,
    .disclosure = Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                          "disclosure() does not measure joins of fragments",
                          "verify_release() shows what they disclose of sensitive values, "
                          "microdata.membership_likelihood() how well a person is found in them."},
    .inference = audit_inference_in_fragments,
    .members_and_outsiders = audit_membership_in_fragments,
    .places = no_places,
    .released_table = no_released_table,
    .shown = read_shown_fragments,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "a release in fragments has no buckets",
                "microdata.membership_likelihood() shows how well a person is found in it."},
    .membership = likelihood_of_membership,
    .counts =
        Missing{
            ERRCODE_FEATURE_NOT_SUPPORTED, false, "counts are not estimated from fragments",
            "Query the fragments themselves; microdata.information_loss() shows how much they were "
            "generalized."},
    .groups =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false, "groups are not estimated from fragments",
                "Query the fragments themselves; a count over one of them needs no estimate.",
                "Fragments share no values and no buckets, and are generalized each by itself: "
                "nothing shows how rows of one go with those of another."},
    .loss = LossReading{extents_of_fragments, covers_of_fragments},
    .divergence = Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                          "microdata.kl_divergence() does not measure fragments",
                          "microdata.information_loss() shows how much they were generalized."},
};

}  // namespace microdata::postgres
