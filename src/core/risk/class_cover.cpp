#include "core/risk/class_cover.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/base/matching.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

namespace {

using Ids = std::vector<std::uint32_t>;

// Search for the pairs of a kind of tuples and a class that covers it. Both are split by the values
// of one attribute after another for as long as this separates them.
class Pairing {
 public:
  Pairing(const std::vector<RegionAttribute>& attributes, const std::vector<Row>& class_rows,
          const std::vector<Row>& kind_rows, std::size_t most, const Progress& progress)
      : attributes_(attributes),
        class_rows_(class_rows),
        kind_rows_(kind_rows),
        most_(most),
        progress_(progress) {}

  // Returns false and ends early if there are too many pairs.
  bool run() {
    Ids kinds(kind_rows_.size());
    Ids classes(class_rows_.size());
    std::iota(kinds.begin(), kinds.end(), 0U);
    std::iota(classes.begin(), classes.end(), 0U);
    pair(std::move(kinds), std::move(classes));
    return !too_many_;
  }

  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs() const { return pairs_; }

 private:
  static constexpr std::size_t small = 2048;
  static constexpr std::size_t sampled = 64;

  // Returns the least and the greatest code that a class covers; an empty range if it covers no
  // code.
  std::pair<Code, Code> range(const RegionAttribute& attribute, std::uint32_t c) const {
    const CodeSet& codes = attribute.covers[attribute.published[class_rows_[c]]];
    return codes.empty() ? std::pair<Code, Code>(1, 0) : std::pair(codes.front(), codes.back());
  }

  bool covers(std::uint32_t c, std::uint32_t kind) const {
    return std::all_of(attributes_.begin(), attributes_.end(), [&](const RegionAttribute& a) {
      return a.covers[a.published[class_rows_[c]]].contains(a.tuples[kind_rows_[kind]]);
    });
  }

  void list_pairs(const Ids& kinds, const Ids& classes) {
    for (const std::uint32_t kind : kinds) {
      progress_.checkpoint_at(looked_at_++);
      for (const std::uint32_t c : classes) {
        if (covers(c, kind)) pairs_.emplace_back(kind, c);
      }
      if (pairs_.size() > most_) too_many_ = true;
      if (too_many_) return;
    }
  }

  struct Split {
    std::size_t attribute = 0;
    Code last = 0;  // last code of the left side
    double work = 0;
  };

  template <typename Visit>
  static void sample(const Ids& ids, const Visit& visit) {
    const std::size_t step = std::max<std::size_t>(ids.size() / sampled, 1);
    for (std::size_t i = 0; i < ids.size(); i += step)
      visit(ids[i]);
  }

  // Returns the split that leaves the least to compare, estimated from a sample.
  Split find_split(const Ids& kinds, const Ids& classes) const {
    Split best;
    best.work = 1;
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      const RegionAttribute& attribute = attributes_[a];
      std::vector<Code> codes;
      sample(kinds, [&](std::uint32_t k) { codes.push_back(attribute.tuples[kind_rows_[k]]); });
      std::sort(codes.begin(), codes.end());
      for (const std::size_t part : {4, 2}) {
        const Code last = codes[codes.size() / part];
        double left_kinds = 0;
        for (const Code code : codes)
          left_kinds += code <= last ? 1 : 0;
        double left = 0;
        double right = 0;
        double all = 0;
        sample(classes, [&](std::uint32_t c) {
          const auto [low, high] = range(attribute, c);
          left += low <= last && low <= high ? 1 : 0;
          right += high > last && low <= high ? 1 : 0;
          ++all;
        });
        const double share = left_kinds / static_cast<double>(codes.size());
        const double work = (share * left + (1 - share) * right) / all;
        if (work < best.work) best = {a, last, work};
      }
    }
    return best;
  }

  void pair(Ids kinds, Ids classes) {
    if (kinds.empty() || classes.empty() || too_many_) return;
    progress_.checkpoint();
    if (kinds.size() * classes.size() <= small) {
      list_pairs(kinds, classes);
      return;
    }
    const Split split = find_split(kinds, classes);
    constexpr double not_worth_it = 0.95;
    if (split.work > not_worth_it) {
      list_pairs(kinds, classes);
      return;
    }
    const RegionAttribute& attribute = attributes_[split.attribute];
    std::array<Ids, 2> side_kinds;
    std::array<Ids, 2> side_classes;
    for (const std::uint32_t kind : kinds)
      side_kinds[attribute.tuples[kind_rows_[kind]] <= split.last ? 0 : 1].push_back(kind);
    for (const std::uint32_t c : classes) {
      const auto [low, high] = range(attribute, c);
      if (low > high) continue;
      if (low <= split.last) side_classes[0].push_back(c);
      if (high > split.last) side_classes[1].push_back(c);
    }
    kinds = {};
    classes = {};
    for (std::size_t side = 0; side < 2; ++side)
      pair(std::move(side_kinds[side]), std::move(side_classes[side]));
  }

  const std::vector<RegionAttribute>& attributes_;
  const std::vector<Row>& class_rows_;
  const std::vector<Row>& kind_rows_;
  std::size_t most_;
  const Progress& progress_;
  std::size_t looked_at_ = 0;
  bool too_many_ = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

// The published rows of each class with the same other values, numbered class by class.
class Demands {
 public:
  Demands(const ClassCover& cover, const SlicedView::Values& rest, const Progress& progress) {
    const std::uint32_t most =
        rest.published.empty() ? 0
                               : *std::max_element(rest.published.begin(), rest.published.end());
    const Grouped<std::uint32_t> rows =
        group_elements(cover.class_of_row, cover.classes, rest.published, most + 1, progress);
    for (std::uint32_t c = 0; c < cover.classes; ++c) {
      progress.checkpoint_at(c);
      const std::span<const std::uint32_t> of_class = rows[c];
      for (std::size_t i = 0; i < of_class.size(); ++i) {
        if (i == 0 || of_class[i] != of_class[i - 1]) {
          rest_.push_back(of_class[i]);
          rows_.push_back(0);
        }
        ++rows_.back();
      }
      first_.push_back(rest_.size());
    }
  }

  // Returns the number of rows of each demand.
  const std::vector<std::uint32_t>& rows() const { return rows_; }

  std::optional<std::uint32_t> find(std::uint32_t of_class, std::uint32_t rest) const {
    const std::span<const std::uint32_t> in_class =
        std::span(rest_).subspan(first_[of_class], first_[of_class + 1] - first_[of_class]);
    const auto found = std::lower_bound(in_class.begin(), in_class.end(), rest);
    if (found == in_class.end() || *found != rest) return std::nullopt;
    return static_cast<std::uint32_t>(first_[of_class] +
                                      static_cast<std::size_t>(found - in_class.begin()));
  }

 private:
  // First demand of each class, and the end.
  std::vector<std::size_t> first_{0};
  std::vector<std::uint32_t> rest_;
  std::vector<std::uint32_t> rows_;
};

// Returns the multiplicity of a multiset's value, divided by the mean multiplicity of all its
// values.
float likelier_in(const RegionAttribute& attribute, Code label, Code value) {
  const std::vector<std::uint32_t>& counts = attribute.counts[label];
  float all = 0;
  float of_value = 0;
  std::size_t next = 0;
  attribute.covers[label].for_each([&](Code code) {
    const auto count = static_cast<float>(counts[next++]);
    all += count;
    if (code == value) of_value = count;
  });
  return of_value * static_cast<float>(counts.size()) / all;
}

// Returns the number of combinations of values that the class of a published row covers.
double combinations_covered(const std::vector<RegionAttribute>& attributes, Row published) {
  constexpr double most = 1e300;
  double combinations = 1;
  for (const RegionAttribute& attribute : attributes)
    combinations *= static_cast<double>(attribute.covers[attribute.published[published]].size());
  return std::min(combinations, most);
}

}  // namespace

ClassCover find_classes(std::size_t rows, const std::vector<RegionAttribute>& quasi_identifiers,
                        const Progress& progress) {
  Combinations classes = combine_regions(static_cast<Row>(rows), quasi_identifiers, true, progress);
  ClassCover cover;
  cover.class_of_row = std::move(classes.of_row);
  cover.classes = classes.distinct;
  return cover;
}

ClassCover cover_tuples(std::size_t rows, std::size_t tuples,
                        const std::vector<RegionAttribute>& quasi_identifiers, std::size_t most,
                        const Progress& progress) {
  const Combinations classes =
      combine_regions(static_cast<Row>(rows), quasi_identifiers, true, progress);
  const Combinations kinds =
      combine_regions(static_cast<Row>(tuples), quasi_identifiers, false, progress);
  const std::vector<Row> class_rows = representatives(classes);
  const std::vector<Row> kind_rows = representatives(kinds);
  Pairing pairing(quasi_identifiers, class_rows, kind_rows, most, progress);
  ClassCover cover;
  cover.cursory = !pairing.run();
  std::vector<std::uint32_t> kinds_of_pairs;
  for (const auto& [kind, c] : pairing.pairs())
    kinds_of_pairs.push_back(kind);
  Grouped<std::uint32_t> covering = group_by(
      std::span<const std::uint32_t>(kinds_of_pairs), kinds.distinct,
      [&](std::size_t i) { return pairing.pairs()[i].second; }, progress);
  cover.offsets = std::move(covering.first);
  cover.covering = std::move(covering.items);
  cover.class_of_row = classes.of_row;
  cover.classes = classes.distinct;
  for (const Row row : class_rows)
    cover.combinations.push_back(combinations_covered(quasi_identifiers, row));
  cover.kind_of_tuple = kinds.of_row;
  cover.kinds = kinds.distinct;
  return cover;
}

void keep_exact_classes(ClassCover& cover, const Progress& progress) {
  std::size_t kept = 0;
  std::size_t begin = 0;
  for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
    progress.checkpoint_at(kind);
    const std::span<const std::uint32_t> classes =
        std::span(cover.covering).subspan(begin, cover.offsets[kind + std::size_t{1}] - begin);
    begin = cover.offsets[kind + std::size_t{1}];
    const auto exact = std::find_if(classes.begin(), classes.end(),
                                    [&](std::uint32_t c) { return cover.combinations[c] == 1; });
    if (exact != classes.end()) {
      cover.covering[kept++] = *exact;
    } else {
      for (const std::uint32_t c : classes)
        cover.covering[kept++] = c;
    }
    cover.offsets[kind + std::size_t{1}] = kept;
  }
  cover.covering.resize(kept);
  cover.likelier.clear();
}

void count_values(ClassCover& cover, const std::vector<RegionAttribute>& quasi_identifiers,
                  const Progress& progress) {
  const auto has_counts = [](const RegionAttribute& attribute) {
    return !attribute.counts.empty();
  };
  if (std::none_of(quasi_identifiers.begin(), quasi_identifiers.end(), has_counts)) return;
  std::vector<std::size_t> row_of_class(cover.classes);
  for (std::size_t row = 0; row < cover.class_of_row.size(); ++row)
    row_of_class[cover.class_of_row[row]] = row;
  std::vector<std::size_t> tuple_of_kind(cover.kinds);
  for (std::size_t tuple = 0; tuple < cover.kind_of_tuple.size(); ++tuple)
    tuple_of_kind[cover.kind_of_tuple[tuple]] = tuple;
  cover.likelier.assign(cover.covering.size(), 1);
  for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
    for (std::size_t at = cover.offsets[kind]; at < cover.offsets[kind + std::size_t{1}]; ++at) {
      progress.checkpoint_at(at);
      for (const RegionAttribute& attribute : quasi_identifiers) {
        const Code label = attribute.published[row_of_class[cover.covering[at]]];
        if (!attribute.counts.empty())
          cover.likelier[at] *=
              likelier_in(attribute, label, attribute.tuples[tuple_of_kind[kind]]);
      }
    }
  }
}

ClassAssignment assign_tuples(const ClassCover& cover, const SlicedView::Values& rest,
                              const Progress& progress) {
  const Demands demands(cover, rest, progress);
  // Tuples of a kind with the same other values are a supply.
  std::unordered_map<std::uint64_t, std::uint32_t> supply_of;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> kind_and_rest;
  std::vector<std::uint32_t> tuples;
  for (std::size_t tuple = 0; tuple < cover.kind_of_tuple.size(); ++tuple) {
    progress.checkpoint_at(tuple);
    const std::uint32_t kind = cover.kind_of_tuple[tuple];
    const auto [found, is_new] = supply_of.try_emplace(
        std::uint64_t{kind} << 32U | rest.tuples[tuple], static_cast<std::uint32_t>(tuples.size()));
    if (is_new) {
      kind_and_rest.emplace_back(kind, rest.tuples[tuple]);
      tuples.push_back(0);
    }
    ++tuples[found->second];
  }
  std::vector<MatchingEdge> edges;
  for (std::uint32_t s = 0; s < kind_and_rest.size(); ++s) {
    progress.checkpoint_at(s);
    const auto [kind, value] = kind_and_rest[s];
    for (std::size_t i = cover.offsets[kind]; i < cover.offsets[kind + 1]; ++i) {
      const std::optional<std::uint32_t> d = demands.find(cover.covering[i], value);
      if (d) edges.push_back({s, *d});
    }
  }
  const std::size_t rows =
      std::accumulate(demands.rows().begin(), demands.rows().end(), std::size_t{0});
  const Matching found =
      largest_matching(std::move(tuples), demands.rows(), std::move(edges), progress);
  return {rows - found.matched, found.cursory || cover.cursory};
}

}  // namespace microdata
