#include "core/fragmentation/diverse_fragments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/fragmentation/class_histograms.hpp"
#include "core/fragmentation/class_segments.hpp"
#include "core/fragmentation/joined_models.hpp"
#include "core/fragmentation/reachable_joins.hpp"
#include "core/fragmentation/sensitive_groups.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

namespace {

// Weights by which the bounds are tightened, one attempt after another.
constexpr std::array weights{0.0, 0.5, 0.75, 0.9};

bool is_distinct_diversity(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return diversity != nullptr && diversity->variant == LDiversity::Variant::distinct;
}

// Returns the largest requested l of distinct l-diversity, at least 1.
double distinct_values(const std::vector<PrivacyModel>& models) {
  double l = 1;
  for (const PrivacyModel& model : models) {
    if (is_distinct_diversity(model)) l = std::max(l, std::get<LDiversity>(model).l);
  }
  return l;
}

class DiverseFragments {
 public:
  DiverseFragments(const Microdata& data, std::span<const Fragment> fragments,
                   std::span<const Row> rows, const DiverseFragmentOptions& options,
                   const Progress& progress)
      : data_(data),
        fragments_(fragments),
        rows_(rows),
        options_(options),
        progress_(progress),
        shares_(models_of_shares(options.privacy)),
        sensitive_(attributes_with_role(data, Role::sensitive)),
        by_class_alone_(sensitive_.size() == 1 &&
                        std::all_of(shares_.begin(), shares_.end(), is_distinct_diversity)) {
    tuples_.resize(data.attributes[options.class_attribute].distinct);
    for (const Row row : rows)
      ++tuples_[class_values()[row]];
  }

  std::vector<LocalRecoding> run() {
    for (const double weight : weights) {
      std::vector<LocalRecoding> result = recode(weight);
      if (!why_not(result)) return result;
    }
    std::vector<LocalRecoding> result;
    for (const Fragment& fragment : fragments_)
      result.push_back(show(fragment, {{rows_.begin(), rows_.end()}, all_in_one()}));
    const std::optional<Infeasible> reason = why_not(result);
    if (reason) throw *reason;
    return result;
  }

 private:
  const std::vector<Code>& class_values() const { return data_.columns[options_.class_attribute]; }
  std::vector<Row> all_in_one() const { return {0, static_cast<Row>(rows_.size())}; }

  // Returns the sensitive attributes of a fragment: the class and the fragment's other sensitive
  // attributes.
  AttributeSet sensitive_in(const Fragment& fragment) const {
    return united(with_role(data_, fragment.attributes, Role::sensitive),
                  {options_.class_attribute});
  }

  LocalRecoding show(const Fragment& fragment, TuplePartition classes) const {
    return show_classes(data_, with_role(data_, fragment.attributes, Role::quasi_identifier),
                        std::move(classes), {}, options_.threads, progress_);
  }

  std::vector<PrivacyModel> tightened_models(double weight) const {
    std::vector<PrivacyModel> models;
    for (const PrivacyModel& model : shares_) {
      std::optional<double> reached;
      for (const std::size_t attribute : sensitive_) {
        const double here = achieved(model, count_values(data_, attribute, rows_, progress_),
                                     sensitive_distribution(data_, attribute, progress_));
        reached = reached ? worse(model, *reached, here) : here;
      }
      models.push_back(weight > 0 ? tightened(model, *reached, weight) : model);
    }
    models.emplace_back(KAnonymity{static_cast<double>(options_.k)});
    return models;
  }

  std::vector<std::vector<Code>> segments() const {
    if (by_class_alone_) return class_segments(tuples_, distinct_values(shares_), options_.k);
    std::vector<std::vector<Code>> all(1);
    for (Code value = 0; value < tuples_.size(); ++value) {
      if (tuples_[value] > 0) all.front().push_back(value);
    }
    return all;
  }

  std::vector<LocalRecoding> recode(double weight) const {
    const std::vector<PrivacyModel> models = tightened_models(weight);
    const std::vector<std::vector<Code>> all_segments = segments();
    std::vector<std::size_t> segment_of_value(tuples_.size());
    for (std::size_t s = 0; s < all_segments.size(); ++s) {
      for (const Code value : all_segments[s])
        segment_of_value[value] = s;
    }
    std::vector<std::vector<Row>> rows(all_segments.size());
    for (const Row row : rows_)
      rows[segment_of_value[class_values()[row]]].push_back(row);
    std::vector<LocalRecoding> result;
    for (const Fragment& fragment : fragments_) {
      TuplePartition classes;
      for (std::size_t s = 0; s < rows.size(); ++s) {
        const TuplePartition chunk =
            recode_chunk(fragment, rows[s], chunk_models(models, all_segments[s].size(), weight));
        for (std::size_t c = 0; c < chunk.buckets(); ++c) {
          classes.rows.insert(classes.rows.end(), chunk.bucket(c).begin(), chunk.bucket(c).end());
          classes.offsets.push_back(static_cast<Row>(classes.rows.size()));
        }
      }
      result.push_back(show(fragment, std::move(classes)));
    }
    return result;
  }

  // Adds the diversity of a chunk, which has all values of its segment (section 5, steps 3 and 4).
  // With several sensitive attributes nothing is added, because the others need not have as many
  // values.
  std::vector<PrivacyModel> chunk_models(std::vector<PrivacyModel> models, std::size_t values,
                                         double weight) const {
    if (sensitive_.size() == 1 && (distinct_values(shares_) > 1 || weight > 0)) {
      models.emplace_back(
          LDiversity{static_cast<double>(values), LDiversity::Variant::distinct, 1});
    }
    return models;
  }

  TuplePartition recode_chunk(const Fragment& fragment, std::span<const Row> rows,
                              std::vector<PrivacyModel> models) const {
    const AttributeSet sensitive = sensitive_in(fragment);
    const PrivacyRequirement privacy(data_, sensitive, std::move(models), progress_);
    return equivalence_classes(data_, with_role(data_, fragment.attributes, Role::quasi_identifier),
                               sensitive, rows, privacy, {options_.grouping, 1, options_.threads},
                               progress_);
  }

  // Returns the reason why the equivalence classes may not be published, or nothing.
  std::optional<Infeasible> why_not(const std::vector<LocalRecoding>& recoded) const {
    Infeasible infeasible;
    infeasible.reason = Infeasible::Reason::joined;
    infeasible.attribute = options_.class_attribute;
    infeasible.total = static_cast<std::uint32_t>(rows_.size());
    std::vector<std::vector<ClassHistogram>> kinds;
    for (const LocalRecoding& fragment : recoded)
      kinds.push_back(class_histograms(fragment.classes, class_values(), progress_).kinds);
    if (!non_reconstructible(kinds)) {
      infeasible.model = KAnonymity{static_cast<double>(options_.k)};
      return infeasible;
    }
    const PrivacyRequirement of_class(data_, {options_.class_attribute}, shares_, progress_);
    const std::optional<JoinedViolation> joined = violated_by_joins(kinds, of_class, progress_);
    if (joined) {
      infeasible.model = joined->model;
      infeasible.reached = joined->reached;
      return infeasible;
    }
    for (std::size_t f = 0; f < recoded.size(); ++f) {
      const AttributeSet others = without(sensitive_in(fragments_[f]), {options_.class_attribute});
      if (others.empty()) continue;
      const PrivacyRequirement of_others(data_, others, shares_, progress_);
      const std::optional<GroupViolation> group = violated_by_groups(
          data_, recoded[f].classes, others, of_others, class_values(), progress_);
      if (!group) continue;
      infeasible.attribute = group->attribute;
      infeasible.model = group->model;
      infeasible.reached = group->reached;
      return infeasible;
    }
    return std::nullopt;
  }

  bool non_reconstructible(const std::vector<std::vector<ClassHistogram>>& kinds) const {
    ReachableJoins joins(options_.k);
    for (const std::vector<ClassHistogram>& fragment : kinds) {
      ReachableJoins::Scratch scratch = joins.make_scratch();
      for (const ClassHistogram& histogram : fragment) {
        if (!joins.safe(histogram, scratch, progress_)) return false;
      }
      joins.add(fragment, progress_);
    }
    return true;
  }

  const Microdata& data_;
  std::span<const Fragment> fragments_;
  std::span<const Row> rows_;
  const DiverseFragmentOptions& options_;
  const Progress& progress_;
  std::vector<PrivacyModel> shares_;
  AttributeSet sensitive_;
  bool by_class_alone_;
  std::vector<std::uint32_t> tuples_;
};

}  // namespace

std::vector<PrivacyModel> models_of_shares(const std::vector<PrivacyModel>& models) {
  std::vector<PrivacyModel> result;
  for (const PrivacyModel& model : models) {
    if (std::holds_alternative<KAnonymity>(model)) continue;
    result.push_back(model);
    if (auto* alpha = std::get_if<AlphaKAnonymity>(&result.back())) alpha->k = 1;
  }
  return result;
}

std::vector<LocalRecoding> recode_diversely(const Microdata& data,
                                            std::span<const Fragment> fragments,
                                            std::span<const Row> rows,
                                            const DiverseFragmentOptions& options,
                                            const Progress& progress) {
  return DiverseFragments(data, fragments, rows, options, progress).run();
}

}  // namespace microdata
