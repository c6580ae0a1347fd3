#include "core/generalization/cell_generalization.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/base/radix_sort.hpp"
#include "core/generalization/class_requirement.hpp"
#include "core/generalization/lattice.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/histogram.hpp"

namespace microdata {

namespace {

using Rows = std::vector<Row>;

class CellGeneralizer {
 public:
  CellGeneralizer(const Microdata& data, const FullDomainOptions& options,
                  const PrivacyRequirement& privacy, const Progress& progress)
      : data_(data),
        quasi_identifiers_(options.quasi_identifiers),
        progress_(progress),
        lattice_(make_lattice(data, options.quasi_identifiers, options.loss, progress)),
        requirement_(data, options.sensitive, options.k, options.l, privacy),
        scratch_(requirement_.make_scratch()) {}

  CellGeneralization run(const TuplePartition& start) {
    std::vector<Rows> classes = readmit(rows_left_out(start));
    for (std::size_t c = 0; c < start.buckets(); ++c) {
      const std::span<const Row> rows = start.bucket(c);
      classes.emplace_back(rows.begin(), rows.end());
    }
    return publish(unite_equal_labels(std::move(classes)));
  }

 private:
  // Returns the number of rows of the table that the tuples stand for.
  Row size_of(std::span<const Row> rows) const { return rows_of_table(data_, rows); }

  bool holds(std::span<const Row> rows) { return requirement_.holds(rows, scratch_, progress_); }

  const std::vector<Code>& codes(std::size_t d) const {
    return data_.columns[quasi_identifiers_[lattice_.dimensions[d].quasi_identifier]];
  }

  Rows rows_left_out(const TuplePartition& start) const {
    std::vector<std::uint8_t> kept(data_.rows);
    for (const Row row : start.rows)
      kept[row] = 1;
    Rows rows;
    for (Row row = 0; row < data_.rows; ++row) {
      if (kept[row] == 0) rows.push_back(row);
    }
    return rows;
  }

  // Returns the lowest level at which all rows have the same label.
  std::size_t common_level(std::size_t d, std::span<const Row> rows) const {
    const std::vector<Code>& codes_of = codes(d);
    const Code first = codes_of[rows.front()];
    const auto& canonical = lattice_.dimensions[d].canonical;
    std::size_t level = 0;
    progress_.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        while (canonical[level][codes_of[rows[i]]] != canonical[level][first])
          ++level;
      }
    });
    return level;
  }

  // Returns the loss of some rows as one class.
  Loss loss_of(std::span<const Row> rows) const {
    Loss each = 0;
    for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d)
      each += lattice_.dimensions[d].penalty[common_level(d, rows)][codes(d)[rows.front()]];
    return each * static_cast<Loss>(size_of(rows));
  }

  Loss loss_of(const std::vector<Rows>& classes) const {
    Loss loss = 0;
    for (const Rows& rows : classes)
      loss += loss_of(rows);
    return loss;
  }

  // Divides rows by their labels in one dimension.
  std::vector<Rows> divide(std::span<const Row> rows, std::size_t d, std::size_t level) const {
    const std::vector<Code>& codes_of = codes(d);
    const std::vector<Code>& canonical = lattice_.dimensions[d].canonical[level];
    Rows sorted(rows.begin(), rows.end());
    radix_sort(
        std::span(sorted), canonical.size(), [&](Row row) { return canonical[codes_of[row]]; },
        progress_);
    std::vector<Rows> parts;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      progress_.checkpoint_at(i);
      const bool first =
          i == 0 || canonical[codes_of[sorted[i]]] != canonical[codes_of[sorted[i - 1]]];
      if (first) parts.emplace_back();
      parts.back().push_back(sorted[i]);
    }
    return parts;
  }

  // Moves the parts that fail the requirement to the end and returns the first of them.
  std::vector<Rows>::iterator holding_first(std::vector<Rows>& parts) {
    return std::stable_partition(parts.begin(), parts.end(),
                                 [&](const Rows& rows) { return holds(rows); });
  }

  static Rows united(std::span<const Rows> parts) {
    Rows rows;
    for (const Rows& part : parts)
      rows.insert(rows.end(), part.begin(), part.end());
    return rows;
  }

  // Divides rows that meet the requirement as one class into several classes that meet it, by their
  // labels in one dimension. The parts that fail by themselves are united, together with about as
  // few of the other parts as necessary. Returns nothing if no such division exists.
  std::vector<Rows> divide_and_hold(std::span<const Row> rows, std::size_t d) {
    const std::size_t level = common_level(d, rows);
    if (level == 0) return {};
    std::vector<Rows> parts = divide(rows, d, level - 1);
    const auto failing = holding_first(parts);
    Rows rest = united({failing, parts.end()});
    parts.erase(failing, parts.end());
    std::stable_sort(parts.begin(), parts.end(),
                     [&](const Rows& a, const Rows& b) { return size_of(a) > size_of(b); });
    while (!rest.empty() && !parts.empty() && !holds(rest)) {
      // The rest grows by at least an eighth each time, so all checks together cost only a multiple
      // of the last.
      Row size = size_of(rest);
      const Row enough = size + size / 8;
      do {
        size += size_of(parts.back());
        rest.insert(rest.end(), parts.back().begin(), parts.back().end());
        parts.pop_back();
      } while (size < enough && !parts.empty());
    }
    if (!rest.empty()) parts.push_back(std::move(rest));
    if (parts.size() < 2) parts.clear();
    return parts;
  }

  // Divides rows that meet the requirement while a division reduces the loss.
  void refine(Rows rows, std::vector<Rows>& classes) {
    std::vector<Rows> pending;
    pending.push_back(std::move(rows));
    while (!pending.empty()) {
      const Rows current = std::move(pending.back());
      pending.pop_back();
      Loss least = loss_of(current);
      std::vector<Rows> best;
      for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d) {
        std::vector<Rows> parts = divide_and_hold(current, d);
        if (parts.empty()) continue;
        const Loss loss = loss_of(parts);
        if (loss >= least) continue;
        least = loss;
        best = std::move(parts);
      }
      if (best.empty()) {
        classes.push_back(current);
      } else {
        std::move(best.begin(), best.end(), std::back_inserter(pending));
      }
    }
  }

  // Takes the parts that meet the requirement out of `rows`, which together fail it, and returns
  // them. The parts are by labels in one dimension, with the most rows or, if equal, the least
  // loss.
  std::vector<Rows> take_what_holds(Rows& rows) {
    std::vector<Rows> best;
    std::pair<Row, Loss> most{0, 0};
    Rows left;
    for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d) {
      for (std::size_t level = common_level(d, rows); level-- > 0;) {
        std::vector<Rows> parts = divide(rows, d, level);
        const auto failing = holding_first(parts);
        Rows rest = united({failing, parts.end()});
        parts.erase(failing, parts.end());
        const std::pair gain{size_of(rows) - size_of(rest), -loss_of(parts)};
        if (parts.empty() || gain <= most) continue;
        most = gain;
        best = std::move(parts);
        left = std::move(rest);
      }
    }
    if (!best.empty()) rows = std::move(left);
    return best;
  }

  std::vector<Rows> readmit(Rows rows) {
    std::vector<Rows> classes;
    while (!rows.empty()) {
      if (holds(rows)) {
        refine(std::move(rows), classes);
        break;
      }
      // If a part met the requirement, all rows would meet it.
      if (requirement_.holds_in_supersets()) break;
      std::vector<Rows> held = take_what_holds(rows);
      if (held.empty()) break;
      for (Rows& part : held)
        refine(std::move(part), classes);
    }
    return classes;
  }

  std::vector<std::size_t> common_levels(std::span<const Row> rows) const {
    std::vector<std::size_t> levels;
    for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d)
      levels.push_back(common_level(d, rows));
    return levels;
  }

  // Unites classes with the same labels, because readers see them as one class. The requirement
  // holds for the union of classes that meet it.
  std::vector<Rows> unite_equal_labels(std::vector<Rows> classes) const {
    std::vector<std::pair<std::vector<std::size_t>, std::size_t>> order;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      std::vector<std::size_t> labels = common_levels(classes[c]);
      for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d) {
        labels.push_back(lattice_.dimensions[d].canonical[labels[d]][codes(d)[classes[c].front()]]);
      }
      order.emplace_back(std::move(labels), c);
    }
    std::sort(order.begin(), order.end());
    std::vector<Rows> result;
    for (std::size_t i = 0; i < order.size(); ++i) {
      progress_.checkpoint();
      Rows& rows = classes[order[i].second];
      if (i > 0 && order[i].first == order[i - 1].first) {
        result.back().insert(result.back().end(), rows.begin(), rows.end());
      } else {
        result.push_back(std::move(rows));
      }
    }
    return result;
  }

  CellGeneralization publish(std::vector<Rows> classes) const {
    CellGeneralization result;
    for (Rows& rows : classes) {
      radix_sort(
          std::span(rows), data_.rows, [](Row row) { return row; }, progress_);
      NodeLevels levels{};
      for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d)
        levels[d] = static_cast<std::uint16_t>(common_level(d, rows));
      result.levels.push_back(hierarchy_levels(lattice_, levels));
      result.classes.rows.insert(result.classes.rows.end(), rows.begin(), rows.end());
      result.classes.offsets.push_back(static_cast<Row>(result.classes.rows.size()));
    }
    result.suppressed = lattice_.rows - size_of(result.classes.rows);
    const Loss suppressed = lattice_.unit * static_cast<Loss>(lattice_.quasi_identifiers) *
                            static_cast<Loss>(result.suppressed);
    result.loss = lattice_.mean_loss(loss_of(classes) + suppressed);
    return result;
  }

  const Microdata& data_;
  const AttributeSet& quasi_identifiers_;
  const Progress& progress_;
  Lattice lattice_;
  ClassRequirement requirement_;
  ClassRequirement::Scratch scratch_;
};

}  // namespace

CellGeneralization generalize_cells(const Microdata& data, const FullDomainOptions& options,
                                    const PrivacyRequirement& privacy, const TuplePartition& start,
                                    const Progress& progress) {
  return CellGeneralizer(data, options, privacy, progress).run(start);
}

}  // namespace microdata
