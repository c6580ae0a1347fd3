#include "postgres/inspection/edition_verification.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/series/invariance_check.hpp"
#include "core/series/valueless.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/inspection/cohort_verification.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/series_verification.hpp"

namespace microdata::postgres {

namespace {

std::size_t count_of_kind(const std::vector<InvarianceFault>& faults, InvarianceFault::Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(faults.begin(), faults.end(),
                    [&](const InvarianceFault& fault) { return fault.kind == kind; }));
}

// Of persons who are shown without a value: whether they may be.
void add_valueless(const Release& release, const ShownEdition& shown, std::uint32_t m,
                   std::vector<Finding>& findings) {
  const std::size_t recorded = valueless_of(release);
  const std::size_t persons = shown.valueless_persons();
  if (recorded == 0 && persons == 0) return;
  findings.push_back(as_recorded("people without a value match the record", recorded, persons));
  if (persons == 0) return;
  const std::uint32_t fewest = *std::min_element(shown.valueless.begin(), shown.valueless.end());
  findings.push_back({"every bucket without values has m people", static_cast<double>(m),
                      static_cast<double>(fewest), fewest >= m});
  std::set<Signature> signatures;
  std::vector<std::uint64_t> values(shown.values.distinct());
  for (const InvariantBucket& bucket : shown.edition.buckets) {
    Signature signature = bucket.values;
    std::sort(signature.begin(), signature.end());
    signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
    for (const Code value : signature)
      ++values[value];
    signatures.insert(std::move(signature));
  }
  const std::vector<Signature> all(signatures.begin(), signatures.end());
  findings.push_back({"values outside a signature are m-diverse", static_cast<double>(m),
                      diversity_outside(all, values), may_show_valueless(all, values, m)});
}

}  // namespace

bool is_edition(const Release& release) {
  return release.layout.series.has_value();
}

std::vector<Finding> verify_uniqueness(const Release& release, const ShownEdition& shown,
                                       const Progress& progress) {
  const InvariantEdition& edition = shown.edition;
  const auto m = static_cast<std::uint32_t>(release.layout.m.value_or(2));
  const std::vector<InvarianceFault> faults = check_invariance({&edition, 1}, m, progress);
  std::size_t fewest = edition.buckets.empty() ? 0 : edition.buckets.front().values.size();
  for (const InvariantBucket& bucket : edition.buckets)
    fewest = std::min(fewest, bucket.values.size());
  using Kind = InvarianceFault::Kind;
  std::vector<Finding> findings{
      {"every bucket has m sensitive values", static_cast<double>(m), static_cast<double>(fewest),
       fewest >= m},
      none_allowed("buckets do not repeat values", count_of_kind(faults, Kind::repeated_value)),
      none_allowed("every bucket has a person", count_of_kind(faults, Kind::no_person)),
      none_allowed("buckets have at least as many values as people",
                   count_of_kind(faults, Kind::too_many_persons)),
  };
  add_valueless(release, shown, m, findings);
  return findings;
}

std::vector<Finding> verify_rows_of_edition(const Release& release, const Progress& progress) {
  progress.phase("read");
  const ShownEdition shown = read_edition(release, progress);
  progress.phase("verify");
  return verify_uniqueness(release, shown, progress);
}

std::vector<Finding> verify_edition(const Release& release, const Progress& progress) {
  if (is_of_cohorts(release)) return verify_cohorts(release, progress);
  progress.phase("read");
  const ShownEdition shown = read_edition(release, progress);
  progress.phase("verify");
  std::vector<Finding> findings = verify_uniqueness(release, shown, progress);
  const std::optional<std::string> series = series_of_release(release.id);
  const std::vector<Finding> further =
      series ? verify_in_series(*series, release, shown, progress) : without_series(release);
  findings.insert(findings.end(), further.begin(), further.end());
  return findings;
}

}  // namespace microdata::postgres
