#include "core/risk/hull_predicates.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/bucket_hull.hpp"

namespace microdata {

namespace {

// The combinations of labels that the rows of a column show.
struct ColumnPieces {
  std::vector<std::size_t> attributes;
  std::vector<std::uint32_t> of_row;
  std::uint32_t distinct = 0;
  std::vector<Row> example;     // a row of each piece
  Grouped<std::uint32_t> rows;  // rows of each piece
  bool exact = true;            // true if pieces that differ show different values
  // Number of each piece by its labels of the exact attributes; pieces with other numbers cannot
  // match.
  std::vector<std::uint32_t> key;
  Grouped<std::uint32_t> with_key;
};

std::vector<ColumnPieces> pieces_of(const PublishedTable& table, const Progress& progress) {
  std::vector<std::vector<std::size_t>> of_column(table.columns);
  for (std::size_t a = 0; a < table.attributes.size(); ++a)
    of_column[table.attributes[a].column].push_back(a);
  std::vector<ColumnPieces> result;
  for (std::vector<std::size_t>& attributes : of_column) {
    if (attributes.empty()) continue;
    const auto combined = [&](bool all) {
      std::vector<std::span<const Code>> columns;
      std::vector<Code> domains;
      for (const std::size_t a : attributes) {
        if (!all && !table.attributes[a].tells_values()) continue;
        columns.emplace_back(table.attributes[a].published);
        domains.push_back(table.attributes[a].labels());
      }
      return combine(static_cast<Row>(table.rows()), columns, domains, progress);
    };
    ColumnPieces column;
    const Combinations pieces = combined(true);
    const Combinations exact = combined(false);
    column.of_row = pieces.of_row;
    column.distinct = pieces.distinct;
    column.example = representatives(pieces);
    column.rows = group_numbers(pieces.of_row, pieces.distinct, progress);
    column.exact = std::all_of(attributes.begin(), attributes.end(),
                               [&](std::size_t a) { return table.attributes[a].tells_values(); });
    for (const Row row : column.example)
      column.key.push_back(exact.of_row[row]);
    column.with_key = group_numbers(column.key, exact.distinct, progress);
    column.attributes = std::move(attributes);
    result.push_back(std::move(column));
  }
  return result;
}

// Returns the probability that exactly one of n rows has both of two properties. The properties of
// k and of l rows are assigned at random (hypergeometric).
double alone_in_both(std::size_t n, std::size_t k, std::size_t l) {
  if (k == 0 || l == 0 || k + l > n + 1) return 0;
  // The result is C(k, 1) C(n - k, l - 1) / C(n, l), factor by factor, and is symmetric in k and l.
  if (k > l) std::swap(k, l);
  double result = static_cast<double>(k) * static_cast<double>(l) / static_cast<double>(n - k + 1);
  for (std::size_t i = 0; i + 1 < k && result > 0; ++i)
    result *= static_cast<double>(n - l - i) / static_cast<double>(n - i);
  return result;
}

struct Candidate {
  std::uint32_t bucket = 0;
  std::size_t column = 0;  // column of the piece
  std::uint32_t piece = 0;
  std::optional<std::size_t> second;  // attribute of another column
  Code label = 0;
  double alone = 0;
  double others = 0;

  double chance() const { return alone * std::exp(-others); }
};

// An attacker who enters one bucket after another.
class Hulls {
 public:
  Hulls(const PublishedTable& table, const Progress& progress)
      : table_(table),
        progress_(progress),
        pieces_(pieces_of(table, progress)),
        rows_of_bucket_(group_numbers(table.bucket_of, table.buckets, progress)),
        share_of_label_(table.attributes.size()),
        share_of_piece_(pieces_.size()),
        fitting_(pieces_.size()) {
    column_of_.resize(table.attributes.size());
    for (std::size_t c = 0; c < pieces_.size(); ++c) {
      for (const std::size_t a : pieces_[c].attributes)
        column_of_[a] = c;
    }
  }

  std::size_t looked_at() const { return looked_at_; }

  // Computes the expected share of the rows of other buckets that is within the bucket's hull.
  void enter(std::uint32_t bucket) {
    bucket_ = bucket;
    // A single column has all labels by which its pieces are distinguished.
    if (pieces_.size() == 1) return;
    const std::vector<CodeSet> hull = hull_of(table_, rows_of_bucket_[bucket]);
    for (std::size_t a = 0; a < table_.attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = table_.attributes[a];
      std::vector<double>& share = share_of_label_[a];
      share.resize(attribute.labels());
      for (Code label = 0; label < attribute.labels(); ++label) {
        progress_.checkpoint_at(label);
        share[label] = hull[a].empty() ? 1 : shared_part(attribute.covers[label], hull[a]);
      }
      looked_at_ += attribute.labels();
    }
    for (std::size_t c = 0; c < pieces_.size(); ++c) {
      const ColumnPieces& column = pieces_[c];
      share_of_piece_[c].assign(column.distinct, 1);
      for (std::uint32_t piece = 0; piece < column.distinct; ++piece) {
        progress_.checkpoint_at(piece);
        double& share = share_of_piece_[c][piece];
        for (std::size_t i = 0; i < column.attributes.size() && share > 0; ++i) {
          const std::size_t a = column.attributes[i];
          share *= share_of_label_[a][table_.attributes[a].published[column.example[piece]]];
        }
      }
      fitting_[c].assign(table_.buckets, 0);
      for (std::size_t row = 0; row < table_.rows(); ++row) {
        progress_.checkpoint_at(row);
        fitting_[c][table_.bucket_of[row]] += share_of_piece_[c][column.of_row[row]];
      }
      for (std::uint32_t b = 0; b < table_.buckets; ++b)
        fitting_[c][b] /= static_cast<double>(rows_of_bucket_[b].size());
      looked_at_ += column.distinct + table_.rows();
    }
  }

  // Adds the candidates of the bucket that was entered.
  void add_candidates(std::vector<Candidate>& of_pieces, std::vector<Candidate>& of_pairs) {
    const auto add = [&](const Candidate& candidate, std::vector<Candidate>& to) {
      if (candidate.alone == 0) return;
      to.push_back(candidate);
      to.back().others = others_expected(candidate);
    };
    for (std::size_t c = 0; c < pieces_.size(); ++c) {
      for (const auto& [piece, rows] : pieces_here(c)) {
        progress_.checkpoint();
        if (shows_nothing(c, piece)) continue;
        Candidate candidate{bucket_, c, piece, std::nullopt, 0, rows == 1 ? 1.0 : 0.0, 0};
        add(candidate, of_pieces);
        choose_second(candidate, rows);
        add(candidate, of_pairs);
      }
    }
  }

  HullPredicate predicate_of(const Candidate& candidate) const {
    HullPredicate result{{}, candidate.bucket, candidate.alone, candidate.others};
    const std::vector<CodeSet> hull = hull_of(table_, rows_of_bucket_[candidate.bucket]);
    const ColumnPieces& column = pieces_[candidate.column];
    for (std::size_t a = 0; a < table_.attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = table_.attributes[a];
      CodeSet values = hull[a];
      if (column_of_[a] == candidate.column)
        values = attribute.asked_by(attribute.published[column.example[candidate.piece]]);
      if (a == candidate.second) values = attribute.asked_by(candidate.label);
      if (!values.empty()) result.predicate.terms.push_back({a, std::move(values)});
    }
    return result;
  }

 private:
  struct PieceHere {
    std::uint32_t piece;
    std::size_t rows;  // rows of the bucket that can have the piece
  };

  // Returns the share of the values of another piece of the column that `piece` also asks for.
  double match(std::size_t c, std::uint32_t piece, std::uint32_t other) const {
    if (piece == other) return 1;
    const ColumnPieces& column = pieces_[c];
    if (column.exact) return 0;
    double share = 1;
    for (const std::size_t a : column.attributes) {
      const PublishedTable::Attribute& attribute = table_.attributes[a];
      const Code wanted = attribute.published[column.example[piece]];
      const Code label = attribute.published[column.example[other]];
      if (!attribute.covers[wanted].empty()) share *= match_of_label(a, wanted, label);
      if (share == 0) break;
    }
    return share;
  }

  std::vector<PieceHere> pieces_here(std::size_t c) {
    std::vector<std::uint32_t> pieces;
    for (const std::uint32_t row : rows_of_bucket_[bucket_])
      pieces.push_back(pieces_[c].of_row[row]);
    std::sort(pieces.begin(), pieces.end());
    std::vector<PieceHere> result;
    for (const std::uint32_t piece : pieces) {
      if (result.empty() || result.back().piece != piece) result.push_back({piece, 0});
      ++result.back().rows;
    }
    looked_at_ += pieces.size();
    if (pieces_[c].exact) return result;
    const std::vector<PieceHere> shown = result;
    for (PieceHere& here : result) {
      progress_.checkpoint();
      here.rows = 0;
      for (const PieceHere& other : shown)
        here.rows += match(c, here.piece, other.piece) > 0 ? other.rows : 0;
    }
    looked_at_ += shown.size() * shown.size();
    return result;
  }

  // True if no person has any value of the piece.
  bool shows_nothing(std::size_t c, std::uint32_t piece) const {
    const ColumnPieces& column = pieces_[c];
    return std::all_of(column.attributes.begin(), column.attributes.end(), [&](std::size_t a) {
      const PublishedTable::Attribute& attribute = table_.attributes[a];
      return attribute.covers[attribute.published[column.example[piece]]].empty();
    });
  }

  double match_of_label(std::size_t a, Code wanted, Code label) const {
    if (wanted == label) return 1;
    const PublishedTable::Attribute& attribute = table_.attributes[a];
    return attribute.tells_values()
               ? 0
               : shared_part(attribute.covers[label], attribute.asked_by(wanted));
  }

  // A label of the bucket and the number of the bucket's rows that can have it.
  struct LabelHere {
    std::size_t attribute;
    Code label;
    std::size_t rows;
  };
  const std::vector<LabelHere>& labels_here() {
    if (labels_of_bucket_ == bucket_) return labels_here_;
    labels_of_bucket_ = bucket_;
    labels_here_.clear();
    for (std::size_t a = 0; a < table_.attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = table_.attributes[a];
      std::vector<Code> labels;
      for (const std::uint32_t row : rows_of_bucket_[bucket_])
        labels.push_back(attribute.published[row]);
      std::vector<Code> distinct = labels;
      std::sort(distinct.begin(), distinct.end());
      distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
      for (const Code wanted : distinct) {
        progress_.checkpoint();
        if (attribute.covers[wanted].empty()) continue;
        const auto rows = std::count_if(labels.begin(), labels.end(), [&](Code label) {
          return match_of_label(a, wanted, label) > 0;
        });
        labels_here_.push_back({a, wanted, static_cast<std::size_t>(rows)});
        looked_at_ += labels.size();
      }
    }
    return labels_here_;
  }

  // Sets the label of another column with which most probably one row alone has both.
  void choose_second(Candidate& candidate, std::size_t rows) {
    const std::size_t all = rows_of_bucket_[bucket_].size();
    candidate.alone = 0;
    for (const LabelHere& here : labels_here()) {
      if (column_of_[here.attribute] == candidate.column) continue;
      const double alone = alone_in_both(all, rows, here.rows);
      if (alone <= candidate.alone) continue;
      candidate.alone = alone;
      candidate.second = here.attribute;
      candidate.label = here.label;
    }
    looked_at_ += labels_here().size();
  }

  // Returns the mean share of a bucket's rows that fits the hull in all columns except these two.
  double fitting_elsewhere(std::uint32_t bucket, std::size_t but, std::size_t and_but) const {
    double product = 1;
    for (std::size_t c = 0; c < pieces_.size() && product > 0; ++c) {
      if (c != but && c != and_but) product *= fitting_[c][bucket];
    }
    return product;
  }

  // Returns the mean share of a bucket's rows whose piece is within the hull and can have a label.
  double share_with_label(std::uint32_t bucket, std::size_t a, Code wanted) {
    const ColumnPieces& column = pieces_[column_of_[a]];
    const std::vector<Code>& published = table_.attributes[a].published;
    double sum = 0;
    const std::span<const std::uint32_t> rows = rows_of_bucket_[bucket];
    for (const std::uint32_t row : rows) {
      double share = match_of_label(a, wanted, published[row]);
      for (const std::size_t other : column.attributes) {
        if (share == 0) break;
        if (other != a) share *= share_of_label_[other][table_.attributes[other].published[row]];
      }
      sum += share;
    }
    looked_at_ += rows.size();
    return sum / static_cast<double>(rows.size());
  }

  // Returns the expected number of fitting rows of other buckets, over all possible assignments.
  double others_expected(const Candidate& candidate) {
    const std::size_t c = candidate.column;
    const ColumnPieces& column = pieces_[c];
    // The bucket of the previous row, and its share.
    std::uint32_t last = table_.buckets;
    double last_share = 0;
    double expected = 0;
    const auto add = [&](std::uint32_t piece, double matching) {
      if (matching == 0) return;
      progress_.checkpoint_at(looked_at_);
      for (const std::uint32_t row : column.rows[piece]) {
        const std::uint32_t bucket = table_.bucket_of[row];
        ++looked_at_;
        if (bucket == bucket_) continue;
        if (bucket != last) {
          last = bucket;
          last_share =
              fitting_elsewhere(bucket, c, candidate.second ? column_of_[*candidate.second] : c);
          if (candidate.second && last_share > 0)
            last_share *= share_with_label(bucket, *candidate.second, candidate.label);
        }
        expected += matching * last_share;
      }
    };
    const std::span<const std::uint32_t> alike = column.with_key[column.key[candidate.piece]];
    for (std::size_t i = 0; i < alike.size(); ++i) {
      progress_.checkpoint_at(i);
      add(alike[i], match(c, candidate.piece, alike[i]));
    }
    looked_at_ += alike.size();
    return expected;
  }

  const PublishedTable& table_;
  const Progress& progress_;
  std::vector<ColumnPieces> pieces_;
  Grouped<std::uint32_t> rows_of_bucket_;
  std::vector<std::size_t> column_of_;  // index of the pieces of each attribute
  std::uint32_t bucket_ = 0;
  // Share of the values of each label, and of each piece, that is within the hull. By column and
  // bucket, `fitting_` has the mean share over the rows.
  std::vector<std::vector<double>> share_of_label_;
  std::vector<std::vector<double>> share_of_piece_;
  std::vector<std::vector<double>> fitting_;
  std::vector<LabelHere> labels_here_;
  std::uint32_t labels_of_bucket_ = std::numeric_limits<std::uint32_t>::max();
  std::size_t looked_at_ = 0;
};

}  // namespace

double HullPredicate::chance() const {
  return alone * std::exp(-others);
}

HullPredicates hull_predicates(const PublishedTable& table, std::size_t most, Random& random,
                               const Progress& progress, std::size_t most_looked_at) {
  Hulls hulls(table, progress);
  std::vector<std::uint32_t> buckets(table.buckets);
  std::iota(buckets.begin(), buckets.end(), 0U);
  random.shuffle(std::span(buckets));
  std::vector<Candidate> of_pieces;
  std::vector<Candidate> of_pairs;
  for (const std::uint32_t bucket : buckets) {
    if (hulls.looked_at() > most_looked_at) break;
    progress.checkpoint();
    hulls.enter(bucket);
    hulls.add_candidates(of_pieces, of_pairs);
    for (std::vector<Candidate>* candidates : {&of_pieces, &of_pairs}) {
      if (candidates->size() > 4 * most) keep_likeliest(*candidates, most);
    }
  }
  const auto finish = [&](std::vector<Candidate>& candidates) {
    keep_likeliest(candidates, most);
    std::vector<HullPredicate> result;
    for (const Candidate& candidate : candidates) {
      progress.checkpoint();
      result.push_back(hulls.predicate_of(candidate));
    }
    return result;
  };
  return {finish(of_pieces), finish(of_pairs)};
}

}  // namespace microdata
