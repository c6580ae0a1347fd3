#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// Beliefs about the values of a sensitive attribute of some persons, by one release alone.
struct ReleaseBeliefs {
  struct Belief {
    Code value;
    double probability;
  };
  // Beliefs person by person, each person's ordered by value. A person who is not in the release
  // has none.
  std::vector<Belief> beliefs;
  std::vector<std::size_t> first{0};
  // Number of rows in the release with each value.
  std::vector<std::uint64_t> rows;
  // Number of alternative beliefs about each person, which are consecutive, by what may have been
  // true of the person when the release was made. One of them is right, and the attacker knows
  // which.
  std::size_t alternatives = 1;

  std::size_t persons() const { return (first.size() - 1) / alternatives; }
  std::span<const Belief> of(std::size_t person, std::size_t alternative = 0) const {
    const std::size_t at = person * alternatives + alternative;
    return std::span(beliefs).subspan(first[at], first[at + 1] - first[at]);
  }
  bool has(std::size_t person) const {
    return first[(person + 1) * alternatives] > first[person * alternatives];
  }
};

// Largest difference of equal probabilities. Shares are summed in no fixed order, and places have
// probabilities of single precision.
inline constexpr double alike_within = 1e-5;

// Returns true if two releases give equal beliefs about a person.
bool alike(std::span<const ReleaseBeliefs::Belief> a, std::span<const ReleaseBeliefs::Belief> b);

// Largest number of beliefs of a call, which take some hundred megabytes.
inline constexpr std::size_t most_beliefs = 20'000'000;

// Returns beliefs about the first of the persons placed, until there are `most` beliefs. A belief
// is the share of a value in each of a person's places, weighted by the place.
ReleaseBeliefs believe(const PlacedPersons& placed, std::size_t most, const Progress& progress);

// Beliefs by a release that is read region by region. A person can have places in several regions
// if rows lie where they do not belong; each place counts as in the whole release.
class BeliefsOfRegions {
 public:
  // Adds the beliefs by one region. Every call must have been asked for the same number of persons,
  // the same in the same order.
  // `codes` has, by the region's code, the code for all regions, which may be provisional.
  void add(const PlacedPersons& placed, std::size_t persons, std::span<const Code> codes,
           const Progress& progress);
  // Adds beliefs by one region about the first of the persons, each with the weight of the places
  // there.
  void add(const ReleaseBeliefs& region, std::span<const double> weights, std::size_t persons,
           std::span<const Code> codes, const Progress& progress);
  std::size_t beliefs() const { return said_.size(); }
  // Adds beliefs about the same persons that were found elsewhere; `codes` is as above.
  void add(const BeliefsOfRegions& region, std::span<const Code> codes);
  template <typename Beliefs>
  friend auto members(Beliefs& beliefs, const BeliefsOfRegions* /*type*/) {
    return std::tie(beliefs.said_, beliefs.weights_, beliefs.looked_for_, beliefs.rows_);
  }
  // Returns the beliefs about the persons who were looked for in all regions. `codes` has the final
  // code by the code so far; several codes can become one.
  ReleaseBeliefs finish(std::span<const Code> codes, const Progress& progress);

 private:
  struct Said {
    std::size_t person = 0;
    ReleaseBeliefs::Belief belief = {};

    template <typename Beliefs>
    friend auto members(Beliefs& said, const Said* /*type*/) {
      return std::tie(said.person, said.belief.value, said.belief.probability);
    }
  };
  void add_rows(std::span<const std::uint64_t> rows, std::span<const Code> codes);

  // Beliefs with probabilities multiplied by the person's weight.
  std::vector<Said> said_;
  std::vector<double> weights_;
  std::size_t looked_for_ = 0;
  std::vector<std::uint64_t> rows_;
};

// Replaces the codes of values. `codes` has the new code by the old one; no two codes become one.
void recode(ReleaseBeliefs& beliefs, std::span<const Code> codes, const Progress& progress);

// Results of the guesses of an attacker who holds some releases.
struct CompositionFigures {
  // Number of persons who are in at least one release.
  std::size_t persons = 0;
  // Mean number, over these persons, of the values that are left.
  double candidates = 0;
  // Number of persons with one value left, and number of persons with none. No value is left if the
  // value was changed between two releases, or if a release without the person has other rows that
  // look alike.
  std::size_t pinned = 0;
  std::size_t contradicted = 0;
  // Number of persons whose most probable value is right.
  std::size_t right = 0;
};

// Combines several releases of one table as an attacker does who knows the quasi-identifiers of all
// persons (S. R. Ganta et al., "Composition attacks and auxiliary information in data privacy", KDD
// 2008). The attacker takes each person to be in every release with rows that look like the
// person's. A person's candidates are the values that are possible by all releases. Releases are
// taken as independent given the table: their probabilities of a value, divided by the value's
// share in the table, are multiplied. Equal beliefs of several releases about a person count once,
// because they may have the same links. Each figure of a person with alternatives is the worst one
// of any choice among them.
//
// `truth` has the values of the persons; persons whose value is harmless are left out. Of the
// others, the most probable value that is not harmless is guessed, and a harmless one is no
// disclosure. `harmless` has 1 by value for harmless ones, or is empty. All releases have the same
// codes and the same number of persons looked for.
CompositionFigures compose(std::span<const ReleaseBeliefs* const> releases,
                           std::span<const Code> truth, std::size_t persons,
                           const Progress& progress, std::span<const std::uint8_t> harmless = {});

}  // namespace microdata
