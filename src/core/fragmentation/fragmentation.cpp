#include "core/fragmentation/fragmentation.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/fragmentation/class_enforcement.hpp"
#include "core/fragmentation/class_histograms.hpp"
#include "core/fragmentation/selectivity_enforcement.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/local_recoding.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

namespace {

AttributeSet quasi_identifiers_of(const Microdata& data, const Fragment& fragment) {
  return with_role(data, fragment.attributes, Role::quasi_identifier);
}

// What the histograms of a fragment's equivalence classes become.
using PublishedHistograms = std::vector<std::vector<ClassHistogram>>;

PublishedHistograms enforce(PublishedHistograms kinds, const FragmentationOptions& options,
                            const Progress& progress) {
  if (options.enforcement == Enforcement::naive) {
    for (std::vector<ClassHistogram>& fragment : kinds)
      std::transform(fragment.begin(), fragment.end(), fragment.begin(), majority_alone);
    return kinds;
  }
  const std::vector<ChangeUnit> units(kinds.size(), ChangeUnit::tuple);
  return enforce_on_dependency_graph(kinds, units, options.k, options.threads, progress);
}

// Gives the rows of each equivalence class the values of its histogram: their own for as long as
// there are any, then the majority, of which there are more than before.
void set_class_values(const std::vector<Code>& values, const ClassHistograms& before,
                      const std::vector<ClassHistogram>& after, PublishedFragment& fragment,
                      const Progress& progress) {
  fragment.class_values = values;
  ClassHistogram left;
  for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
    progress.checkpoint_at(c);
    left = after[before.kind_of_class[c]];
    const Code majority = majority_alone(left).front().value;
    for (const Row row : fragment.classes.bucket(c)) {
      const auto own = std::find_if(left.begin(), left.end(),
                                    [&](const ValueCount& v) { return v.value == values[row]; });
      if (own != left.end() && own->tuples > 0) {
        --own->tuples;
      } else {
        fragment.class_values[row] = majority;
        ++fragment.changed;
      }
    }
  }
}

// Puts each value that an equivalence class keeps on one of its tuples, whichever.
void set_ambiguous_values(const std::vector<Code>& values, const ClassHistograms& before,
                          const std::vector<std::vector<Code>>& kept, PublishedFragment& fragment,
                          Random& random, const Progress& progress) {
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

}  // namespace

Row Fragmentation::changed() const {
  Row sum = 0;
  for (const PublishedFragment& fragment : fragments)
    sum += fragment.changed;
  return sum;
}

Fragmentation fragment(const Microdata& data, const FragmentationOptions& options, Random& random,
                       const Progress& progress) {
  const PublishedRows published(data.rows, options.suppress, random);
  const PrivacyRequirement privacy(data, {}, {KAnonymity{static_cast<double>(options.k)}},
                                   progress);
  check_feasible(data, privacy, options.k, published.rows(), progress);
  FragmentPlan plan = plan_fragments(data, options.class_attribute, options.fragments,
                                     options.discretization, options.threads, random, progress);
  progress.phase("partition");
  Fragmentation result;
  result.suppressed = published.suppressed();
  result.information_error = plan.error;
  const std::vector<Code>& values = data.columns[options.class_attribute];
  std::vector<ClassHistograms> histograms;
  for (Fragment& planned : plan.fragments) {
    PublishedFragment& fragment = result.fragments.emplace_back();
    fragment.plan = std::move(planned);
    LocalRecoding recoding = recode_locally(
        data, quasi_identifiers_of(data, fragment.plan), {}, published.in_random_order(), privacy,
        {options.grouping, 1, options.threads}, false, progress);
    fragment.classes = std::move(recoding.classes);
    fragment.attributes = std::move(recoding.attributes);
    fragment.loss =
        information_loss(fragment.classes, fragment.attributes, data.rows, result.suppressed);
    histograms.push_back(class_histograms(fragment.classes, values, progress));
  }
  progress.phase("enforce");
  PublishedHistograms kinds;
  for (const ClassHistograms& h : histograms)
    kinds.push_back(h.kinds);
  if (options.enforcement == Enforcement::delta_selectivity) {
    const auto kept = enforce_selectivity(kinds, options.k, options.delta, progress);
    for (std::size_t f = 0; f < kept.size(); ++f) {
      set_ambiguous_values(values, histograms[f], kept[f], result.fragments[f], random, progress);
    }
    return result;
  }
  const PublishedHistograms after = enforce(std::move(kinds), options, progress);
  for (std::size_t f = 0; f < after.size(); ++f)
    set_class_values(values, histograms[f], after[f], result.fragments[f], progress);
  return result;
}

}  // namespace microdata
