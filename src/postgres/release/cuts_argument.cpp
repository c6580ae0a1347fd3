#include "postgres/release/cuts_argument.hpp"

#include "postgres/release/former_arguments.hpp"
#include "postgres/server/error.hpp"

namespace microdata::postgres {

Cuts given_cuts(const Arguments& arguments) {
  if (!arguments.has("cuts")) return Cuts::feasible;
  if (const auto former = former_cuts(arguments)) return former->cuts;
  return arguments.choice<Cuts>("cuts",
                                {{"width", Cuts::feasible}, {"oblivious", Cuts::oblivious}});
}

SlicingCuts given_slicing_cuts(const Arguments& arguments) {
  if (const auto former = former_cuts(arguments)) return *former;
  return arguments.choice<SlicingCuts>("cuts",
                                       {{"width", {Cuts::feasible, CutsBy::width}},
                                        {"correlation", {Cuts::feasible, CutsBy::correlation}},
                                        {"oblivious", {Cuts::oblivious, CutsBy::width}}});
}

std::string to_string(Cuts cuts, CutsBy by) {
  if (cuts == Cuts::oblivious) return "oblivious";
  return by == CutsBy::correlation ? "correlation" : "width";
}

void check_cuts(Cuts cuts, double suppress) {
  if (cuts == Cuts::feasible || suppress == 0) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "oblivious cuts cannot be combined with suppress")
      .detail(
          "Rows are left out because of their sensitive values; an adversary who knows all persons "
          "of the source sees who is left out.")
      .hint("Use suppress => 0, and a smaller l where the source does not meet it.");
}

}  // namespace microdata::postgres
