#include "postgres/methods/gnf/divergence_report.hpp"

#include <cmath>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

void report_fitting(const Divergence& divergence) {
  if (divergence.fitting == Fitting::closed_form) return;
  std::string detail = "The divergence has no closed form for them.";
  if (divergence.fitting == Fitting::iterative_over_existing)
    detail += " It is fitted over the tuples that exist, as there are too many others.";
  if (!divergence.converged)
    detail += " Not all marginals can be met at once, as parts in buckets contradict others.";
  if (std::isinf(divergence.nats))
    detail += " What is fitted rules out a tuple that exists, so that the divergence is infinite.";
  report(NOTICE, "the parts form a cycle", detail);
}

}  // namespace microdata::postgres
