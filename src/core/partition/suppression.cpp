#include "core/partition/suppression.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "core/microdata/combination.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Choice of tuples to suppress so that at most most[j] keep each value of the j-th attribute. One
// tuple can reduce the excess of several values at once.
class Excess {
 public:
  Excess(const TupleKinds& kinds, std::span<const std::uint32_t> most, const Progress& progress)
      : kinds_(kinds), progress_(progress), left_out_(kinds.tuples.size()) {
    for (std::size_t j = 0; j < attributes(); ++j) {
      std::vector<std::uint32_t>& of_value = excess_.emplace_back(kinds.domains[j]);
      for (std::size_t kind = 0; kind < kinds.tuples.size(); ++kind)
        of_value[kinds.values[j][kind]] += kinds.tuples[kind];
      const std::vector<std::uint8_t>& harmless = kinds.harmless[j];
      for (std::size_t value = 0; value < of_value.size(); ++value) {
        const bool bounded = harmless.empty() || harmless[value] == 0;
        of_value[value] -= bounded ? std::min(of_value[value], most[j]) : of_value[value];
      }
    }
  }

  std::vector<std::uint32_t> leave_out(std::span<const Row> rows) {
    if (attributes() == 2) find_edges();
    leave_out_shared();
    if (attributes() == 2) augment();
    leave_out_single(rows);
    return std::move(left_out_);
  }

 private:
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  std::size_t attributes() const { return kinds_.values.size(); }
  Code value(std::size_t j, std::size_t kind) const { return kinds_.values[j][kind]; }
  std::uint32_t& excess(std::size_t j, std::size_t kind) { return excess_[j][value(j, kind)]; }

  void find_edges() {
    for (std::size_t j = 0; j < 2; ++j)
      edges_[j].resize(kinds_.domains[j]);
    for (std::uint32_t kind = 0; kind < kinds_.tuples.size(); ++kind) {
      if (excess(0, kind) == 0 || excess(1, kind) == 0) continue;
      for (std::size_t j = 0; j < 2; ++j)
        edges_[j][value(j, kind)].push_back(kind);
    }
  }

  // Suppresses kinds with values in excess in most attributes first, then in fewer, down to two.
  void leave_out_shared() {
    for (std::size_t shared = attributes(); shared >= 2; --shared) {
      for (std::uint32_t kind = 0; kind < kinds_.tuples.size(); ++kind) {
        progress_.checkpoint_at(kind);
        std::size_t in_excess = 0;
        std::uint32_t tuples = kinds_.tuples[kind] - left_out_[kind];
        for (std::size_t j = 0; j < attributes(); ++j) {
          if (excess(j, kind) == 0) continue;
          ++in_excess;
          tuples = std::min(tuples, excess(j, kind));
        }
        if (in_excess < shared) continue;
        left_out_[kind] += tuples;
        for (std::size_t j = 0; j < attributes(); ++j)
          excess(j, kind) -= std::min(excess(j, kind), tuples);
      }
    }
  }

  // Suppresses as many tuples with two values in excess as possible, for two attributes. These
  // tuples are a matching of the values, and augmenting paths maximize it. A path goes from a value
  // of the first attribute that is still in excess to one of the second. It suppresses tuples of
  // one kind and takes tuples of the next back.
  void augment() {
    while (const std::optional<Code> end = find_path())
      apply_path(*end);
  }

  // Returns the end of a shortest path, by breadth-first search.
  std::optional<Code> find_path() {
    for (std::size_t j = 0; j < 2; ++j)
      via_[j].assign(kinds_.domains[j], none);
    std::vector<Code> reached;
    for (Code first = 0; first < kinds_.domains[0]; ++first) {
      if (excess_[0][first] > 0 && !edges_[0][first].empty()) reached.push_back(first);
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
      progress_.checkpoint();
      for (const std::uint32_t kind : edges_[0][reached[i]]) {
        const Code second = value(1, kind);
        if (left_out_[kind] == kinds_.tuples[kind] || via_[1][second] != none) continue;
        via_[1][second] = kind;
        if (excess_[1][second] > 0) return second;
        for (const std::uint32_t back : edges_[1][second]) {
          const Code first = value(0, back);
          if (left_out_[back] == 0 || excess_[0][first] > 0 || via_[0][first] != none) continue;
          via_[0][first] = back;
          reached.push_back(first);
        }
      }
    }
    return std::nullopt;
  }

  void apply_path(Code end) {
    std::vector<std::uint32_t> forth;
    std::vector<std::uint32_t> back;
    std::uint32_t tuples = excess_[1][end];
    Code second = end;
    while (true) {
      forth.push_back(via_[1][second]);
      tuples = std::min(tuples, kinds_.tuples[forth.back()] - left_out_[forth.back()]);
      const Code first = value(0, forth.back());
      if (via_[0][first] == none) {
        tuples = std::min(tuples, excess_[0][first]);
        excess_[0][first] -= tuples;
        break;
      }
      back.push_back(via_[0][first]);
      tuples = std::min(tuples, left_out_[back.back()]);
      second = value(1, back.back());
    }
    excess_[1][end] -= tuples;
    for (const std::uint32_t kind : forth)
      left_out_[kind] += tuples;
    for (const std::uint32_t kind : back)
      left_out_[kind] -= tuples;
  }

  // Suppresses the tuples that are still in excess, in the order of `rows`.
  void leave_out_single(std::span<const Row> rows) {
    std::vector<std::uint32_t> shared = left_out_;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress_.checkpoint_at(i);
      const std::uint32_t kind = kinds_.of_row[rows[i]];
      if (shared[kind] > 0) {
        --shared[kind];
        continue;
      }
      bool in_excess = false;
      for (std::size_t j = 0; j < attributes(); ++j) {
        if (excess(j, kind) == 0) continue;
        --excess(j, kind);
        in_excess = true;
      }
      if (in_excess) ++left_out_[kind];
    }
  }

  const TupleKinds& kinds_;
  const Progress& progress_;
  // Number of excess tuples, by attribute and value.
  std::vector<std::vector<std::uint32_t>> excess_;
  std::vector<std::uint32_t> left_out_;
  // Kinds with two values in excess, by attribute and value.
  std::array<std::vector<std::vector<std::uint32_t>>, 2> edges_;
  // Kind that led to each value, by attribute and value.
  std::array<std::vector<std::uint32_t>, 2> via_;
};

}  // namespace

TupleKinds make_kinds(const Microdata& data, const AttributeSet& attributes,
                      std::span<const Row> rows, const Progress& progress) {
  Combinations together = combine(data, attributes, progress);
  TupleKinds kinds;
  const std::vector<Row> first = representatives(together);
  for (const std::size_t a : attributes) {
    kinds.domains.push_back(data.attributes[a].distinct);
    kinds.harmless.push_back(data.attributes[a].harmless);
    std::vector<Code>& values = kinds.values.emplace_back();
    for (const Row row : first)
      values.push_back(data.columns[a][row]);
  }
  kinds.of_row = std::move(together.of_row);
  kinds.tuples.resize(together.distinct);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    ++kinds.tuples[kinds.of_row[rows[i]]];
  }
  return kinds;
}

std::vector<std::uint32_t> fewest_to_suppress(const TupleKinds& kinds, std::span<const Row> rows,
                                              std::span<const double> l, std::uint32_t at_least,
                                              const Progress& progress) {
  // The necessary number grows with the number of suppressed tuples, so the loop approaches the
  // smallest sufficient number from below.
  const auto total = static_cast<std::uint32_t>(rows.size());
  std::uint32_t suppressed = at_least;
  while (true) {
    std::vector<std::uint32_t> most;
    for (const double one : l)
      most.push_back(largest_count(total - suppressed, one));
    Excess excess(kinds, most, progress);
    std::vector<std::uint32_t> left_out = excess.leave_out(rows);
    const std::uint32_t needed = std::accumulate(left_out.begin(), left_out.end(), 0U);
    if (needed <= suppressed) return left_out;
    suppressed = needed;
  }
}

}  // namespace microdata
