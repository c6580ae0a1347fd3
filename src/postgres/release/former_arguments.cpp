#include "postgres/release/former_arguments.hpp"

#include "postgres/release/release_table.hpp"

namespace microdata::postgres {

bool given_strict(const Arguments& arguments) {
  if (!arguments.has("grouping")) return arguments.boolean("strict");
  return arguments.choice<bool>("grouping", {{"relaxed", false}, {"strict", true}});
}

std::optional<SlicingCuts> former_cuts(const Arguments& arguments) {
  // Since 1.0, a seed comes last.
  if (!arguments.has_in_order("seed", "cuts")) return std::nullopt;
  SlicingCuts given;
  given.cuts = arguments.choice<Cuts>(
      "cuts", {{"feasible", Cuts::feasible}, {"oblivious", Cuts::oblivious}});
  if (arguments.has("cuts_by") && given.cuts == Cuts::feasible) {
    given.by = arguments.choice<CutsBy>(
        "cuts_by", {{"width", CutsBy::width}, {"correlation", CutsBy::correlation}});
  }
  return given;
}

std::string added_column(const Arguments& arguments, const Source& source, const char* what) {
  const std::string argument = std::string(what) + "_column";
  if (arguments.has(argument.c_str())) {
    std::string given = arguments.text(argument.c_str());
    if (source.find(given) == nullptr) return given;
  }
  return free_column(source, what);
}

}  // namespace microdata::postgres
