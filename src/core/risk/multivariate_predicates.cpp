#include <algorithm>
#include <set>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/code_runs.hpp"
#include "core/risk/singling_out.hpp"

namespace microdata {

namespace {

// Returns, for every published row, true if its column shows what no other row shows.
std::vector<bool> alone_in_column(const PublishedTable& table,
                                  const std::vector<std::size_t>& attributes,
                                  const Progress& progress) {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const std::size_t a : attributes) {
    columns.emplace_back(table.attributes[a].published);
    domains.push_back(table.attributes[a].labels());
  }
  const Combinations pieces = combine(static_cast<Row>(table.rows()), columns, domains, progress);
  const std::vector<std::uint32_t> rows = frequencies(pieces);
  std::vector<bool> alone(table.rows());
  for (std::size_t row = 0; row < alone.size(); ++row)
    alone[row] = rows[pieces.of_row[row]] == 1;
  return alone;
}

// Maker of predicates of the labels of one published row.
class PredicateOfRow {
 public:
  PredicateOfRow(const PublishedTable& table, const Progress& progress)
      : table_(table), rows_of_bucket_(group_numbers(table.bucket_of, table.buckets, progress)) {
    of_column_.resize(table.columns);
    for (std::size_t a = 0; a < table.attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = table.attributes[a];
      of_column_[attribute.column].push_back(a);
      with_label_.push_back(group_numbers(attribute.published, attribute.labels(), progress));
    }
  }

  const std::vector<std::vector<std::size_t>>& of_column() const { return of_column_; }
  // Returns the number of rows and labels that were looked at, over all predicates.
  std::size_t looked_at() const { return looked_at_; }

  // Returns a predicate that fits one row; it has no terms if none was found.
  SinglingPredicate make(std::size_t column, Row row, Random& random) {
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < of_column_.size(); ++c) {
      if (c != column && !of_column_[c].empty()) columns.push_back(c);
    }
    random.shuffle(std::span(columns));
    columns.insert(columns.begin(), column);
    SinglingPredicate predicate;
    in_buckets_.clear();
    for (const std::size_t c : columns) {
      const bool first = c == column;
      if (!first) take_rows_of_buckets();
      std::vector<std::size_t> attributes = of_column_[c];
      random.shuffle(std::span(attributes));
      for (const std::size_t a : attributes) {
        const Code label = table_.attributes[a].published[row];
        if (table_.attributes[a].covers[label].empty()) continue;
        if (first && predicate.terms.empty()) {
          take_rows_with(a, label);
        } else {
          looked_at_ += rows_.size();
          std::erase_if(rows_, [&](Row other) { return !may_have(a, label, other); });
        }
        predicate.terms.push_back({a, table_.attributes[a].asked_by(label)});
        if (predicate.terms.size() > 1 && fits_one_row(first)) return predicate;
      }
      // A value that no person has gives no term, and the predicate must have a term of its first
      // column.
      if (predicate.terms.empty()) return {};
      in_buckets_ = together(first);
    }
    return {};
  }

 private:
  struct InBucket {
    std::uint32_t bucket;
    std::size_t rows;
  };

  bool may_have(std::size_t a, Code label, Row row) const {
    const PublishedTable::Attribute& attribute = table_.attributes[a];
    const Code other = attribute.published[row];
    if (other == label) return true;
    return !attribute.tells_values() &&
           common_codes(attribute.asked_by(label), attribute.covers[other]) > 0;
  }

  void take_rows_with(std::size_t a, Code label) {
    rows_.clear();
    const PublishedTable::Attribute& attribute = table_.attributes[a];
    const auto take = [&](Code other) {
      const std::span<const std::uint32_t> rows = with_label_[a][other];
      rows_.insert(rows_.end(), rows.begin(), rows.end());
    };
    take(label);
    const bool alike = !attribute.tells_values();
    looked_at_ += alike ? attribute.labels() : 0;
    for (Code other = 0; alike && other < attribute.labels(); ++other) {
      if (other != label && common_codes(attribute.asked_by(label), attribute.covers[other]) > 0)
        take(other);
    }
    looked_at_ += rows_.size();
  }

  void take_rows_of_buckets() {
    rows_.clear();
    for (const InBucket& in : in_buckets_) {
      const std::span<const std::uint32_t> rows = rows_of_bucket_[in.bucket];
      rows_.insert(rows_.end(), rows.begin(), rows.end());
    }
  }

  // Returns the fitting rows of the current column by bucket. Over all possible assignments, no
  // more rows of a bucket fit than in the column with the fewest.
  std::vector<InBucket> together(bool first) {
    std::vector<InBucket> result;
    of_bucket_.clear();
    for (const Row row : rows_)
      of_bucket_.push_back(table_.bucket_of[row]);
    std::sort(of_bucket_.begin(), of_bucket_.end());
    auto before = in_buckets_.begin();
    for (std::size_t i = 0; i < of_bucket_.size();) {
      std::size_t end = i;
      while (end < of_bucket_.size() && of_bucket_[end] == of_bucket_[i])
        ++end;
      std::size_t rows = end - i;
      if (!first) {
        while (before->bucket < of_bucket_[i])
          ++before;
        rows = std::min(rows, before->rows);
      }
      result.push_back({of_bucket_[i], rows});
      i = end;
    }
    return result;
  }

  bool fits_one_row(bool first) {
    if (first) return rows_.size() == 1;
    std::size_t sum = 0;
    for (const InBucket& in : together(false))
      sum += in.rows;
    return sum == 1;
  }

  const PublishedTable& table_;
  Grouped<std::uint32_t> rows_of_bucket_;
  std::vector<std::vector<std::size_t>> of_column_;
  std::vector<Grouped<std::uint32_t>> with_label_;  // by attribute
  // Rows whose labels in the current column fit so far, and numbers of fitting rows by bucket in
  // the columns before it.
  std::vector<Row> rows_;
  std::vector<InBucket> in_buckets_;
  std::vector<std::uint32_t> of_bucket_;
  std::size_t looked_at_ = 0;
};

struct Start {
  std::uint32_t column;
  Row row;
};

// Rows and columns to make predicates from: the rows that are alone in some column of several
// attributes. If there are none, all rows in the columns of several attributes, or else in any
// column.
struct Starts {
  std::vector<Start> from;
  bool alone = false;
};
Starts starts(const PublishedTable& table, const std::vector<std::vector<std::size_t>>& of_column,
              const Progress& progress) {
  std::vector<Start> alone;
  std::vector<std::uint32_t> with_several;
  std::vector<std::uint32_t> with_any;
  for (std::uint32_t c = 0; c < of_column.size(); ++c) {
    if (!of_column[c].empty()) with_any.push_back(c);
    if (of_column[c].size() < 2) continue;
    with_several.push_back(c);
    const std::vector<bool> is_alone = alone_in_column(table, of_column[c], progress);
    for (Row row = 0; row < table.rows(); ++row) {
      if (is_alone[row]) alone.push_back({c, row});
    }
  }
  if (!alone.empty()) return {std::move(alone), true};
  std::vector<Start> all;
  for (const std::uint32_t c : with_several.empty() ? with_any : with_several) {
    for (Row row = 0; row < table.rows(); ++row)
      all.push_back({c, row});
  }
  return {std::move(all), false};
}

// Returns the labels of a predicate by attribute, to compare predicates made of labels.
std::vector<std::pair<std::size_t, Code>> labels_of(const PublishedTable& table,
                                                    const SinglingPredicate& predicate, Row row) {
  std::vector<std::pair<std::size_t, Code>> labels;
  for (const SinglingPredicate::Term& term : predicate.terms)
    labels.emplace_back(term.attribute, table.attributes[term.attribute].published[row]);
  std::sort(labels.begin(), labels.end());
  return labels;
}

}  // namespace

LearnedPredicates learn_multivariate(const PublishedTable& table, std::size_t most, Random& random,
                                     const Progress& progress, std::size_t most_looked_at) {
  constexpr std::size_t draws_each = 4;
  LearnedPredicates learned;
  PredicateOfRow maker(table, progress);
  auto [from, alone] = starts(table, maker.of_column(), progress);
  learned.starts = from.size();
  learned.from_alone = alone;
  random.shuffle(std::span(from));
  std::set<std::vector<std::pair<std::size_t, Code>>> made;
  for (std::size_t i = 0; i < std::min(from.size(), draws_each * most); ++i) {
    if (learned.predicates.size() == most || maker.looked_at() > most_looked_at) break;
    progress.checkpoint();
    SinglingPredicate predicate = maker.make(from[i].column, from[i].row, random);
    if (predicate.terms.empty() || !made.insert(labels_of(table, predicate, from[i].row)).second)
      continue;
    learned.predicates.push_back(std::move(predicate));
  }
  return learned;
}

std::vector<SinglingPredicate> multivariate_predicates(const PublishedTable& table,
                                                       std::size_t most, Random& random,
                                                       const Progress& progress,
                                                       std::size_t most_looked_at) {
  return learn_multivariate(table, most, random, progress, most_looked_at).predicates;
}

}  // namespace microdata
