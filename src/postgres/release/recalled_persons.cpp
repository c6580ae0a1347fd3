#include "postgres/release/recalled_persons.hpp"

#include <bit>
#include <utility>

namespace microdata::postgres {

namespace {

// A table of persons by their hashes, which are as good as random: their last bits say where to
// look first.
class PersonIndex {
 public:
  explicit PersonIndex(const std::vector<RememberedPerson>& persons)
      : persons_(persons), slots_(std::bit_ceil(2 * persons.size() + 1), RecalledPersons::nobody) {
    for (std::uint32_t p = 0; p < persons.size(); ++p) {
      std::size_t slot = first_slot(persons[p].hash);
      while (slots_[slot] != RecalledPersons::nobody)
        slot = next_slot(slot);
      slots_[slot] = p;
    }
  }

  std::uint32_t find(const PersonHash& hash) const {
    std::size_t slot = first_slot(hash);
    while (slots_[slot] != RecalledPersons::nobody && !(persons_[slots_[slot]].hash == hash))
      slot = next_slot(slot);
    return slots_[slot];
  }

 private:
  std::size_t first_slot(const PersonHash& hash) const { return hash.low & (slots_.size() - 1); }
  std::size_t next_slot(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  const std::vector<RememberedPerson>& persons_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace

RecalledPersons::RecalledPersons(std::vector<RememberedPerson> persons,
                                 std::span<const PersonHash> hashes, const Progress& progress)
    : persons_(std::move(persons)) {
  progress.checkpoint();
  const PersonIndex index(persons_);
  of_row_.reserve(hashes.size());
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    progress.checkpoint_at(row);
    of_row_.push_back(index.find(hashes[row]));
  }
}

}  // namespace microdata::postgres
