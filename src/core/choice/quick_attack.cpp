#include "core/choice/quick_attack.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "core/choice/attacked_table.hpp"
#include "core/choice/quick_sample.hpp"
#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/microdata/table_counts.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

namespace {

// A release in buckets, as published.
struct Published {
  AttributePartition columns;
  const TuplePartition* buckets = nullptr;
  // Row whose values stand at each place of buckets->rows, for each column.
  std::vector<std::span<const Row>> linking;
  // Number of the region shown in place of a row's quasi-identifiers, for each column by row; empty
  // if the column shows them unchanged.
  std::vector<std::span<const std::uint32_t>> regions;
  // Generalization of each column with separate regions for each bucket, or null.
  std::vector<const ColumnGeneralization*> in_buckets;
};

Published published(const Slicing& slicing) {
  Published result{slicing.columns, &slicing.buckets, {}, {}, {}};
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    result.linking.emplace_back(slicing.linking[c]);
    const auto& generalization = slicing.generalizations[c];
    const bool is_shown = generalization && !generalization->attributes.empty();
    result.regions.push_back(is_shown ? std::span<const std::uint32_t>(generalization->of_row)
                                      : std::span<const std::uint32_t>());
    result.in_buckets.push_back(is_shown && generalization->in_buckets ? &*generalization
                                                                       : nullptr);
  }
  return result;
}

Published published(const Microdata& data, const Bucketization& bucketization) {
  Published result{columns_of_buckets(data), &bucketization.buckets, {}, {}, {}};
  result.linking.emplace_back(bucketization.buckets.rows);
  for (const std::vector<Row>& of_value : bucketization.linking)
    result.linking.emplace_back(of_value);
  result.regions.resize(result.columns.size());
  result.in_buckets.resize(result.columns.size());
  return result;
}

// A sample of a release's places and the rows whose values stand there.
struct Sample {
  Microdata data;
  SlicedView view;
  SampledBuckets buckets;
};

class Sampling {
 public:
  Sampling(const Microdata& data, const Published& release)
      : data_(data),
        release_(release),
        number_(data.rows, none),
        linking_(release.linking.size()) {}

  // Draws buckets until they have `enough` rows. From a larger bucket, `enough` places are
  // representative.
  Sample draw(std::size_t enough, Random& random, const Progress& progress) {
    const TuplePartition& all = *release_.buckets;
    TuplePartition drawn;
    std::size_t rows = 0;
    for (const Row b : random_order(all.buckets(), random)) {
      if (rows >= enough) break;
      progress.checkpoint_at(b);
      const std::size_t size = all.offsets[b + 1] - all.offsets[b];
      rows += size;
      add(all.offsets[b], std::min(size, enough), static_cast<std::uint32_t>(drawn.buckets()));
      drawn.rows = linking_.front();
      drawn.offsets.push_back(static_cast<Row>(drawn.rows.size()));
    }
    Sample sample;
    sample.data = selected(data_, rows_, progress);
    sample.view = make_view(sample.data, release_.columns, drawn, linking_, progress);
    show_regions(sample.view, progress);
    sample.buckets.of_person = std::move(bucket_of_);
    sample.buckets.others = static_cast<double>(all.rows.size()) / static_cast<double>(rows);
    return sample;
  }

 private:
  static constexpr Row none = std::numeric_limits<Row>::max();

  void add(std::size_t first, std::size_t places, std::uint32_t bucket) {
    for (std::size_t c = 0; c < linking_.size(); ++c) {
      for (const Row row : release_.linking[c].subspan(first, places)) {
        if (number_[row] == none) {
          number_[row] = static_cast<Row>(rows_.size());
          rows_.push_back(row);
          bucket_of_.push_back(bucket);
        }
        linking_[c].push_back(number_[row]);
      }
    }
  }

  // Renumbers the regions with the numbers of the sample.
  void show_regions(SlicedView& view, const Progress& progress) const {
    for (std::size_t c = 0; c < release_.regions.size(); ++c) {
      if (release_.regions[c].empty()) continue;
      SlicedView::Values& known = view.columns[c].known;
      if (release_.in_buckets[c] != nullptr) {
        std::vector<Row> linking;
        for (const Row row : linking_[c])
          linking.push_back(rows_[row]);
        known = regions_in_buckets(data_, *release_.in_buckets[c], rows_, linking, view.bucket_of,
                                   view.buckets, progress);
        continue;
      }
      std::map<std::uint32_t, std::uint32_t> numbers;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const std::uint32_t region = release_.regions[c][rows_[i]];
        known.tuples[i] =
            numbers.try_emplace(region, static_cast<std::uint32_t>(numbers.size())).first->second;
      }
      known.distinct = static_cast<std::uint32_t>(numbers.size());
      for (std::size_t at = 0; at < linking_[c].size(); ++at)
        known.published[at] = known.tuples[linking_[c][at]];
    }
  }

  const Microdata& data_;
  const Published& release_;
  // Number in the sample, by row of the data.
  std::vector<Row> number_;
  // Row of the data, by row of the sample.
  std::vector<Row> rows_;
  std::vector<std::uint32_t> bucket_of_;
  std::vector<std::vector<Row>> linking_;
};

// Notes the fraction of the table's rows with a value that is not harmless for which the most
// frequent of these values, or the number near most of them, is right.
void find_most_frequent(const Microdata& data, const NearValues* near, QuickAttack& found,
                        const Progress& progress) {
  const std::size_t attribute = found.attribute;
  std::vector<std::uint64_t> rows =
      table_counts(data.attributes[attribute], data.columns[attribute], progress, data.times);
  for (Code value = 0; value < rows.size(); ++value) {
    if (data.attributes[attribute].is_harmless(value)) rows[value] = 0;
  }
  const auto all = static_cast<double>(
      std::max<std::uint64_t>(std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}), 1));
  if (near == nullptr) {
    found.frequent = most_frequent_values(rows, all);
    found.most_frequent = found.frequent.empty() ? 0 : found.frequent.front().share;
    return;
  }
  const NearSpan span = near_most(rows, *near);
  std::uint64_t right = 0;
  for (Code value = 0; value < rows.size(); ++value)
    right += span.has(value) ? rows[value] : 0;
  found.most_frequent = static_cast<double>(right) / all;
}

// Returns the bucket of each row, or 0 for rows in no bucket.
std::vector<std::uint32_t> bucket_of_rows(const Microdata& data, const TuplePartition& buckets) {
  std::vector<std::uint32_t> result(data.rows);
  for (std::uint32_t b = 0; b < buckets.buckets(); ++b) {
    for (const Row row : buckets.bucket(b))
      result[row] = b;
  }
  return result;
}

// Attacks a release. `all` is the whole table; `data` might be a sample of it.
QuickAttack attack(const Microdata& data, const Published& release, const Microdata& all,
                   std::size_t learners, const QuickAttackOptions& options, Random& random,
                   const Progress& progress) {
  progress.phase("attack");
  const Sample sample = Sampling(data, release).draw(learners, random, progress);
  const KnownFeatures features = known_features(sample.data, progress);
  std::vector<Row> persons = random_order(sample.view.tuples, random);
  persons.resize(std::min(persons.size(), learners));
  const std::vector<std::size_t> attributes = sensitive_in_order(data, release.columns);
  QuickAttack worst;
  double most_gained = -1;
  for (std::size_t j = 0; j < attributes.size(); ++j) {
    const SlicedView::Sensitive& sensitive = sample.view.sensitive[j];
    constexpr std::size_t most_pairs = 1'000'000;
    const PlacedPersons placed = persons_with_places(
        place_persons(sample.view, sensitive, persons, most_pairs, progress, &sample.buckets));
    const std::optional<NearValues> near = near_values(all, attributes[j]);
    const bool is_near = near && !near->is_exact();
    InferenceOptions how;
    how.model = InferenceModel::naive_bayes;
    how.iterations = 3;
    how.near = {is_near ? &*near : nullptr};
    const std::vector<std::uint8_t>& harmless = data.attributes[attributes[j]].harmless;
    how.harmless = {harmless};
    const SecretValues secrets(sensitive.tuples, harmless);
    const std::vector<Guess> guesses = guess_values(placed, features, how, progress);
    const std::size_t judged_persons = std::min(guesses.size(), options.persons);
    const GuessesJudged judged = (is_near ? judge_near : judge_guesses)(
        std::span(placed.persons).first(judged_persons), std::span(guesses).first(judged_persons),
        secrets.values());
    QuickAttack found{attributes[j], is_near, judged.persons, judged.right};
    find_most_frequent(all, is_near ? &*near : nullptr, found, progress);
    const double gained = found.share() - found.expected(options);
    if (j > 0 && gained <= most_gained) continue;
    most_gained = gained;
    worst = found;
  }
  worst.telling = most_telling(sample.data, worst.attribute, progress);
  return worst;
}

QuickAttack attack_table(const Microdata& data, const ShownTable& table, const Microdata& all,
                         std::size_t learners, const QuickAttackOptions& options, Random& random,
                         const Progress& progress) {
  Published release{table.columns, table.buckets, {}, {}, {}};
  release.linking.assign(release.columns.size(), table.buckets->rows);
  release.regions.resize(release.columns.size());
  release.in_buckets.resize(release.columns.size());
  std::vector<std::uint32_t> class_of;
  if (table.as_classes) {
    class_of = bucket_of_rows(data, *table.buckets);
    release.regions.front() = class_of;
  }
  return attack(data, release, all, learners, options, random, progress);
}

// A sample of a histogram's classes, with one tuple for each row.
struct DrawnRows {
  Microdata data;
  TuplePartition classes;
};

// Returns the tuples of the rows of a class, each tuple once for each of its rows. For a class of
// more than `enough` rows, returns the tuples of `enough` rows, drawn with replacement.
std::vector<Row> rows_of_class(const Microdata& histogram, std::span<const Row> tuples,
                               std::size_t enough, Random& random) {
  std::vector<std::uint64_t> rows_before{0};
  for (const Row tuple : tuples)
    rows_before.push_back(rows_before.back() + histogram.times[tuple]);
  const std::uint64_t size = rows_before.back();
  std::vector<Row> result;
  for (std::size_t i = 0; i < std::min<std::uint64_t>(size, enough); ++i) {
    const std::uint64_t row = size <= enough ? i : random.below(static_cast<std::uint32_t>(size));
    const auto above = std::upper_bound(rows_before.begin(), rows_before.end(), row);
    result.push_back(tuples[static_cast<std::size_t>(above - rows_before.begin()) - 1]);
  }
  return result;
}

// Draws classes until they have `enough` rows.
DrawnRows draw_rows(const Microdata& histogram, const TuplePartition& classes, std::size_t enough,
                    Random& random, const Progress& progress) {
  std::vector<Row> tuples;
  DrawnRows drawn;
  for (const Row c : random_order(classes.buckets(), random)) {
    if (tuples.size() >= enough) break;
    progress.checkpoint_at(c);
    const std::vector<Row> of_class = rows_of_class(histogram, classes.bucket(c), enough, random);
    tuples.insert(tuples.end(), of_class.begin(), of_class.end());
    drawn.classes.offsets.push_back(static_cast<Row>(tuples.size()));
  }
  drawn.classes.rows.resize(tuples.size());
  std::iota(drawn.classes.rows.begin(), drawn.classes.rows.end(), Row{0});
  drawn.data = selected(histogram, tuples, progress);
  return drawn;
}

}  // namespace

std::vector<FrequentValue> most_frequent_values(std::span<const std::uint64_t> rows, double all) {
  constexpr std::size_t enough = 200;
  std::vector<FrequentValue> values;
  for (Code value = 0; value < rows.size(); ++value) {
    if (rows[value] > 0) values.push_back({value, static_cast<double>(rows[value]) / all});
  }
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(std::min(enough, values.size()));
  std::partial_sort(values.begin(), first, values.end(), [](const auto& a, const auto& b) {
    return a.share != b.share ? a.share > b.share : a.value < b.value;
  });
  values.erase(first, values.end());
  return values;
}

QuickAttack attack_quickly(const Microdata& data, const Slicing& slicing,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress) {
  return attack(data, published(slicing), data, persons_to_learn_from(data), options, random,
                progress);
}

QuickAttack attack_quickly(const Microdata& data, const Bucketization& bucketization,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress) {
  return attack(data, published(data, bucketization), data, persons_to_learn_from(data), options,
                random, progress);
}

QuickAttack attack_quickly(const Microdata& data, const Generalization& generalization,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress) {
  if (!data.times.empty()) {
    const std::size_t learners = persons_to_learn_from(data);
    const DrawnRows drawn = draw_rows(data, generalization.classes, learners, random, progress);
    return attack_table(drawn.data, {columns_of_buckets(data), &drawn.classes, true}, data,
                        learners, options, random, progress);
  }
  const ShownTable shown{columns_of_buckets(data), &generalization.classes, true};
  return attack_quickly(data, std::span<const ShownTable>(&shown, 1), options, random, progress);
}

QuickAttack attack_quickly(const Microdata& data, std::span<const ShownTable> tables,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress) {
  constexpr std::size_t fewest = 500;
  const std::size_t learners = std::max(persons_to_learn_from(data) / tables.size(), fewest);
  QuickAttack worst;
  double most_gained = 0;
  for (const ShownTable& table : tables) {
    const QuickAttack found = attack_table(data, table, data, learners, options, random, progress);
    const double gained = found.share() - found.expected(options);
    if (worst.persons > 0 && gained <= most_gained) continue;
    most_gained = gained;
    worst = found;
  }
  return worst;
}

}  // namespace microdata
