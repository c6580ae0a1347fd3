#include "postgres/release/cuts_argument.hpp"

#include "postgres/server/error.hpp"

namespace microdata::postgres {

Cuts given_cuts(const Arguments& arguments) {
  if (!arguments.has("cuts")) return Cuts::feasible;
  return arguments.choice<Cuts>("cuts",
                                {{"feasible", Cuts::feasible}, {"oblivious", Cuts::oblivious}});
}

std::string to_string(Cuts cuts) {
  return cuts == Cuts::oblivious ? "oblivious" : "feasible";
}

CutsBy given_cuts_by(const Arguments& arguments, Cuts cuts) {
  if (!arguments.has("cuts_by")) return CutsBy::width;
  const auto given = arguments.choice<CutsBy>(
      "cuts_by", {{"width", CutsBy::width}, {"correlation", CutsBy::correlation}});
  if (cuts == Cuts::oblivious && given == CutsBy::correlation) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "oblivious cuts cannot be combined with cuts by correlation")
        .detail("Correlations with sensitive attributes depend on who has which value.")
        .hint("Use cuts_by => 'width'.");
  }
  return given;
}

std::string to_string(CutsBy cuts_by) {
  return cuts_by == CutsBy::correlation ? "correlation" : "width";
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
