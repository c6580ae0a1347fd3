#include "core/generalization/lattice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/microdata/histogram.hpp"

namespace microdata {

namespace {

// Returns the largest power of two for which sums of losses do not overflow.
Loss choose_unit(Row rows, std::size_t quasi_identifiers) {
  constexpr int room = 61;
  constexpr int most = 40;
  const int bits = static_cast<int>(std::bit_width(std::uint64_t{rows})) +
                   static_cast<int>(std::bit_width(quasi_identifiers));
  return Loss{1} << std::clamp(room - bits, 0, most);
}

// Returns, for every code, the least code with the same label.
std::vector<Code> canonical_codes(const std::vector<std::uint32_t>& label_of_code,
                                  std::uint32_t labels) {
  const auto codes = static_cast<Code>(label_of_code.size());
  std::vector<Code> least(labels, codes);
  std::vector<Code> canonical(codes);
  for (Code code = 0; code < codes; ++code) {
    Code& first = least[label_of_code[code]];
    first = std::min(first, code);
    canonical[code] = first;
  }
  return canonical;
}

std::vector<Loss> penalties(const CoverPenalty& penalty, const std::vector<Code>& canonical,
                            Loss unit) {
  std::vector<std::vector<Code>> codes_of(canonical.size());
  for (Code code = 0; code < canonical.size(); ++code)
    codes_of[canonical[code]].push_back(code);
  std::vector<Loss> result(canonical.size());
  for (Code code = 0; code < canonical.size(); ++code) {
    result[code] = canonical[code] == code
                       ? std::llround(penalty.of(codes_of[code]) * static_cast<double>(unit))
                       : result[canonical[code]];
  }
  return result;
}

LatticeDimension make_dimension(const Attribute& attribute, const CoverPenalty& penalty,
                                std::span<const std::uint32_t> frequency, Loss unit,
                                const Progress& progress) {
  const Hierarchy hierarchy =
      attribute.hierarchy ? *attribute.hierarchy : flat_hierarchy(attribute.distinct);
  LatticeDimension dimension;
  for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
    progress.checkpoint();
    // Nested levels with equally many labels have the same labels.
    if (level > 0 && hierarchy.labels[level] == hierarchy.labels[level - 1]) continue;
    dimension.hierarchy_level.push_back(level);
    dimension.labels.push_back(hierarchy.labels[level]);
    dimension.canonical.push_back(
        canonical_codes(hierarchy.label_of_code[level], hierarchy.labels[level]));
    dimension.penalty.push_back(penalties(penalty, dimension.canonical.back(), unit));
    Loss loss = 0;
    for (std::size_t code = 0; code < frequency.size(); ++code)
      loss += dimension.penalty.back()[code] * frequency[code];
    dimension.loss.push_back(loss);
  }
  return dimension;
}

std::vector<std::uint32_t> frequency_of_codes(const Microdata& data, std::size_t attribute,
                                              const Progress& progress) {
  std::vector<std::uint32_t> frequency(data.attributes[attribute].distinct);
  const std::vector<Code>& codes = data.columns[attribute];
  progress.in_blocks(codes.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      frequency[codes[row]] += data.times_of(static_cast<Row>(row));
  });
  return frequency;
}

}  // namespace

std::size_t Lattice::height() const {
  std::size_t height = 0;
  for (const LatticeDimension& dimension : dimensions)
    height += dimension.levels() - 1;
  return height;
}

Loss Lattice::most_loss() const {
  return unit * static_cast<Loss>(quasi_identifiers) * static_cast<Loss>(rows);
}

double Lattice::mean_loss(Loss loss) const {
  return quasi_identifiers == 0 ? 0 : static_cast<double>(loss) / static_cast<double>(most_loss());
}

Lattice make_lattice(const Microdata& data, const AttributeSet& quasi_identifiers,
                     LossMeasure measure, const Progress& progress) {
  Lattice lattice;
  lattice.quasi_identifiers = quasi_identifiers.size();
  lattice.rows = rows_of_table(data);
  lattice.unit = choose_unit(lattice.rows, quasi_identifiers.size());
  double nodes = 1;
  for (std::size_t i = 0; i < quasi_identifiers.size(); ++i) {
    const std::size_t attribute = quasi_identifiers[i];
    const CoverPenalty penalty(data.attributes[attribute], measure, data.columns[attribute],
                               progress, data.times);
    LatticeDimension dimension =
        make_dimension(data.attributes[attribute], penalty,
                       frequency_of_codes(data, attribute, progress), lattice.unit, progress);
    if (dimension.levels() < 2) continue;
    dimension.quasi_identifier = i;
    nodes *= static_cast<double>(dimension.levels());
    lattice.dimensions.push_back(std::move(dimension));
  }
  if (nodes > static_cast<double>(Lattice::most_nodes)) {
    LatticeTooLarge error;
    error.nodes = nodes;
    throw error;
  }
  for (std::size_t d = lattice.dimensions.size(); d-- > 0;) {
    lattice.dimensions[d].stride = lattice.nodes;
    lattice.nodes *= static_cast<LatticeNode>(lattice.dimensions[d].levels());
  }
  return lattice;
}

NodeLevels levels_of(const Lattice& lattice, LatticeNode node) {
  NodeLevels levels{};
  for (std::size_t d = 0; d < lattice.dimensions.size(); ++d) {
    levels[d] = static_cast<std::uint16_t>(node / lattice.dimensions[d].stride);
    node %= lattice.dimensions[d].stride;
  }
  return levels;
}

LatticeNode node_at(const Lattice& lattice, const NodeLevels& levels) {
  LatticeNode node = 0;
  for (std::size_t d = 0; d < lattice.dimensions.size(); ++d)
    node += levels[d] * lattice.dimensions[d].stride;
  return node;
}

Loss generalization_loss(const Lattice& lattice, const NodeLevels& levels) {
  Loss loss = 0;
  for (std::size_t d = 0; d < lattice.dimensions.size(); ++d)
    loss += lattice.dimensions[d].loss[levels[d]];
  return loss;
}

std::vector<std::size_t> hierarchy_levels(const Lattice& lattice, const NodeLevels& levels) {
  std::vector<std::size_t> result(lattice.quasi_identifiers);
  for (std::size_t d = 0; d < lattice.dimensions.size(); ++d) {
    const LatticeDimension& dimension = lattice.dimensions[d];
    result[dimension.quasi_identifier] = dimension.hierarchy_level[levels[d]];
  }
  return result;
}

LatticeLayers::LatticeLayers(const Lattice& lattice)
    : lattice_(&lattice), least_(lattice.dimensions.size() + 1) {
  least_.back() = {0};
  for (std::size_t d = lattice.dimensions.size(); d-- > 0;) {
    const std::vector<Loss>& loss = lattice.dimensions[d].loss;
    const std::vector<Loss>& above = least_[d + 1];
    least_[d].assign(loss.size() + above.size() - 1, unlimited_loss);
    for (std::size_t level = 0; level < loss.size(); ++level) {
      for (std::size_t h = 0; h < above.size(); ++h) {
        Loss& least = least_[d][level + h];
        least = std::min(least, loss[level] + above[h]);
      }
    }
  }
}

}  // namespace microdata
