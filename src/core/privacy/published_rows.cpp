#include "core/privacy/published_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/histogram.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

PublishedRows::PublishedRows(Row rows, double suppress, Random& random)
    : rows_(rows), allowed_(static_cast<Row>(std::floor(rows * suppress * (1 + share_tolerance)))) {
  std::iota(rows_.begin(), rows_.end(), 0U);
  in_random_order_ = rows_;
  random.shuffle(std::span(in_random_order_));
}

PublishedRows::PublishedRows(Row rows, std::span<const Row> chosen, Random& random)
    : rows_(chosen.begin(), chosen.end()),
      in_random_order_(rows_),
      allowed_(rows - static_cast<Row>(chosen.size())),
      suppressed_(allowed_) {
  random.shuffle(std::span(in_random_order_));
}

void PublishedRows::require_allowed(std::size_t needed, Infeasible infeasible) const {
  if (suppressed_ + needed <= allowed_ && needed < rows_.size()) return;
  infeasible.to_suppress = suppressed_ + static_cast<Row>(needed);
  throw infeasible;
}

void PublishedRows::keep(std::span<const Row> kept, Infeasible infeasible) {
  require_allowed(rows_.size() - kept.size(), std::move(infeasible));
  suppressed_ += static_cast<Row>(rows_.size() - kept.size());
  rows_.assign(kept.begin(), kept.end());
  std::sort(rows_.begin(), rows_.end());
  std::erase_if(in_random_order_,
                [&](Row row) { return !std::binary_search(rows_.begin(), rows_.end(), row); });
}

void PublishedRows::suppress(std::span<const std::uint32_t> group_of_row,
                             std::vector<std::uint32_t> quota, Infeasible infeasible) {
  const std::uint32_t needed = std::accumulate(quota.begin(), quota.end(), 0U);
  require_allowed(needed, std::move(infeasible));
  std::erase_if(in_random_order_, [&](Row row) {
    std::uint32_t& left = quota[group_of_row[row]];
    if (left == 0) return false;
    --left;
    return true;
  });
  rows_ = in_random_order_;
  std::sort(rows_.begin(), rows_.end());
  suppressed_ += needed;
}

namespace {

// Returns the failure of a model for the attribute that is worst for it, or nothing. `counts` has
// the values of each sensitive attribute.
std::optional<Infeasible> failure_of(const PrivacyModel& model, const PrivacyRequirement& privacy,
                                     const AttributeSet& sensitive,
                                     const std::vector<std::vector<ValueCount>>& counts,
                                     Row total) {
  Infeasible infeasible;
  infeasible.reason = Infeasible::Reason::privacy;
  infeasible.total = total;
  infeasible.model = model;
  if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model); alpha && total < alpha->k) {
    infeasible.reason = Infeasible::Reason::too_few_rows;
    return infeasible;
  }
  bool fails = false;
  for (std::size_t j = 0; j < counts.size(); ++j) {
    const SensitiveDistribution& table = privacy.tables()[j];
    if (holds(model, counts[j], table)) continue;
    const double reached = achieved(model, counts[j], table);
    if (fails && worse(model, infeasible.reached, reached) == infeasible.reached) continue;
    fails = true;
    infeasible.reached = reached;
    if (!sensitive.empty()) infeasible.attribute = sensitive[j];
  }
  return fails ? std::optional(infeasible) : std::nullopt;
}

}  // namespace

void check_feasible(const Microdata& data, const PrivacyRequirement& privacy, std::uint32_t k,
                    std::span<const Row> rows, const Progress& progress) {
  Infeasible infeasible;
  infeasible.total = rows_of_table(data, rows);
  if (infeasible.total < k) {
    infeasible.reason = Infeasible::Reason::too_few_rows;
    throw infeasible;
  }
  if (privacy.empty()) return;
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  std::vector<std::vector<ValueCount>> counts;
  for (const std::size_t attribute : sensitive)
    counts.push_back(count_values(data, attribute, rows, progress));
  if (sensitive.empty()) counts.push_back({{0, infeasible.total}});
  for (const PrivacyModel& model : privacy.models()) {
    if (const auto failure = failure_of(model, privacy, sensitive, counts, infeasible.total))
      throw *failure;
  }
}

}  // namespace microdata
