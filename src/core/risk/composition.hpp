#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// What one release alone says of some persons' values of a sensitive attribute.
struct ReleaseBeliefs {
  struct Belief {
    Code value;
    double probability;
  };
  // Person by person, each one's by value. Who is not in the release has none.
  std::vector<Belief> beliefs;
  std::vector<std::size_t> first{0};
  // In the release, by value.
  std::vector<std::uint64_t> rows;
  // How many beliefs about each person follow each other, by what may have been true of the person
  // when the release was made. One of them is right; an attacker knows which.
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

// Beliefs of a call are no more than this, which take some hundred megabytes.
inline constexpr std::size_t most_beliefs = 20'000'000;

// Of persons who were placed in this order, as far as they were looked for: the share of a value in
// each of a person's places, weighed by the place. Persons are looked for until there are `most`
// beliefs.
ReleaseBeliefs believe(const PlacedPersons& placed, std::span<const Row> persons, std::size_t most,
                       const Progress& progress);

// What is believed by a release that is read region by region. A person may have places in several
// regions, as far as rows lie where they do not belong; each counts as it does in the whole.
class BeliefsOfRegions {
 public:
  // The same persons in the same order each time; `codes`: by the region's code, that of all
  // regions, which may be provisional.
  void add(const PlacedPersons& placed, std::span<const Row> persons, std::span<const Code> codes,
           const Progress& progress);
  // What was found elsewhere, of the same persons; `codes`: as above.
  void add(const BeliefsOfRegions& region, std::span<const Code> codes);
  template <typename Beliefs>
  friend auto members(Beliefs& beliefs, const BeliefsOfRegions* /*type*/) {
    return std::tie(beliefs.said_, beliefs.weights_, beliefs.looked_for_, beliefs.rows_);
  }
  // Of those who were looked for in all regions. `codes`: by the code so far, which several may
  // have in common now.
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

  // Probabilities times the person's weight.
  std::vector<Said> said_;
  std::vector<double> weights_;
  std::size_t looked_for_ = 0;
  std::vector<std::uint64_t> rows_;
};

// The same with other codes, by code; no two of them become one.
void recode(ReleaseBeliefs& beliefs, std::span<const Code> codes, const Progress& progress);

// How the guesses of an adversary turned out who holds some releases.
struct CompositionFigures {
  // Who is in at least one of them.
  std::size_t persons = 0;
  // Over these, of the values that are left.
  double candidates = 0;
  // Who has one left; and who has none, as a value was changed between two releases, or the person
  // is not in one of them, and other rows look alike.
  std::size_t pinned = 0;
  std::size_t contradicted = 0;
  // Whose most probable value is theirs.
  std::size_t right = 0;
};

// An adversary who holds several releases of one table, knows the quasi-identifiers of all persons,
// and that each is in every release where somebody is who looks like them (S. R. Ganta et al.,
// "Composition attacks and auxiliary information in data privacy", KDD 2008). A person's candidates
// are the values that are possible by all releases. Releases are taken as independent given the
// table: what each says in favour of a value, its probability against its share in the table, is
// multiplied. What releases say of a person alike counts once: they may have the same links.
// Each figure of a person with alternatives is the worst one of any choice among them.
//
// `truth`: of the persons. All have the same codes and as many persons looked for.
CompositionFigures compose(std::span<const ReleaseBeliefs* const> releases,
                           std::span<const Code> truth, std::size_t persons,
                           const Progress& progress);

}  // namespace microdata
