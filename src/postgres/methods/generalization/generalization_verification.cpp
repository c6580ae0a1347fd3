#include "postgres/methods/generalization/generalization_verification.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/risk/class_cover.hpp"
#include "core/risk/class_disclosure.hpp"
#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/model_findings.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/region_findings.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/worker_regions.hpp"
#include "postgres/server/memory_scope.hpp"

namespace microdata::postgres {

namespace {

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
    if (attribute.counts.empty()) continue;
    std::vector<std::int64_t> left(attribute.values);
    for (const Code code : attribute.tuples)
      ++left[code];
    for (std::uint32_t c = 0; c < cover.classes; ++c) {
      const Code label = attribute.published[row_of_class[c]];
      // Classes whose multisets are the same are one; each row of it stands for as many values.
      std::uint64_t values = 0;
      for (const std::uint32_t count : attribute.counts[label])
        values += count;
      if (values == 0 || size[c] % values != 0) {
        ++wrong;
        worst = published.names[a];
        continue;
      }
      const auto times = static_cast<std::int64_t>(size[c] / values);
      std::size_t i = 0;
      attribute.covers[label].for_each(
          [&](Code code) { left[code] -= times * attribute.counts[label][i++]; });
    }
    const auto surplus = static_cast<std::size_t>(
        std::count_if(left.begin(), left.end(), [](std::int64_t n) { return n < 0; }));
    if (surplus > 0) worst = published.names[a];
    wrong += surplus;
  }
  Finding finding = none_allowed("multisets match the source", wrong);
  if (wrong > 0) {
    finding.worst_case = Json::object().add("attribute", worst);
  }
  return finding;
}

// Of a release or of a region of it.
std::vector<Finding> verify_published(const Release& release,
                                      const PublishedGeneralization& published,
                                      const Progress& progress) {
  const ClassCover cover = cover_classes(published, progress);
  std::vector<Finding> findings;
  if (published.has_source) {
    findings.push_back(check_rows(release, published));
    findings.push_back(check_truth(assign_tuples(cover, published.rest, progress)));
    const bool with_multisets = std::any_of(
        published.quasi_identifiers.begin(), published.quasi_identifiers.end(),
        [](const RegionAttribute& a) { return !a.counts.empty() && !a.counts[0].empty(); });
    if (with_multisets) findings.push_back(check_multisets(published, cover));
  }
  for (Finding& finding : check_classes(release, published, cover, {}, progress))
    findings.push_back(std::move(finding));
  return findings;
}

std::vector<Finding> verify_by_regions(const Release& release, ReleasedRegions regions,
                                       const Progress& progress) {
  RegionLoop loop(release, std::move(regions),
                  {.distributions = compare_with_table(recorded_models(release))});
  RegionFindings found;
  if (is_inspected_on_workers(release)) {
    found.add_each(findings_on_workers(release, loop, {"regions"}));
    return findings_of_regions(release, loop, std::move(found), {});
  }
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    const MemoryScope memory;
    loop.enter(region);
    const Release part = part_of(release, loop, region);
    found.add(region, verify_published(part, read_generalization(part, progress), progress));
  }
  return findings_of_regions(release, loop, std::move(found), {});
}

DisclosureFigures disclosure_of(const PublishedGeneralization& published,
                                const Progress& progress) {
  const ClassCover cover = places_in_classes(published, progress);
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

}  // namespace

std::vector<Finding> verify_generalized(const Release& release, const Progress& progress) {
  if (std::optional<ReleasedRegions> regions = released_regions(release))
    return verify_by_regions(release, std::move(*regions), progress);
  return verify_published(release, read_generalization(release, progress), progress);
}

DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress) {
  return disclosure_of_regions(release, [&] {
    const PublishedGeneralization published = read_generalization(release, progress);
    progress.phase("disclosure");
    return disclosure_of(published, progress);
  });
}

}  // namespace microdata::postgres
