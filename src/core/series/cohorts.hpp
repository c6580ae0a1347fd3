#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/partition/drawing.hpp"

namespace microdata {

// The values of a person's rows so far, ascending, each once.
using ItemSet = std::vector<Item>;

// Persons who were published for the first time in one edition and stay together.
struct Cohort {
  // What is published of each, at least m sets. They only grow.
  std::vector<ItemSet> sets;
  // Once anybody has been missing from an edition, they do not grow any more.
  bool closed = false;
};

struct CohortPlace {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // `none` for an arrival.
  std::uint32_t cohort = none;
  // Which of the cohort's sets is the person's.
  std::uint32_t set = 0;

  bool operator==(const CohortPlace&) const = default;
};

struct CohortEdition {
  // Those of the edition before, in their order, and after them new ones. A cohort of which
  // somebody is in the table is published: its sets, in the order of `order`, and the
  // quasi-identifiers of those of its persons who are there.
  std::vector<Cohort> cohorts;
  // By cohort; random, and another one in every edition.
  std::vector<std::vector<std::uint32_t>> order;
  // By person; of those who wait, without a cohort.
  std::vector<CohortPlace> places;
  // Values that persons have and their published sets have not.
  std::size_t withheld = 0;
};

// One edition of a series of persons with several rows, whose sets of values grow.
//
// The promise. The adversary holds all editions, knows everybody's quasi-identifiers, who is in
// which edition, and this program; before, all histories that differ by an exchange of persons who
// come in the same edition are as probable as each other. Then nobody has any value, in any
// edition, with a probability above 1/m. For take a history that the editions allow, and let two
// persons of a cohort exchange their sets in all editions. They came in the same edition; until
// anybody left, nothing that is published tells them apart; and from then on their sets are what
// they were, so that it makes no difference which of them left. So the editions allow the new
// history too, each of the cohort's k sets is each of its persons' equally often, and no value is
// in more than k/m of them.
//
// Were sets to grow after a person left, the person's would be one of those that do not: of {a} and
// {b}, later {a, c} and {b}, the first is whoever stayed.
//
// Nothing is promised against who knows of a person in which edition rows were added, or how many
// values a person has: only some of the sets are then the person's. The format must not show it.
//
// A value that would come to more than k/m of a cohort's sets is withheld from as many persons,
// drawn at random, as would be too many. Arrivals make new cohorts only, by drawing
// (partition/drawing.hpp), if no value is in more than 1/m of their sets; otherwise all of them
// wait.
//
// `sets` and `places` are by person of those in the table now. Sets have no item that is not below
// `items`.
CohortEdition make_cohort_edition(std::span<const ItemSet> sets, Item items,
                                  std::span<const CohortPlace> places,
                                  std::span<const Cohort> before, std::uint32_t m, Random& random,
                                  const Progress& progress);

}  // namespace microdata
