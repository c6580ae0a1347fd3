#include "core/regions/known_shares.hpp"

#include <algorithm>

#include "core/privacy/diversity.hpp"
#include "core/regions/share_margin.hpp"

namespace microdata {

namespace {

AttributeSet with(AttributeSet attributes, std::size_t another) {
  attributes.push_back(another);
  return attributes;
}

}  // namespace

KnownShares::KnownShares(const Microdata& sample, const AttributeSet& known, std::size_t sensitive,
                         double l, const Progress& progress)
    : l_(l),
      known_(combine(sample, known, progress)),
      cells_(combine(sample, with(known, sensitive), progress)),
      known_of_cell_(cells_.distinct),
      harmless_(cells_.distinct) {
  const Attribute& attribute = sample.attributes[sensitive];
  for (Row row = 0; row < sample.rows; ++row) {
    progress.checkpoint_at(row);
    known_of_cell_[cells_.of_row[row]] = known_.of_row[row];
    harmless_[cells_.of_row[row]] = attribute.is_harmless(sample.columns[sensitive][row]) ? 1 : 0;
  }
}

std::vector<std::uint32_t> KnownShares::count(std::span<const Row> rows,
                                              const Progress& progress) const {
  std::vector<std::uint32_t> cells(cells_.distinct);
  progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
    for (const Row row : rows.subspan(begin, end - begin))
      ++cells[cells_.of_row[row]];
  });
  return cells;
}

bool KnownShares::allows(std::span<const Row> part, std::size_t left, std::optional<double> failure,
                         const Progress& progress) const {
  const std::vector<std::uint32_t> sides[] = {count(part.first(left), progress),
                                              count(part.subspan(left), progress)};
  std::vector<std::uint32_t> in_part(known_.distinct);
  for (std::size_t cell = 0; cell < cells_.distinct; ++cell)
    in_part[known_of_cell_[cell]] += sides[0][cell] + sides[1][cell];
  for (const std::vector<std::uint32_t>& cells : sides) {
    std::vector<std::uint32_t> rows(known_.distinct);
    std::vector<std::uint32_t> most(known_.distinct);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      const std::uint32_t q = known_of_cell_[cell];
      rows[q] += cells[cell];
      if (harmless_[cell] == 0) most[q] = std::max(most[q], cells[cell]);
    }
    for (std::size_t q = 0; q < rows.size(); ++q) {
      if (in_part[q] == 0) continue;
      const bool holds =
          failure ? chance_of_so_few(most[q], rows[q], 1 / l_) * known_.distinct <= *failure
                  : share_holds(most[q], rows[q], l_);
      if (!holds) return false;
    }
  }
  return true;
}

}  // namespace microdata
