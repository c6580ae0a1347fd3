#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/attack_risk.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/layout_operations.hpp"
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

}  // namespace microdata::postgres
