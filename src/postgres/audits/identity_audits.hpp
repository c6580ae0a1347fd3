#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/linkability.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/part_task.hpp"

namespace microdata::postgres {

// Outcomes of the singling-out attack with one kind of predicates.
struct SingledOut {
  AttackOutcome attack;
  AttackOutcome naive;
  std::optional<AttackOutcome> control;
};

// Returns the attack with the greater risk or, without a control, the attack that succeeds more
// often.
SingledOut worse_of(const SingledOut& one, const SingledOut& other);

// Performs the singling-out attack on a release that is read by regions, on this server or on
// workers. Returns the outcomes by kind. The source must exist.
// Predicates of one attribute fit one row of all regions, and are judged by all persons. Predicates
// of several attributes also say in which region the person is, because anyone can tell the region
// by the person's values. They are learned and judged in that region alone, and so are predicates
// of a set of rows, of persons with several rows. This attack thus has every predicate that an
// attacker of the whole release has, and rather more.
std::map<std::string, SingledOut> single_out_by_regions(const Release& release, Division division,
                                                        std::size_t attacks,
                                                        const std::optional<Oid>& outsiders,
                                                        Random& random, const Progress& progress);

// Questions about the values that one row has alone, and the numbers of persons that predicates
// fit.
extern const PartQuestion values_alone_question;
extern const PartQuestion fits_question;

// Attributes of both sides, by their indexes in ReleasedTable::names.
struct LinkedSides {
  std::vector<std::size_t> left;
  std::vector<std::size_t> right;
};
template <typename Sides>
auto members(Sides& sides, const LinkedSides* /*type*/) {
  return std::tie(sides.left, sides.right);
}
using ChooseSides = std::function<LinkedSides(const std::vector<std::string>& names)>;

struct LinkRequest {
  std::size_t attacks = 0;
  std::optional<Oid> outsiders;
};

// Links that the attacks on some persons find in all regions together, because the row nearest to a
// person can be in any region.
struct LinkedPersons {
  std::vector<LinkAttack::Links> links;
  std::size_t members = 0;
  // Number of rows of the release.
  std::size_t rows = 0;
};
template <typename Linked>
auto members(Linked& linked, const LinkedPersons* /*type*/) {
  return std::tie(linked.links, linked.members, linked.rows);
}

// Performs the linkability attack on a release that is read by regions, on this server or on
// workers. The source must exist. Persons are drawn first and outsiders, if there are any, after
// them.
LinkedPersons link_by_regions(const Release& release, Division division, const LinkRequest& request,
                              const ChooseSides& choose, Random& random, const Progress& progress);

// Questions about the range of the numbers that a region shows, and the links of persons.
extern const PartQuestion numbers_question;
extern const PartQuestion links_question;

}  // namespace microdata::postgres
