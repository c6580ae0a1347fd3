#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/subject/set_rule.hpp"

namespace microdata {

// Working memory of one thread.
struct SetAtomScratch {
  struct Count {
    std::uint32_t left = 0;   // persons not yet in an atom who have the item
    std::uint32_t drawn = 0;  // of those, how many the atom at hand has
    std::uint32_t need = 0;   // how many it must have for the rest to satisfy l
  };
  // By item; zero between calls.
  std::vector<Count> counts;
  std::vector<Item> items;
  std::vector<std::uint32_t> remaining;
  std::vector<std::uint32_t> drawn;
  std::vector<std::uint8_t> is_drawn;
  std::vector<std::uint32_t> atom_of;
  std::uint32_t atoms = 0;
};

// Takes persons apart into atoms of as few as can be, each of which satisfies l, as does what
// remains: as by partition/atoms.hpp (Anatomy with the nearest tuples), with sets instead of
// values. `persons` as a whole satisfy l; the first ones go together rather than later ones.
// Returns the atom of each, and their number in scratch.atoms.
const std::vector<std::uint32_t>& take_set_atoms(const SetRule& rule, std::span<const Row> persons,
                                                 SetAtomScratch& scratch);

// Joins atoms, in their order, until the models hold for each; those that remain join the last
// ones. Fills in the bucket of every atom; returns the number of buckets.
std::uint32_t join_atoms(SetJudge& judge, std::span<const Row> persons,
                         std::span<const std::uint32_t> atom_of,
                         std::span<std::uint32_t> bucket_of_atom);

}  // namespace microdata
