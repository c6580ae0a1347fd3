#include "core/generalization/class_requirement.hpp"

#include <algorithm>
#include <utility>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// The fewest values that a class must have for a model to hold, as far as is known without its
// counts: whatever well represented means, it takes l values at least.
std::uint32_t fewest_values_for(const PrivacyModel& model, const SensitiveDistribution& table) {
  if (const auto* diversity = std::get_if<LDiversity>(&model)) {
    std::uint32_t values = std::max(fewest_tuples(diversity->l), 1U);
    if (diversity->variant != LDiversity::Variant::distinct) return values;
    // Exactly as the model has it.
    while (values > 1 && meets(model, values - 1))
      --values;
    while (!meets(model, values))
      ++values;
    return values;
  }
  if (std::holds_alternative<DeltaDisclosure>(model)) {
    return static_cast<std::uint32_t>(table.distinct());
  }
  return 1;
}

bool is_about_counts(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return std::holds_alternative<KAnonymity>(model) ||
         (diversity != nullptr && diversity->variant == LDiversity::Variant::distinct);
}

}  // namespace

ClassRequirement::ClassRequirement(const Microdata& data, AttributeSet sensitive, std::uint32_t k,
                                   std::optional<double> l, const PrivacyRequirement& privacy)
    : data_(&data), sensitive_(std::move(sensitive)), l_(l), privacy_(&privacy) {
  fewest_ = std::max({k, static_cast<std::uint32_t>(privacy.fewest()), 1U});
  fewest_values_.assign(sensitive_.size(), 1);
  if (sensitive_.empty()) return;
  if (l_) {
    fewest_values_.assign(sensitive_.size(), std::max(fewest_tuples(*l_), 1U));
    fewest_ = std::max(fewest_, fewest_values_.front());
  }
  for (std::size_t j = 0; j < sensitive_.size(); ++j) {
    for (const PrivacyModel& model : privacy.models()) {
      fewest_values_[j] =
          std::max(fewest_values_[j], fewest_values_for(model, privacy.tables()[j]));
    }
  }
  holds_in_supersets_ = !l_ && privacy.holds_in_supersets();
  counts_suffice_ =
      !l_ && std::all_of(privacy.models().begin(), privacy.models().end(), is_about_counts);
}

bool ClassRequirement::holds(std::size_t j, std::span<const ValueCount> values) const {
  if (values.size() < fewest_values_[j]) return false;
  if (l_) {
    std::uint32_t largest = 0;
    double total = 0;
    for (const ValueCount& v : values) {
      largest = std::max(largest, v.tuples);
      total += v.tuples;
    }
    if (!share_holds(largest, total, *l_)) return false;
  }
  return counts_suffice_ || privacy_->holds(j, values);
}

ClassRequirement::Scratch ClassRequirement::make_scratch() const {
  Code most = 0;
  for (const std::size_t attribute : sensitive_)
    most = std::max(most, data_->attributes[attribute].distinct);
  return {std::vector<std::uint32_t>(most), {}};
}

bool ClassRequirement::holds(std::span<const Row> rows, Scratch& scratch,
                             const Progress& progress) const {
  if (rows.size() < fewest_) return false;
  for (std::size_t j = 0; j < sensitive_.size(); ++j) {
    count_into(data_->columns[sensitive_[j]], rows, scratch, progress);
    if (!holds(j, scratch.values)) return false;
  }
  return true;
}

void count_into(std::span<const Code> codes, std::span<const Row> rows,
                ClassRequirement::Scratch& scratch, const Progress& progress) {
  scratch.values.clear();
  progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Code value = codes[rows[i]];
      if (scratch.tuples[value]++ == 0) scratch.values.push_back({value, 0});
    }
  });
  for (ValueCount& v : scratch.values)
    v.tuples = std::exchange(scratch.tuples[v.value], 0);
}

}  // namespace microdata
