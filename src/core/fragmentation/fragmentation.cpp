#include "core/fragmentation/fragmentation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/fragmentation/class_enforcement.hpp"
#include "core/fragmentation/class_histograms.hpp"
#include "core/fragmentation/diverse_fragments.hpp"
#include "core/fragmentation/selectivity_enforcement.hpp"
#include "core/fragmentation/sensitive_groups.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/eligibility.hpp"
#include "core/partition/local_recoding.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

namespace {

constexpr auto distinct = LDiversity::Variant::distinct;

// All requirements, including k and l.
struct Requirements {
  std::uint32_t k;
  std::vector<PrivacyModel> models;
  // True if only k and numbers of tuples are required.
  bool only_k;
  bool protect_class;
};

Requirements requirements_of(const Microdata& data, const FragmentationOptions& options) {
  Requirements result{options.k, options.privacy, false, false};
  if (options.l > 1) result.models.emplace_back(LDiversity{options.l, distinct, 1});
  for (const PrivacyModel& model : result.models) {
    double k = 1;
    if (const auto* anonymity = std::get_if<KAnonymity>(&model)) k = anonymity->k;
    if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) k = alpha->k;
    // The bound is safe because no table has more rows.
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    result.k = std::max(result.k, static_cast<std::uint32_t>(std::min(std::ceil(k), most)));
  }
  result.only_k = models_of_shares(result.models).empty();
  result.protect_class =
      !result.only_k && data.attributes[options.class_attribute].role == Role::sensitive;
  return result;
}

// Returns the rows to publish, after the suppression that frequency l-diversity needs. Throws
// Infeasible if no release can meet the requirements.
PublishedRows choose_rows(const Microdata& data, const FragmentationOptions& options,
                          const Requirements& required, Random& random, const Progress& progress) {
  PublishedRows published(data.rows, options.suppress, random);
  double frequency = 1;
  for (const PrivacyModel& model : required.models) {
    const auto* diversity = std::get_if<LDiversity>(&model);
    if (diversity != nullptr && diversity->variant == LDiversity::Variant::frequency) {
      frequency = std::max(frequency, diversity->l);
    }
  }
  if (frequency > 1) make_eligible(data, frequency, published, progress);
  const PrivacyRequirement privacy(data, attributes_with_role(data, Role::sensitive),
                                   required.only_k ? std::vector<PrivacyModel>{} : required.models,
                                   progress);
  check_feasible(data, privacy, required.k, published.rows(), progress);
  return published;
}

// Recodes a fragment if the class is not protected. The models apply to the fragment's other
// sensitive attributes in each equivalence class.
LocalRecoding recode_fragment(const Microdata& data, const Fragment& fragment,
                              const AttributeSet& sensitive, std::span<const Row> rows,
                              const Requirements& required, const FragmentationOptions& options,
                              const Progress& progress) {
  std::vector<PrivacyModel> models;
  if (!sensitive.empty()) models = models_of_shares(required.models);
  models.emplace_back(KAnonymity{static_cast<double>(required.k)});
  const PrivacyRequirement privacy(data, sensitive, std::move(models), progress);
  return recode_locally(data, with_role(data, fragment.attributes, Role::quasi_identifier),
                        sensitive, rows, privacy, {options.grouping, 1, options.threads}, false,
                        progress);
}

// Gives the rows of each equivalence class the values of its histogram. A row keeps its value while
// the histogram has that value left; then it gets the majority, which has become more frequent.
void set_class_values(const ClassHistograms& before, const std::vector<ClassHistogram>& after,
                      PublishedFragment& fragment, const Progress& progress) {
  ClassHistogram left;
  for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
    progress.checkpoint_at(c);
    std::size_t rows_done = 0;
    left = after[before.kind_of_class[c]];
    const Code majority = majority_alone(left).front().value;
    for (const Row row : fragment.classes.bucket(c)) {
      if (++rows_done % 8192 == 0) progress.checkpoint();
      const Code value = fragment.class_values[row];
      const auto own =
          std::lower_bound(left.begin(), left.end(), value,
                           [](const ValueCount& v, Code wanted) { return v.value < wanted; });
      if (own != left.end() && own->value == value && own->tuples > 0) {
        --own->tuples;
      } else {
        fragment.class_values[row] = majority;
      }
    }
  }
}

// Puts each value that an equivalence class keeps on a random tuple of the class.
void set_ambiguous_values(const ClassHistograms& before, const std::vector<std::vector<Code>>& kept,
                          PublishedFragment& fragment, Random& random, const Progress& progress) {
  const std::vector<Code> values = std::move(fragment.class_values);
  fragment.class_values.assign(values.size(), ambiguous);
  std::vector<Row> rows;
  for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
    progress.checkpoint_at(c);
    const std::vector<Code>& published = kept[before.kind_of_class[c]];
    rows.assign(fragment.classes.bucket(c).begin(), fragment.classes.bucket(c).end());
    random.shuffle(std::span(rows));
    for (std::size_t i = 0; i < published.size(); ++i)
      fragment.class_values[rows[i]] = published[i];
    fragment.changed += static_cast<Row>(std::count_if(rows.begin(), rows.end(), [&](Row row) {
      return std::find(published.begin(), published.end(), values[row]) == published.end();
    }));
  }
}

// Changes the class values of the fragments until they are non-reconstructible. `units` is by
// fragment.
void enforce(const std::vector<ChangeUnit>& units, const Requirements& required,
             const FragmentationOptions& options, std::vector<PublishedFragment>& fragments,
             Random& random, const Progress& progress) {
  // A single fragment has no other to be joined with.
  if (fragments.size() == 1) return;
  std::vector<ClassHistograms> histograms;
  std::vector<std::vector<ClassHistogram>> kinds;
  for (const PublishedFragment& fragment : fragments) {
    histograms.push_back(class_histograms(fragment.classes, fragment.class_values, progress));
    kinds.push_back(histograms.back().kinds);
  }
  if (options.enforcement == Enforcement::delta_selectivity) {
    const auto kept = enforce_selectivity(kinds, required.k, options.delta, progress);
    for (std::size_t f = 0; f < kept.size(); ++f)
      set_ambiguous_values(histograms[f], kept[f], fragments[f], random, progress);
    return;
  }
  if (options.enforcement == Enforcement::naive) {
    for (std::vector<ClassHistogram>& fragment : kinds)
      std::transform(fragment.begin(), fragment.end(), fragment.begin(), majority_alone);
  } else {
    kinds = enforce_on_dependency_graph(kinds, units, required.k, options.threads, progress);
  }
  for (std::size_t f = 0; f < fragments.size(); ++f)
    set_class_values(histograms[f], kinds[f], fragments[f], progress);
}

void count_changes(const std::vector<Code>& source, PublishedFragment& fragment,
                   const Progress& progress) {
  const std::vector<Row>& rows = fragment.classes.rows;
  progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      fragment.changed += fragment.class_values[rows[i]] != source[rows[i]] ? 1U : 0U;
  });
}

}  // namespace

Row Fragmentation::changed() const {
  Row sum = 0;
  for (const PublishedFragment& fragment : fragments)
    sum += fragment.changed;
  return sum;
}

Fragmentation fragment(const Microdata& data, const FragmentationOptions& options, Random& random,
                       const Progress& progress) {
  const Requirements required = requirements_of(data, options);
  const PublishedRows published = choose_rows(data, options, required, random, progress);
  FragmentPlan plan = plan_fragments(data, options.class_attribute, options.fragments,
                                     options.discretization, options.threads, random, progress);
  progress.phase("partition");
  std::vector<LocalRecoding> recoded;
  if (required.protect_class) {
    recoded = recode_diversely(
        data, plan.fragments, published.in_random_order(),
        {options.class_attribute, required.k, required.models, options.grouping, options.threads},
        progress);
  }
  const std::vector<Code>& values = data.columns[options.class_attribute];
  Fragmentation result;
  result.suppressed = published.suppressed();
  result.information_error = plan.error;
  std::vector<ChangeUnit> units;
  for (Fragment& planned : plan.fragments) {
    AttributeSet sensitive;
    if (!required.only_k) sensitive = with_role(data, planned.attributes, Role::sensitive);
    if (!required.protect_class) {
      recoded.push_back(recode_fragment(data, planned, sensitive, published.in_random_order(),
                                        required, options, progress));
    }
    LocalRecoding& recoding = recoded[result.fragments.size()];
    PublishedFragment& fragment = result.fragments.emplace_back();
    fragment.plan = std::move(planned);
    fragment.classes = std::move(recoding.classes);
    fragment.attributes = std::move(recoding.attributes);
    fragment.class_values = values;
    fragment.loss =
        information_loss(fragment.classes, fragment.attributes, data.rows, result.suppressed);
    units.push_back(sensitive.empty() ? ChangeUnit::tuple : ChangeUnit::value);
    if (required.protect_class || sensitive.empty()) continue;
    const PrivacyRequirement privacy(data, sensitive, models_of_shares(required.models), progress);
    settle_sensitive_groups(data, fragment.classes, sensitive, privacy, fragment.class_values,
                            progress);
  }
  if (required.protect_class) return result;
  progress.phase("enforce");
  enforce(units, required, options, result.fragments, random, progress);
  if (options.enforcement == Enforcement::delta_selectivity) return result;
  for (PublishedFragment& fragment : result.fragments)
    count_changes(values, fragment, progress);
  return result;
}

}  // namespace microdata
