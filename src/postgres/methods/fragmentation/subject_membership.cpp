#include "postgres/methods/fragmentation/subject_membership.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/risk/membership.hpp"
#include "postgres/inspection/label_shares.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

// The class is what fragments are joined on, with whichever value.
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

// Which published values of a quasi-identifier may be the value.
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

// The equivalence classes that the person's values fall into.
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

}  // namespace

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

}  // namespace microdata::postgres
