#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/linkability.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

// Of one kind of predicates.
struct SingledOut {
  AttackOutcome attack;
  AttackOutcome naive;
  std::optional<AttackOutcome> control;
};

// Returns the attack with the greater risk, or without a control, the one that succeeds more often.
SingledOut worse_of(const SingledOut& one, const SingledOut& other);

// The singling-out attack on a release that is read by regions, here or where these are, whose
// source is there; by kind.
// Predicates of one attribute are those that fit one row of all regions, and are judged by all
// persons. Predicates of several say in which region the person is, too, as everybody can tell by
// her values: they are learned, and judged, in that region alone. So an adversary of the whole has
// none that is not among them, and rather one more.
std::map<std::string, SingledOut> single_out_by_regions(const Release& release,
                                                        ReadReleasedTable* read,
                                                        std::size_t attacks,
                                                        const std::optional<Oid>& outsiders,
                                                        Random& random, const Progress& progress);

// What a worker is asked of a region: which values are one row's; and whom predicates fit.
AnswerPart answer_values_alone;
AnswerPart answer_fits;

// By their places among a release's attributes (ReleasedTable::names).
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

// What the attacks on some persons find in all regions together: what is nearest to a person may be
// in any of them.
struct LinkedPersons {
  std::vector<LinkAttack::Links> links;
  std::size_t members = 0;
  // Of the release.
  std::size_t rows = 0;
};
template <typename Linked>
auto members(Linked& linked, const LinkedPersons* /*type*/) {
  return std::tie(linked.links, linked.members, linked.rows);
}

// The linkability attack on a release that is read by regions, here or where these are, whose
// source is there. Persons are drawn, and after them outsiders, where there are some.
LinkedPersons link_by_regions(const Release& release, ReadReleasedTable* read,
                              const LinkRequest& request, const ChooseSides& choose, Random& random,
                              const Progress& progress);

// What a worker is asked of a region: how far the numbers extend that it shows; and who is linked.
AnswerPart answer_numbers_shown;
AnswerPart answer_links;

}  // namespace microdata::postgres
