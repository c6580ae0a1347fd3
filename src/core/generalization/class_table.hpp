#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/generalization/class_requirement.hpp"
#include "core/generalization/lattice.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Position of a dimension's label in the key of a class. The least code with the label represents
// it.
struct KeyField {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint64_t mask = 0;
};

// Fields of a key, one for each of the lattice's dimensions. No field spans two words.
struct KeyLayout {
  std::vector<KeyField> fields;
  std::size_t words = 1;
};

KeyLayout make_key_layout(const Lattice& lattice);

// Values of small sensitive attributes that a class has, one bit for each in a word that these
// attributes share.
struct ValueBits {
  struct Field {
    std::size_t sensitive = 0;  // index among the sensitive attributes
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;
    std::uint32_t fewest = 1;  // ClassRequirement::fewest_values()
  };
  std::vector<Field> fields;
  // True if these are all sensitive attributes with more than one required value.
  bool complete = true;
};

ValueBits make_value_bits(const Microdata& data, const ClassRequirement& requirement);

// An equivalence class, described independently of its rows.
template <std::size_t Words>
struct EquivalenceClass {
  std::array<std::uint64_t, Words> key{};
  std::uint64_t value_bits = 0;
  std::uint32_t rows = 0;

  // True if the key equals `other`. The loop avoids the library call of == on arrays, because a key
  // has few words.
  bool has_key(const std::array<std::uint64_t, Words>& other) const {
    std::uint64_t differences = 0;
    for (std::size_t w = 0; w < Words; ++w)
      differences |= key[w] ^ other[w];
    return differences == 0;
  }
};

// Number of rows of each class with each value of a sensitive attribute, without zeros. Class c has
// values[offsets[c]] .. values[offsets[c + 1] - 1], in any order.
struct ClassValues {
  std::vector<std::uint32_t> offsets{0};
  std::vector<ValueCount> values;

  std::span<const ValueCount> of(std::size_t c) const {
    return std::span(values).subspan(offsets[c], offsets[c + 1] - offsets[c]);
  }
};

// Equivalence classes of a node, in any order.
template <std::size_t Words>
struct ClassTable {
  NodeLevels levels{};
  std::vector<EquivalenceClass<Words>> classes;
  // Values by sensitive attribute; empty if bits suffice.
  std::vector<ClassValues> values;
};

// Computation of tables from the tables of predecessors. Classes are only united, so rows need not
// be read again (LeFevre, DeWitt and Ramakrishnan, "Incognito", SIGMOD 2005, section 2.2, rollup
// property). The object holds buffers, so each thread needs its own.
template <std::size_t Words>
class RollUp {
 public:
  RollUp(const Lattice& lattice, const KeyLayout& layout, ClassRequirement::Scratch value_scratch)
      : lattice_(&lattice), layout_(&layout), value_scratch_(std::move(value_scratch)) {}

  // Unites the classes of `from`, without the lists of values. `from` is the table of a predecessor
  // of the node at `levels`, or of the node itself.
  void unite_classes(const ClassTable<Words>& from, const NodeLevels& levels, ClassTable<Words>& to,
                     const Progress& progress);

  // Unites the lists of values. Must follow unite_classes().
  void unite_values(const ClassTable<Words>& from, ClassTable<Words>& to, const Progress& progress);

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // A dimension whose level changes.
  struct Change {
    KeyField field;
    const Code* canonical;
  };

  static std::uint64_t hash(const std::array<std::uint64_t, Words>& key) {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    std::uint64_t h = 0;
    for (const std::uint64_t word : key) {
      h ^= word;
      h = (h ^ (h >> 32U)) * golden;
    }
    return h;
  }

  void group_by_class(std::size_t classes, const Progress& progress);

  const Lattice* lattice_;
  const KeyLayout* layout_;
  ClassRequirement::Scratch value_scratch_;
  std::vector<Change> changes_;
  std::vector<std::uint32_t> slots_;
  // Class of `to` for each class of `from`, and the classes of `from` grouped by class of `to`.
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> order_;
};

// Returns the classes of the lowest node: the combinations of values that occur.
template <std::size_t Words>
ClassTable<Words> lowest_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                 const Lattice& lattice, const KeyLayout& layout,
                                 const ClassRequirement& requirement, const ValueBits& bits,
                                 bool with_values, const Progress& progress);

template <std::size_t Words>
void RollUp<Words>::unite_classes(const ClassTable<Words>& from, const NodeLevels& levels,
                                  ClassTable<Words>& to, const Progress& progress) {
  changes_.clear();
  for (std::size_t d = 0; d < lattice_->dimensions.size(); ++d) {
    if (levels[d] == from.levels[d]) continue;
    changes_.push_back({layout_->fields[d], lattice_->dimensions[d].canonical[levels[d]].data()});
  }
  const std::size_t size = from.classes.size();
  // A small table has many slots, because collisions cost more than cache memory.
  constexpr std::size_t few = 1U << 14U;
  const auto slot_bits = static_cast<unsigned>(std::bit_width(size)) + (size < few ? 3U : 1U);
  const std::size_t last_slot = (std::size_t{1} << slot_bits) - 1;
  slots_.assign(last_slot + 1, none);
  to.levels = levels;
  to.classes.clear();
  to.classes.reserve(size);
  class_of_.resize(size);
  progress.in_blocks(size, [&](std::size_t begin, std::size_t end) {
    // Keys are computed first, in batches, so that the slots are in the cache when needed.
    constexpr std::size_t batch = 32;
    std::array<std::array<std::uint64_t, Words>, batch> keys;
    std::array<std::size_t, batch> slots;
    for (std::size_t first = begin; first < end; first += batch) {
      const std::size_t count = std::min(batch, end - first);
      for (std::size_t i = 0; i < count; ++i) {
        keys[i] = from.classes[first + i].key;
        for (const Change& change : changes_) {
          std::uint64_t& word = keys[i][change.field.word];
          const std::uint64_t code = (word >> change.field.shift) & change.field.mask;
          word -= (code - change.canonical[code]) << change.field.shift;
        }
        slots[i] = hash(keys[i]) >> (64U - slot_bits);
        __builtin_prefetch(&slots_[slots[i]]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        const EquivalenceClass<Words>& c = from.classes[first + i];
        std::size_t slot = slots[i];
        while (slots_[slot] != none && !to.classes[slots_[slot]].has_key(keys[i]))
          slot = (slot + 1) & last_slot;
        if (slots_[slot] == none) {
          slots_[slot] = static_cast<std::uint32_t>(to.classes.size());
          to.classes.push_back({keys[i], c.value_bits, c.rows});
        } else {
          EquivalenceClass<Words>& united = to.classes[slots_[slot]];
          united.rows += c.rows;
          united.value_bits |= c.value_bits;
        }
        class_of_[first + i] = slots_[slot];
      }
    }
  });
}

template <std::size_t Words>
void RollUp<Words>::group_by_class(std::size_t classes, const Progress& progress) {
  begins_.assign(classes + 1, 0);
  for (const std::uint32_t c : class_of_)
    ++begins_[c + 1];
  for (std::size_t c = 0; c < classes; ++c)
    begins_[c + 1] += begins_[c];
  order_.resize(class_of_.size());
  for (std::uint32_t i = 0; i < class_of_.size(); ++i) {
    progress.checkpoint_at(i);
    order_[begins_[class_of_[i]]++] = i;
  }
  for (std::size_t c = classes; c > 0; --c)
    begins_[c] = begins_[c - 1];
  begins_[0] = 0;
}

template <std::size_t Words>
void RollUp<Words>::unite_values(const ClassTable<Words>& from, ClassTable<Words>& to,
                                 const Progress& progress) {
  const std::size_t classes = to.classes.size();
  to.values.resize(from.values.size());
  if (from.values.empty()) return;
  group_by_class(classes, progress);
  std::vector<std::uint32_t>& tuples = value_scratch_.tuples;
  for (std::size_t j = 0; j < from.values.size(); ++j) {
    const ClassValues& source = from.values[j];
    ClassValues& united = to.values[j];
    united.values.clear();
    united.offsets.assign(1, 0);
    for (std::size_t c = 0; c < classes; ++c) {
      progress.checkpoint_at(c);
      const std::size_t first = united.values.size();
      for (std::uint32_t i = begins_[c]; i < begins_[c + 1]; ++i) {
        for (const ValueCount& v : source.of(order_[i])) {
          if (tuples[v.value] == 0) united.values.push_back({v.value, 0});
          tuples[v.value] += v.tuples;
        }
      }
      for (std::size_t v = first; v < united.values.size(); ++v)
        united.values[v].tuples = std::exchange(tuples[united.values[v].value], 0);
      united.offsets.push_back(static_cast<std::uint32_t>(united.values.size()));
    }
  }
}

// Returns the values of each combination's rows.
std::vector<ClassValues> values_of_combinations(const Microdata& data,
                                                const Combinations& combinations,
                                                const ClassRequirement& requirement,
                                                const Progress& progress);

template <std::size_t Words>
ClassTable<Words> lowest_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                 const Lattice& lattice, const KeyLayout& layout,
                                 const ClassRequirement& requirement, const ValueBits& bits,
                                 bool with_values, const Progress& progress) {
  const Combinations combinations = combine(data, quasi_identifiers, progress);
  ClassTable<Words> table;
  table.classes.resize(combinations.distinct);
  const std::vector<Row> example = representatives(combinations);
  for (std::size_t d = 0; d < lattice.dimensions.size(); ++d) {
    const LatticeDimension& dimension = lattice.dimensions[d];
    const std::vector<Code>& codes = data.columns[quasi_identifiers[dimension.quasi_identifier]];
    const KeyField& field = layout.fields[d];
    progress.in_blocks(example.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) {
        const std::uint64_t code = dimension.canonical.front()[codes[example[c]]];
        table.classes[c].key[field.word] |= code << field.shift;
      }
    });
  }
  progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      table.classes[combinations.of_row[row]].rows += data.times_of(static_cast<Row>(row));
  });
  for (const ValueBits::Field& field : bits.fields) {
    const std::vector<Code>& codes = data.columns[requirement.sensitive()[field.sensitive]];
    progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        table.classes[combinations.of_row[row]].value_bits |= std::uint64_t{1}
                                                              << (field.shift + codes[row]);
      }
    });
  }
  if (with_values) {
    table.values = values_of_combinations(data, combinations, requirement, progress);
  }
  return table;
}

}  // namespace microdata
