// Measures the least possible error of an estimated count. The program compares mixing and
// likelihood with estimators that know the distribution of the source, which an analyst must learn.
// These estimators do not know which row of a bucket has which value. Their remaining error is
// therefore due to the release.
//
//   estimate_floor SOURCE.csv RELEASE.csv ATTRIBUTE=COLUMN,... QUERIES SEED [regression | means]
//
// The release has a first column `bucket`. Each query prints one line: attributes, ranges, true
// count, then the estimate and standard error of each estimator. The option `regression` adds a
// regression on the source.
//
// The option `means` estimates means of numbers under one to four conditions, by likelihood alone.
// Each query prints conditions, columns, the true count, sum and mean, and the estimate and
// standard error of each. A last standard error of the mean leaves out the error of pairs of
// columns that no model links.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/random.hpp"
#include "core/microdata/combination.hpp"
#include "core/utility/bucket_order.hpp"
#include "core/utility/group_estimate.hpp"
#include "core/utility/group_sums.hpp"
#include "core/utility/level_model.hpp"
#include "core/utility/linked_column.hpp"
#include "core/utility/row_features.hpp"

using namespace microdata;

namespace {

using Fields = std::vector<std::string>;

Fields split(const std::string& line, char by) {
  Fields fields(1);
  for (const char c : line) {
    if (c == by) {
      fields.emplace_back();
    } else if (c != '\r' && c != '"') {
      fields.back() += c;
    }
  }
  return fields;
}

std::vector<Fields> read_csv(const char* path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + std::string(path));
  std::vector<Fields> lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(split(line, ','));
  return lines;
}

std::optional<double> number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') return std::nullopt;
  return value;
}

struct Values {
  std::string name;
  int column = 0;
  bool ordered = true;
  Code distinct = 0;
  // Number by code, if the values are ordered.
  std::vector<double> numbers;
  // Code by row.
  std::vector<Code> source;
  std::vector<Code> release;
};

struct Tables {
  std::vector<Values> attributes;
  std::vector<Code> bucket_of;
  Code buckets = 0;
  std::size_t rows() const { return bucket_of.size(); }
};

std::size_t place(const Fields& header, const std::string& name) {
  return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
}

Values read_attribute(const std::vector<Fields>& source, const std::vector<Fields>& release,
                      const std::string& name, int column) {
  Values values;
  values.name = name;
  values.column = column;
  const std::size_t of_source = place(source[0], name);
  const std::size_t of_release = place(release[0], name);
  std::set<std::string> texts;
  for (std::size_t i = 1; i < source.size(); ++i)
    texts.insert(source[i][of_source]);
  for (const std::string& text : texts)
    values.ordered = values.ordered && number(text).has_value();
  std::vector<std::string> sorted(texts.begin(), texts.end());
  if (values.ordered) {
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return *number(a) < *number(b); });
  }
  std::map<std::string, Code> codes;
  for (const std::string& text : sorted) {
    codes.emplace(text, values.distinct++);
    if (values.ordered) values.numbers.push_back(*number(text));
  }
  for (std::size_t i = 1; i < source.size(); ++i)
    values.source.push_back(codes.at(source[i][of_source]));
  for (std::size_t i = 1; i < release.size(); ++i)
    values.release.push_back(codes.at(release[i][of_release]));
  return values;
}

Tables read_tables(char** arguments) {
  const std::vector<Fields> source = read_csv(arguments[1]);
  const std::vector<Fields> release = read_csv(arguments[2]);
  Tables tables;
  for (const std::string& pair : split(arguments[3], ',')) {
    const Fields parts = split(pair, '=');
    tables.attributes.push_back(
        read_attribute(source, release, parts[0], std::atoi(parts[1].c_str())));
  }
  std::map<std::string, Code> buckets;
  for (std::size_t i = 1; i < release.size(); ++i)
    tables.bucket_of.push_back(
        buckets.try_emplace(release[i][0], static_cast<Code>(buckets.size())).first->second);
  tables.buckets = static_cast<Code>(buckets.size());
  return tables;
}

struct Asked {
  std::size_t attribute = 0;
  bool range = false;
  // True for the codes that satisfy the condition.
  std::vector<bool> in;
  // True if the query measures the attribute's numbers; false if the attribute has a condition.
  bool measured = false;
};

using Query = std::vector<Asked>;

constexpr double selectivity = 0.4;

// Returns a condition with two fifths of the values. Half of the time a numeric attribute gets a
// range with two fifths of the rows.
Asked draw_condition(const Values& values, std::size_t attribute, Random& random) {
  Asked asked{attribute, values.ordered && values.distinct >= 8 && random.below(2) == 0, {}, false};
  asked.in.assign(values.distinct, false);
  if (asked.range) {
    std::vector<Code> sorted = values.source;
    std::sort(sorted.begin(), sorted.end());
    const auto rows = static_cast<double>(sorted.size());
    const auto from = random.below(static_cast<std::uint32_t>((1 - selectivity) * rows));
    const Code low = sorted[from];
    const Code high = sorted[from + static_cast<std::size_t>(selectivity * rows) - 1];
    for (Code code = low; code <= high; ++code)
      asked.in[code] = true;
    return asked;
  }
  std::vector<Code> codes(values.distinct);
  std::iota(codes.begin(), codes.end(), Code{0});
  random.shuffle(std::span(codes));
  const auto taken = std::max<std::size_t>(
      1, static_cast<std::size_t>(std::lround(selectivity * static_cast<double>(codes.size()))));
  for (std::size_t i = 0; i < taken; ++i)
    asked.in[codes[i]] = true;
  return asked;
}

// Returns a query over two or three attributes from at least two columns.
Query draw_query(const Tables& tables, Random& random) {
  const std::size_t wanted = 2 + random.below(2);
  std::vector<std::size_t> all(tables.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (;;) {
    random.shuffle(std::span(all));
    std::set<int> columns;
    for (std::size_t i = 0; i < wanted; ++i)
      columns.insert(tables.attributes[all[i]].column);
    if (columns.size() < 2) continue;
    Query query;
    for (std::size_t i = 0; i < wanted; ++i)
      query.push_back(draw_condition(tables.attributes[all[i]], all[i], random));
    return query;
  }
}

// Returns a query for the numbers of one attribute under `conditions` on others, from at least two
// columns in all. Attributes with very many values are left out, because queries about large
// buckets are refused with them.
Query draw_mean(const Tables& tables, std::size_t conditions, Random& random) {
  constexpr Code most_values = 500;
  std::vector<std::size_t> all;
  for (std::size_t a = 0; a < tables.attributes.size(); ++a) {
    if (tables.attributes[a].distinct <= most_values) all.push_back(a);
  }
  for (;;) {
    random.shuffle(std::span(all));
    const Values& numbers = tables.attributes[all[0]];
    if (!numbers.ordered) continue;
    std::set<int> columns{numbers.column};
    Query query{{all[0], false, std::vector<bool>(numbers.distinct, true), true}};
    for (std::size_t i = 1; i <= conditions; ++i) {
      columns.insert(tables.attributes[all[i]].column);
      query.push_back(draw_condition(tables.attributes[all[i]], all[i], random));
    }
    if (columns.size() > 1) return query;
  }
}

struct Truth {
  std::size_t count = 0;
  double sum = 0;
};

Truth truth_of(const Tables& tables, const Query& query) {
  Truth truth;
  for (std::size_t row = 0; row < tables.rows(); ++row) {
    const bool counts = std::all_of(query.begin(), query.end(), [&](const Asked& asked) {
      return asked.in[tables.attributes[asked.attribute].source[row]];
    });
    if (!counts) continue;
    ++truth.count;
    for (const Asked& asked : query) {
      const Values& values = tables.attributes[asked.attribute];
      if (asked.measured) truth.sum += values.numbers[values.source[row]];
    }
  }
  return truth;
}

// Returns the columns of the query, those with the most attributes first, which is the server's
// order.
std::vector<int> columns_of(const Tables& tables, const Query& query) {
  std::set<int> columns;
  for (const Asked& asked : query)
    columns.insert(tables.attributes[asked.attribute].column);
  std::vector<int> result(columns.begin(), columns.end());
  std::stable_sort(result.begin(), result.end(), [&](int x, int y) {
    const auto size = [&](int column) {
      return std::count_if(tables.attributes.begin(), tables.attributes.end(),
                           [&](const Values& a) { return a.column == column; });
    };
    return size(x) > size(y);
  });
  return result;
}

// Levels of a query in one column, by row of the source and of the release, in one numbering that
// begins with the source's levels.
struct Levels {
  std::vector<Code> source;
  std::vector<Code> release;
  Code count = 0;
  // 1 for each level that satisfies the query, else 0.
  std::vector<double> share;
  // Number of each level, if the measured attribute is in the column.
  std::optional<std::vector<double>> number;
};

// Returns the interval of each code: eight intervals with about equal numbers of rows for numbers
// with more values, else one per code.
std::vector<Code> coarse(const Values& values) {
  std::vector<Code> of_code(values.distinct);
  std::iota(of_code.begin(), of_code.end(), Code{0});
  constexpr std::size_t intervals = 8;
  if (!values.ordered || values.distinct <= intervals) return of_code;
  std::vector<std::size_t> rows(values.distinct);
  for (const Code code : values.source)
    ++rows[code];
  std::size_t below = 0;
  for (Code code = 0; code < values.distinct; ++code) {
    of_code[code] = static_cast<Code>((below + rows[code] / 2) * intervals / values.source.size());
    below += rows[code];
  }
  return of_code;
}

Levels levels_of(const Tables& tables, const Query& query, int column, bool coarsened) {
  std::vector<std::vector<Code>> both;
  std::vector<Code> domains;
  std::vector<Code> satisfies(2 * tables.rows(), 1);
  const Values* measured = nullptr;
  for (const Asked& asked : query) {
    const Values& values = tables.attributes[asked.attribute];
    if (values.column != column) continue;
    if (asked.measured) measured = &values;
    std::vector<Code> codes = values.source;
    codes.insert(codes.end(), values.release.begin(), values.release.end());
    const std::vector<Code> of_code = coarse(values);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (!asked.in[codes[i]]) satisfies[i] = 0;
      if (coarsened) codes[i] = of_code[codes[i]];
    }
    both.push_back(std::move(codes));
    domains.push_back(values.distinct);
  }
  both.push_back(satisfies);
  domains.push_back(2);
  const std::vector<std::span<const Code>> columns(both.begin(), both.end());
  const Combinations all = combine(static_cast<Row>(2 * tables.rows()), columns, domains);
  Levels levels;
  levels.count = all.distinct;
  levels.share.resize(all.distinct);
  const auto middle = all.of_row.begin() + static_cast<std::ptrdiff_t>(tables.rows());
  levels.source.assign(all.of_row.begin(), middle);
  levels.release.assign(middle, all.of_row.end());
  for (std::size_t i = 0; i < all.of_row.size(); ++i)
    levels.share[all.of_row[i]] = satisfies[i];
  if (measured == nullptr) return levels;
  levels.number.emplace(all.distinct);
  for (std::size_t row = 0; row < tables.rows(); ++row) {
    (*levels.number)[levels.source[row]] = measured->numbers[measured->source[row]];
    (*levels.number)[levels.release[row]] = measured->numbers[measured->release[row]];
  }
  return levels;
}

GroupSums ask_for_sums(const Tables& tables, const Query& query, LinkingMethod method) {
  EstimateQuestion question;
  question.bucket_of = tables.bucket_of;
  question.buckets = tables.buckets;
  question.conjunctions = 1;
  question.measures = static_cast<std::size_t>(
      std::count_if(query.begin(), query.end(), [](const Asked& asked) { return asked.measured; }));
  std::vector<Code> truth;
  const std::vector<int> columns = columns_of(tables, query);
  for (const int column : columns) {
    const Levels levels = levels_of(tables, query, column, false);
    AskedColumn& asked = question.columns.emplace_back();
    asked.level_of = levels.release;
    asked.levels = levels.count;
    asked.group.assign(levels.count, 0);
    asked.share = levels.share;
    asked.measure.resize(question.measures);
    if (levels.number) asked.measure.front() = levels.number;
    if (question.columns.size() > 1) continue;
    for (const Code level : asked.level_of)
      truth.push_back(levels.share[level] > 0 ? 1 : 0);
  }
  question.features.push_back({truth, 2, false});
  for (const Values& values : tables.attributes) {
    if (values.column == columns.front())
      question.features.push_back({values.release, values.distinct, values.ordered});
  }
  std::vector<GroupSums> groups = sum_groups(question, method, false, {});
  return groups.empty() ? GroupSums{} : std::move(groups.front());
}

GroupFigures figures_of_all(const GroupSums& sums) {
  Agreements agreements;
  agreements.add(sums);
  return figures_of(sums, agreements);
}

GroupFigures ask(const Tables& tables, const Query& query, LinkingMethod method) {
  return figures_of_all(ask_for_sums(tables, query, method));
}

// Knowledge about the joint distribution of a column's levels and the rows of the first column.
class Known {
 public:
  virtual ~Known() = default;
  virtual double probability(std::size_t place, Code level) = 0;
};

// Knowledge of the joint distribution of the query's attributes in the source.
class KnownJoint : public Known {
 public:
  KnownJoint(const BucketOrder& order, const Levels& first, const Levels& linked)
      : order_(order), first_(first) {
    for (std::size_t row = 0; row < first.source.size(); ++row)
      ++rows_[{first.source[row], linked.source[row]}];
  }
  double probability(std::size_t place, Code level) override {
    const auto found = rows_.find({first_.release[order_.items[place]], level});
    return found == rows_.end() ? 1e-9 : found->second;
  }

 private:
  const BucketOrder& order_;
  const Levels& first_;
  std::map<std::pair<Code, Code>, double> rows_;
};

// A regression on all attributes of the first column, learned from the rows of the source.
class KnownModel : public Known {
 public:
  KnownModel(const Tables& tables, const BucketOrder& order, int first_column, const Levels& first,
             const Levels& linked)
      : features_(attributes(tables, first_column, first, false), order, {}) {
    std::vector<Code> alone(tables.rows());
    std::iota(alone.begin(), alone.end(), Code{0});
    const BucketOrder rows = group_numbers(alone, static_cast<Code>(alone.size()), {});
    const RowFeatures of_source(attributes(tables, first_column, first, true), rows, {});
    if (of_source.count() != features_.count())
      throw std::runtime_error("the release lacks rows of the source");
    std::vector<std::uint32_t> all(alone.begin(), alone.end());
    Random random = Random::seeded(1);
    random.shuffle(std::span(all));
    std::vector<Code> classes = classes_of(linked);
    const Code count = *std::max_element(classes.begin(), classes.end()) + 1;
    model_ = learn_levels(of_source, rows, levels_in_buckets(rows, linked.source, {}),
                          std::move(classes), count, all, {});
    predicted_.resize(count);
  }
  double probability(std::size_t place, Code level) override {
    if (place != at_) model_.predict(features_, at_ = place, predicted_);
    return predicted_[model_.class_of[level]];
  }

 private:
  static std::vector<FeatureAttribute> attributes(const Tables& tables, int column,
                                                  const Levels& first, bool source) {
    std::vector<FeatureAttribute> result;
    // The query's levels are a feature of their own.
    result.push_back({source ? first.source : first.release, first.count, false});
    for (const Values& values : tables.attributes) {
      if (values.column == column)
        result.push_back(
            {source ? values.source : values.release, values.distinct, values.ordered});
    }
    return result;
  }
  // Returns a class of its own for each of the most frequent levels; the other levels share a class
  // by whether they satisfy the query.
  static std::vector<Code> classes_of(const Levels& levels) {
    std::vector<std::size_t> rows(levels.count);
    for (const Code level : levels.source)
      ++rows[level];
    std::vector<Code> by_rows(levels.count);
    std::iota(by_rows.begin(), by_rows.end(), Code{0});
    std::stable_sort(by_rows.begin(), by_rows.end(),
                     [&](Code a, Code b) { return rows[a] > rows[b]; });
    std::vector<Code> classes(levels.count);
    std::map<double, Code> others;
    Code count = 0;
    for (const Code level : by_rows) {
      if (count < 24 && rows[level] >= 10) {
        classes[level] = count++;
      } else {
        const auto [found, is_new] = others.try_emplace(levels.share[level], count);
        if (is_new) ++count;
        classes[level] = found->second;
      }
    }
    return classes;
  }

  RowFeatures features_;
  LevelModel model_;
  std::vector<double> predicted_;
  std::size_t at_ = static_cast<std::size_t>(-1);
};

// The rows of each bucket and the result of linking a column with the first one.
struct LinkedBuckets {
  Levels levels;
  BucketLevels in_bucket;
  // Probabilities of links by bucket: links[i * slots + s].
  std::vector<std::vector<double>> links;
  // Probability that the row has a level that satisfies the query, by position.
  std::vector<double> share;
};

LinkedBuckets link(const BucketOrder& order, Levels levels, Known& known) {
  LinkedBuckets linked{std::move(levels), {}, {}, {}};
  linked.in_bucket = levels_in_buckets(order, linked.levels.release, {});
  for (std::size_t b = 0; b < order.groups(); ++b) {
    const auto slots = linked.in_bucket[b];
    std::vector<double>& links = linked.links.emplace_back();
    for (std::size_t at = order.first[b]; at < order.first[b + 1]; ++at) {
      double most = 0;
      for (const LevelRows& slot : slots) {
        links.push_back(known.probability(at, slot.level));
        most = std::max(most, links.back());
      }
      for (std::size_t s = 0; s < slots.size(); ++s)
        links[links.size() - 1 - s] /= most;
    }
    link_levels(slots, links);
    for (std::size_t i = 0; i < order.size(b); ++i) {
      double share = 0;
      for (std::size_t s = 0; s < slots.size(); ++s)
        share += links[i * slots.size() + s] * linked.levels.share[slots[s].level];
      linked.share.push_back(share);
    }
  }
  return linked;
}

// Returns the posterior mean and standard deviation of the count, with the prior of the known
// distribution or of the regression.
Figure expect(const Tables& tables, const Query& query, bool joint) {
  const BucketOrder order = group_numbers(tables.bucket_of, tables.buckets, {});
  const std::vector<int> columns = columns_of(tables, query);
  const Levels first = levels_of(tables, query, columns[0], true);
  std::vector<LinkedBuckets> linked;
  for (std::size_t c = 1; c < columns.size(); ++c) {
    Levels levels = levels_of(tables, query, columns[c], true);
    std::unique_ptr<Known> known;
    if (joint) {
      known = std::make_unique<KnownJoint>(order, first, levels);
    } else {
      known = std::make_unique<KnownModel>(tables, order, columns[0], first, levels);
    }
    linked.push_back(link(order, levels, *known));
  }
  Figure count;
  double variance = 0;
  for (std::size_t b = 0; b < order.groups(); ++b) {
    const std::size_t begin = order.first[b];
    const auto of_first = [&](std::size_t i) {
      return first.share[first.release[order.items[begin + i]]];
    };
    for (std::size_t i = 0; i < order.size(b); ++i) {
      double all = of_first(i);
      for (const LinkedBuckets& column : linked)
        all *= column.share[begin + i];
      count.estimate += all;
    }
    if (order.size(b) < 2) continue;
    for (const LinkedBuckets& column : linked) {
      const auto slots = column.in_bucket[b];
      std::vector<double> terms;
      for (std::size_t i = 0; i < order.size(b); ++i) {
        double others = of_first(i);
        for (const LinkedBuckets& other : linked)
          others *= &other == &column ? 1 : other.share[begin + i];
        for (const LevelRows& slot : slots)
          terms.push_back(others * column.levels.share[slot.level]);
      }
      center(slots, column.links[b], terms);
      const auto rows = static_cast<double>(order.size(b));
      for (std::size_t i = 0; i < terms.size(); ++i)
        variance += rows / (rows - 1) * column.links[b][i] * terms[i] * terms[i];
    }
  }
  count.standard_error = std::sqrt(variance);
  return count;
}

// Asks `queries` queries for each number of conditions. The last standard error of the mean leaves
// out the error of pairs of columns.
void ask_for_means(const Tables& tables, int queries, Random& random) {
  constexpr std::size_t most_conditions = 4;
  constexpr std::size_t fewest_rows = 10;
  for (std::size_t conditions = 1; conditions <= most_conditions; ++conditions) {
    for (int q = 0; q < queries;) {
      const Query query = draw_mean(tables, conditions, random);
      const Truth truth = truth_of(tables, query);
      if (truth.count < fewest_rows) continue;
      GroupSums sums;
      try {
        sums = ask_for_sums(tables, query, LinkingMethod::likelihood);
      } catch (const TooManyLinks&) {
        continue;
      }
      if (sums.measures.empty()) continue;
      ++q;
      const GroupFigures found = figures_of_all(sums);
      sums.unmodelled_pairs = 0;
      const GroupFigures linked = figures_of_all(sums);
      std::printf("%zu,%zu,%zu,%.9g,%.9g", conditions, columns_of(tables, query).size(),
                  truth.count, truth.sum, truth.sum / static_cast<double>(truth.count));
      const Figure none{std::nan(""), std::nan("")};
      for (const Figure& figure :
           {found.count, found.sum.front().value_or(none), found.avg.front().value_or(none),
            linked.avg.front().value_or(none)})
        std::printf(",%.9g,%.9g", figure.estimate, figure.standard_error);
      std::putchar('\n');
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 6 && count != 7) {
    std::fputs(
        "estimate_floor SOURCE.csv RELEASE.csv ATTRIBUTE=COLUMN,... QUERIES SEED "
        "[regression | means]\n",
        stderr);
    return 2;
  }
  const Tables tables = read_tables(arguments);
  Random random = Random::seeded(std::strtoull(arguments[5], nullptr, 10));
  const int queries = std::atoi(arguments[4]);
  if (count == 7 && std::string(arguments[6]) == "means") {
    ask_for_means(tables, queries, random);
    return 0;
  }
  for (int q = 0; q < queries;) {
    const Query query = draw_query(tables, random);
    const std::size_t truth = truth_of(tables, query).count;
    if (truth == 0) continue;
    const Figure mixed = ask(tables, query, LinkingMethod::mixed).count;
    // If all rows of every bucket agree, the release has the exact count.
    if (mixed.standard_error < 1e-6) continue;
    ++q;
    const auto ranges =
        std::count_if(query.begin(), query.end(), [](const Asked& asked) { return asked.range; });
    const Figure likelihood = ask(tables, query, LinkingMethod::likelihood).count;
    std::vector<Figure> known{expect(tables, query, true)};
    if (count == 7) known.push_back(expect(tables, query, false));
    std::printf("%zu,%ld,%zu", query.size(), ranges, truth);
    known.insert(known.begin(), {mixed, likelihood});
    for (const Figure& figure : known)
      std::printf(",%.3f,%.3f", figure.estimate, figure.standard_error);
    std::putchar('\n');
    std::fflush(stdout);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
