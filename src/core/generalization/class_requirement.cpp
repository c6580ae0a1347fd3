#include "core/generalization/class_requirement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/microdata/histogram.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Returns the smallest share of the table's tuples that a class's values must cover for the
// distance to stay within its bound. The tuples of all other values would have to be moved.
double least_mass(const TCloseness& model, const SensitiveDistribution& table) {
  // Moving a tuple costs one of `steps` steps at least.
  double steps = 1;
  if (model.distance == TCloseness::Distance::ordered) {
    steps = static_cast<double>(table.domain()) - 1;
  } else if (model.distance == TCloseness::Distance::hierarchical) {
    steps = static_cast<double>(table.hierarchy()->height());
  }
  return 1 - model.t * steps;
}

double least_mass(const BeliefDistance& model) {
  switch (model.distance) {
    case BeliefDistance::Distance::total_variation:
      return 1 - model.b;
    case BeliefDistance::Distance::kullback_leibler:
      // The distance is least if the shares of the class's values are as in the table.
      return std::exp(-model.b);
    case BeliefDistance::Distance::jensen_shannon:
      return 0;
  }
  return 0;
}

// Returns the smallest number of values that cover a share of `mass`.
std::uint32_t fewest_with_mass(double mass, const SensitiveDistribution& table) {
  std::vector<double> shares;
  for (Code value = 0; value < table.domain(); ++value)
    shares.push_back(table.share(value));
  std::sort(shares.begin(), shares.end(), std::greater<>());
  // Models accept equality within rounding.
  constexpr double slack = 1e-6;
  double upto = 0;
  std::uint32_t values = 0;
  while (values < shares.size() && upto < mass - slack)
    upto += shares[values++];
  return std::max(values, 1U);
}

// Returns the smallest number of values that a class must have for a model to hold, as far as it
// follows without the class's counts. Every variant of l-diversity needs at least l values.
std::uint32_t fewest_values_for(const PrivacyModel& model, const SensitiveDistribution& table) {
  if (const auto* diversity = std::get_if<LDiversity>(&model)) {
    std::uint32_t values = std::max(fewest_tuples(diversity->l), 1U);
    if (diversity->variant != LDiversity::Variant::distinct) return values;
    // The model itself decides, so the number is exact.
    while (values > 1 && meets(model, values - 1))
      --values;
    while (values < std::numeric_limits<std::uint32_t>::max() && !meets(model, values))
      ++values;
    return values;
  }
  if (const auto* closeness = std::get_if<TCloseness>(&model)) {
    return fewest_with_mass(least_mass(*closeness, table), table);
  }
  if (const auto* belief = std::get_if<BeliefDistance>(&model)) {
    return fewest_with_mass(least_mass(*belief), table);
  }
  if (const auto* likeness = std::get_if<BetaLikeness>(&model)) {
    return fewest_with_mass(1 / (1 + likeness->beta), table);
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
  const std::size_t fewest = privacy.has_harmless() ? privacy.least() : privacy.fewest();
  fewest_ = std::max({k, static_cast<std::uint32_t>(fewest), 1U});
  fewest_values_.assign(sensitive_.size(), 1);
  if (sensitive_.empty()) return;
  // A class of harmless values alone needs no other values.
  const auto has_harmless = [&](std::size_t j) {
    return !data.attributes[sensitive_[j]].harmless.empty();
  };
  bool any_harmless = false;
  for (std::size_t j = 0; j < sensitive_.size(); ++j) {
    any_harmless = any_harmless || has_harmless(j);
    if (has_harmless(j)) continue;
    if (l_) {
      fewest_values_[j] = std::max(fewest_tuples(*l_), 1U);
      fewest_ = std::max(fewest_, fewest_values_[j]);
    }
    for (const PrivacyModel& model : privacy.models()) {
      fewest_values_[j] =
          std::max(fewest_values_[j], fewest_values_for(model, privacy.tables()[j]));
    }
  }
  holds_in_supersets_ = !l_ && privacy.holds_in_supersets();
  counts_suffice_ =
      !l_ &&
      std::all_of(privacy.models().begin(), privacy.models().end(), [&](const PrivacyModel& model) {
        return is_about_counts(model) && (!any_harmless || !is_about_sensitive_values(model));
      });
}

bool ClassRequirement::holds(std::size_t j, std::span<const ValueCount> values) const {
  if (values.size() < fewest_values_[j]) return false;
  if (l_) {
    const Attribute& attribute = data_->attributes[sensitive_[j]];
    std::uint32_t largest = 0;
    double total = 0;
    for (const ValueCount& v : values) {
      if (!attribute.is_harmless(v.value)) largest = std::max(largest, v.tuples);
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
  if (rows_of_table(*data_, rows) < fewest_) return false;
  for (std::size_t j = 0; j < sensitive_.size(); ++j) {
    count_into(*data_, sensitive_[j], rows, scratch, progress);
    if (!holds(j, scratch.values)) return false;
  }
  return true;
}

void count_into(const Microdata& data, std::size_t attribute, std::span<const Row> rows,
                ClassRequirement::Scratch& scratch, const Progress& progress) {
  const std::vector<Code>& codes = data.columns[attribute];
  scratch.values.clear();
  progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Code value = codes[rows[i]];
      if (scratch.tuples[value] == 0) scratch.values.push_back({value, 0});
      scratch.tuples[value] += data.times_of(rows[i]);
    }
  });
  for (ValueCount& v : scratch.values)
    v.tuples = std::exchange(scratch.tuples[v.value], 0);
}

}  // namespace microdata
