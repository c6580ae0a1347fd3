#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/subject/set_rule.hpp"

namespace microdata {

// Working memory of one thread.
struct SetAtomScratch {
  struct Count {
    std::uint32_t left = 0;   // persons with the item that are not yet in an atom
    std::uint32_t drawn = 0;  // of these, persons in the current atom
    std::uint32_t need = 0;   // of these, fewest in the atom for the rest to satisfy l
  };
  // Counts by item; zero between calls.
  std::vector<Count> counts;
  std::vector<Item> items;
  std::vector<std::uint32_t> remaining;
  std::vector<std::uint32_t> drawn;
  std::vector<std::uint8_t> is_drawn;
  std::vector<std::uint32_t> atom_of;
  std::uint32_t atoms = 0;
};

// Divides persons into the smallest possible atoms, each of which satisfies l, as does the
// remainder after each atom. The method is that of partition/atoms.hpp (Anatomy with the nearest
// tuples), with sets instead of values. `persons` as a whole satisfy l; persons early in the order
// are put together first. Returns the atom of each person, and the number of atoms in
// scratch.atoms.
const std::vector<std::uint32_t>& take_set_atoms(const SetRule& rule, std::span<const Row> persons,
                                                 SetAtomScratch& scratch);

// Joins atoms, in their order, until the models hold for each bucket; a remainder joins the last
// bucket. Fills in the bucket of every atom and returns the number of buckets.
std::uint32_t join_atoms(SetJudge& judge, std::span<const Row> persons,
                         std::span<const std::uint32_t> atom_of,
                         std::span<std::uint32_t> bucket_of_atom);

}  // namespace microdata
