#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/drawing.hpp"

namespace microdata {

// Values of a person's rows so far, ascending, each once.
using ItemSet = std::vector<Item>;

// Persons that were published for the first time in one edition and stay together.
struct Cohort {
  // Published set of each person, at least m sets. Sets only grow.
  std::vector<ItemSet> sets;
  // True once any person has been missing from an edition. Sets then stop growing.
  bool closed = false;
};

struct CohortPlace {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // Cohort of the person, `none` for an arrival.
  std::uint32_t cohort = none;
  // Index of the person's set in the cohort.
  std::uint32_t set = 0;

  bool operator==(const CohortPlace&) const = default;
};

struct CohortEdition {
  // Cohorts of the previous edition, in their order, followed by new ones. A cohort with a person
  // in the table is published. A published cohort shows its sets, in the order of `order`, and the
  // quasi-identifiers of its persons in the table.
  std::vector<Cohort> cohorts;
  // Order of the sets by cohort, random and different in every edition.
  std::vector<std::vector<std::uint32_t>> order;
  // Places by person; a waiting person has no cohort.
  std::vector<CohortPlace> places;
  // Number of values that persons have and their published sets lack.
  std::size_t withheld = 0;
};

// Returns one edition of a series of persons with several rows, whose sets of values grow.
//
// The guarantee. The attacker has all editions and knows all persons' quasi-identifiers, their
// editions, and this program. A priori, histories that differ by an exchange of persons that arrive
// in the same edition are equally probable. Then no person has any value, in any edition, with a
// probability above 1/m. Proof: take a history that the editions allow, and let two persons of a
// cohort exchange their sets in all editions. The two persons arrived in the same edition. Until
// any person left, no published content distinguishes them. Afterwards their sets no longer change,
// so that it does not matter which of them left. The editions therefore allow the new history too.
// Each of the cohort's k sets belongs to each of its persons equally often, and no value is in more
// than k/m of them.
//
// If sets grew after a person left, that person's set would be one of those that do not grow. Of
// {a} and {b}, later {a, c} and {b}, the first belongs to the person that stayed.
//
// The guarantee does not cover an attacker with knowledge of the edition in which a person got
// rows, or of a person's number of values. Only some of the sets can then be the person's. The
// format must not show either.
//
// A value that would reach more than k/m of a cohort's sets is withheld from the excess number of
// persons, drawn at random. Arrivals form new cohorts only, by drawing (partition/drawing.hpp), if
// no value is in more than 1/m of their sets; otherwise all of them wait. None of this applies to
// harmless values, which have no bound: any number of a cohort's sets can have them. The proof does
// not need their bound.
//
// `sets` and `places` are by person in the table now. Items of sets are below `items`; `harmless`
// has 1 by item for those without a bound, or is empty.
CohortEdition make_cohort_edition(std::span<const ItemSet> sets, Item items,
                                  std::span<const std::uint8_t> harmless,
                                  std::span<const CohortPlace> places,
                                  std::span<const Cohort> before, std::uint32_t m, Random& random,
                                  const Progress& progress);

}  // namespace microdata
