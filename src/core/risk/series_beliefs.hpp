#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// Buckets of one edition of a series in which each of some persons can be, by their signatures. A
// signature is the set of a bucket's values; each value occurs once.
struct PlacedSignatures {
  struct Place {
    std::uint32_t signature;
    double probability;
  };
  // Places person by person, each person's ordered by signature.
  std::vector<Place> places;
  std::vector<std::size_t> first{0};
  // Values of every signature of a bucket that a person can be in, ascending.
  std::vector<std::vector<Code>> signatures;
  // Probability, by person, that the edition shows the person without a value. Empty if the edition
  // shows no person so.
  std::vector<double> valueless;
  // Share of every value that the edition shows, if it shows persons without a value.
  std::vector<ReleaseBeliefs::Belief> shown;

  std::size_t persons() const { return first.size() - 1; }
  std::span<const Place> of(std::size_t person) const {
    return std::span(places).subspan(first[person], first[person + 1] - first[person]);
  }
};

// Returns the signatures of the persons who were placed. `codes` has the numbers of the values in
// all editions.
PlacedSignatures signatures_of_places(const PlacedPersons& placed, std::span<const Code> codes,
                                      const Progress& progress);

// Gives the editions one numbering of signatures, and returns the signatures' values.
std::vector<std::vector<Code>> number_signatures(std::span<PlacedSignatures* const> editions);

// Returns true if both editions show the same signature of at least half of the persons whom both
// show in one signature each. The editions can then be of one series. True if there is no such
// person.
bool keep_signatures(const PlacedSignatures& earlier, const PlacedSignatures& later);

// Combines editions for an attacker who knows that a person's signature is the same in all of them
// (X. Xiao, Y. Tao, "m-Invariance", SIGMOD 2007). A row that looks like the person's in one edition
// but has another signature in the next is thus another person's. The attacker takes a person to be
// in as many editions as possible, at any place with the signature. A person who is shown without a
// value has a value outside of the signature: any that the edition shows, with the same frequency.
ReleaseBeliefs believe_editions(std::span<const PlacedSignatures* const> editions,
                                std::span<const std::vector<Code>> signatures, std::size_t persons,
                                const Progress& progress);

}  // namespace microdata
