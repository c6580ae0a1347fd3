#include "postgres/generalization_verification.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/risk/class_cover.hpp"
#include "core/risk/class_disclosure.hpp"
#include "postgres/json_object.hpp"
#include "postgres/model_findings.hpp"
#include "postgres/published_generalization.hpp"

namespace microdata::postgres {

namespace {

// Pairs of tuples and classes that are looked at; beyond it the check is cursory and says so.
constexpr std::size_t most_pairs = 100'000'000;

// Multisets have as many values as their class has rows, and the release no more of a value than
// the source.
Finding check_multisets(const PublishedGeneralization& published, const ClassCover& cover) {
  std::vector<std::uint32_t> size(cover.classes);
  std::vector<std::size_t> row_of_class(cover.classes);
  for (std::size_t row = 0; row < cover.class_of_row.size(); ++row) {
    ++size[cover.class_of_row[row]];
    row_of_class[cover.class_of_row[row]] = row;
  }
  std::size_t wrong = 0;
  std::string worst;
  for (std::size_t a = 0; a < published.quasi_identifiers.size(); ++a) {
    const RegionAttribute& attribute = published.quasi_identifiers[a];
    if (published.multiplicities[a].empty()) continue;
    std::vector<std::int64_t> left(attribute.values);
    for (const Code code : attribute.tuples)
      ++left[code];
    for (std::uint32_t c = 0; c < cover.classes; ++c) {
      const Code label = attribute.published[row_of_class[c]];
      // Classes whose multisets are the same are one; each row of it stands for as many values.
      std::uint64_t values = 0;
      for (const std::uint32_t count : published.multiplicities[a][label])
        values += count;
      if (values == 0 || size[c] % values != 0) {
        ++wrong;
        worst = published.names[a];
        continue;
      }
      const auto times = static_cast<std::int64_t>(size[c] / values);
      for (std::size_t i = 0; i < attribute.covers[label].size(); ++i) {
        left[attribute.covers[label][i]] -= times * published.multiplicities[a][label][i];
      }
    }
    const auto surplus = static_cast<std::size_t>(
        std::count_if(left.begin(), left.end(), [](std::int64_t n) { return n < 0; }));
    if (surplus > 0) worst = published.names[a];
    wrong += surplus;
  }
  Finding finding = none_allowed("multisets are those of the source's tuples", wrong);
  if (wrong > 0) {
    JsonObject json;
    json.add_text("attribute", worst);
    finding.worst_case = json.str();
  }
  return finding;
}

}  // namespace

GroupedValues grouped_values(const PublishedGeneralization::Ungeneralized& values) {
  return {values.name, values.source_name, &values.values.front(), values.published, values.tuples};
}

ClassCover cover_classes(const PublishedGeneralization& published, const Progress& progress) {
  return published.has_source ? cover_tuples(published.rows, published.tuples,
                                             published.quasi_identifiers, most_pairs, progress)
                              : find_classes(published.rows, published.quasi_identifiers, progress);
}

Finding check_rows(const Release& release, const PublishedGeneralization& published) {
  const auto suppressed = static_cast<double>(release.suppressed_rows.value_or(0));
  const auto source = static_cast<double>(published.tuples);
  const double accounted = static_cast<double>(published.rows) + suppressed;
  return {"rows of the source are published or suppressed", source, accounted, source == accounted,
          std::nullopt};
}

Finding check_truth(const ClassAssignment& assignment) {
  Finding finding =
      none_allowed("rows are generalized tuples of the source", assignment.impossible_rows);
  if (assignment.cursory) {
    JsonObject json;
    json.add("cursory", "true");
    finding.worst_case = json.str();
    if (assignment.impossible_rows > 0) finding.holds = std::nullopt;
  }
  return finding;
}

std::vector<Finding> check_classes(const Release& release, const PublishedGeneralization& published,
                                   const ClassCover& cover,
                                   const std::vector<GroupedValues>& further,
                                   const Progress& progress) {
  std::vector<std::uint32_t> size(cover.classes);
  for (const std::uint32_t c : cover.class_of_row)
    ++size[c];
  const Groups groups{cover.class_of_row, cover.classes, "class", [&size](std::uint32_t c) {
                        JsonObject json;
                        json.add("rows", std::to_string(size[c]));
                        return json.str();
                      }};
  std::vector<GroupedValues> sensitive = further;
  for (const PublishedGeneralization::Ungeneralized& s : published.sensitive)
    sensitive.push_back(grouped_values(s));
  return check_models(release, groups, sensitive, progress);
}

std::vector<Finding> verify_generalized(const Release& release, const Progress& progress) {
  const PublishedGeneralization published = read_generalization(release, progress);
  const ClassCover cover = cover_classes(published, progress);
  std::vector<Finding> findings;
  if (published.has_source) {
    findings.push_back(check_rows(release, published));
    findings.push_back(check_truth(assign_tuples(cover, published.rest, progress)));
    const bool with_multisets =
        std::any_of(published.multiplicities.begin(), published.multiplicities.end(),
                    [](const auto& of_label) { return !of_label.empty() && !of_label[0].empty(); });
    if (with_multisets) findings.push_back(check_multisets(published, cover));
  }
  for (Finding& finding : check_classes(release, published, cover, {}, progress))
    findings.push_back(std::move(finding));
  return findings;
}

DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress) {
  const PublishedGeneralization published = read_generalization(release, progress);
  progress.phase("disclosure");
  const ClassCover cover = cover_tuples(published.rows, published.tuples,
                                        published.quasi_identifiers, most_pairs, progress);
  std::vector<double> of_kind(cover.kinds);
  for (const PublishedGeneralization::Ungeneralized& s : published.sensitive) {
    const ClassDisclosure measured = measure_class_disclosure(cover, s.published, progress);
    for (std::size_t kind = 0; kind < of_kind.size(); ++kind)
      of_kind[kind] = std::max(of_kind[kind], measured.of_kind[kind]);
  }
  DisclosureFigures result;
  for (const std::uint32_t kind : cover.kind_of_tuple) {
    if (of_kind[kind] == 0) continue;
    ++result.tuples;
    result.max_probability = std::max(result.max_probability, of_kind[kind]);
    result.mean_probability += of_kind[kind];
  }
  if (result.tuples > 0) result.mean_probability /= static_cast<double>(result.tuples);
  return result;
}

}  // namespace microdata::postgres
