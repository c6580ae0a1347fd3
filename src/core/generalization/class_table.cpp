#include "core/generalization/class_table.hpp"

#include "core/base/grouped.hpp"

namespace microdata {

KeyLayout make_key_layout(const Lattice& lattice) {
  constexpr std::uint32_t word_bits = 64;
  KeyLayout layout;
  std::uint32_t used = 0;
  for (const LatticeDimension& dimension : lattice.dimensions) {
    const std::size_t codes = dimension.canonical.front().size();
    const auto bits = static_cast<std::uint32_t>(std::bit_width(codes - 1));
    if (used + bits > word_bits) {
      ++layout.words;
      used = 0;
    }
    layout.fields.push_back(
        {static_cast<std::uint32_t>(layout.words - 1), used, (std::uint64_t{1} << bits) - 1});
    used += bits;
  }
  return layout;
}

ValueBits make_value_bits(const Microdata& data, const ClassRequirement& requirement) {
  constexpr std::uint32_t word_bits = 64;
  ValueBits result;
  std::uint32_t used = 0;
  for (std::size_t j = 0; j < requirement.sensitive().size(); ++j) {
    if (requirement.fewest_values(j) <= 1) continue;
    const Code values = data.attributes[requirement.sensitive()[j]].distinct;
    if (values > word_bits - used) {
      result.complete = false;
      continue;
    }
    const std::uint64_t mask =
        values == word_bits ? ~std::uint64_t{0} : ((std::uint64_t{1} << values) - 1) << used;
    result.fields.push_back({j, used, mask, requirement.fewest_values(j)});
    used += values;
  }
  return result;
}

std::vector<ClassValues> values_of_combinations(const Microdata& data,
                                                const Combinations& combinations,
                                                const ClassRequirement& requirement,
                                                const Progress& progress) {
  const Grouped<Row> rows = group_numbers(combinations.of_row, combinations.distinct, progress);
  ClassRequirement::Scratch scratch = requirement.make_scratch();
  std::vector<ClassValues> result;
  for (const std::size_t attribute : requirement.sensitive()) {
    ClassValues& values = result.emplace_back();
    for (std::uint32_t c = 0; c < combinations.distinct; ++c) {
      count_into(data, attribute, rows[c], scratch, progress);
      values.values.insert(values.values.end(), scratch.values.begin(), scratch.values.end());
      values.offsets.push_back(static_cast<std::uint32_t>(values.values.size()));
    }
  }
  return result;
}

}  // namespace microdata
