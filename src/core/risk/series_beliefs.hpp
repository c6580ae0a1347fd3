#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// The buckets of one edition of a series where each of some persons may be, by their signatures:
// sets of values, of which each occurs once.
struct PlacedSignatures {
  struct Place {
    std::uint32_t signature;
    double probability;
  };
  // Person by person, each one's by signature.
  std::vector<Place> places;
  std::vector<std::size_t> first{0};
  // Of every bucket that somebody may be in, ascending.
  std::vector<std::vector<Code>> signatures;
  // By person, how likely it is that the edition shows the person without a value. Empty if it
  // shows nobody so.
  std::vector<double> valueless;
  // Then the share of every value that it shows.
  std::vector<ReleaseBeliefs::Belief> shown;

  std::size_t persons() const { return first.size() - 1; }
  std::span<const Place> of(std::size_t person) const {
    return std::span(places).subspan(first[person], first[person + 1] - first[person]);
  }
};

// Of persons who were placed in this order, as far as they were looked for. `codes`: the values'
// numbers in all editions.
PlacedSignatures signatures_of_places(const PlacedPersons& placed, std::span<const Row> persons,
                                      std::span<const Code> codes, const Progress& progress);

// Gives the editions one numbering of signatures, whose values it returns.
std::vector<std::vector<Code>> number_signatures(std::span<PlacedSignatures* const> editions);

// Whether most persons whom both editions show in buckets of one signature have the same in both,
// so that they may be of one series. True where there is nobody.
bool keep_signatures(const PlacedSignatures& earlier, const PlacedSignatures& later);

// What editions say together to who knows that a person's signature is the same in all of them (X.
// Xiao, Y. Tao, "m-Invariance", SIGMOD 2007): who looks like a person in one edition and has
// another signature in the next was somebody else. The adversary takes a person to be in as many
// editions as can be, and there in any place of the signature. Who is shown without a value has one
// outside of the signature: any that the edition shows, as often.
ReleaseBeliefs believe_editions(std::span<const PlacedSignatures* const> editions,
                                std::span<const std::vector<Code>> signatures, std::size_t persons,
                                const Progress& progress);

}  // namespace microdata
