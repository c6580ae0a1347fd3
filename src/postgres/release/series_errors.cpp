#include "postgres/release/series_errors.hpp"

#include "postgres/server/text.hpp"

namespace microdata::postgres {

Error infeasible_in_series(const Series& series, const std::string& sensitive, std::size_t persons,
                           std::size_t most, const std::string& value) {
  const std::string message =
      "m = " + std::to_string(series.m) + " is infeasible for " + in_quotes(sensitive);
  if (persons == 0) {
    return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message)
        .detail("Of everybody who is there the value has changed, or all attributes are null.")
        .hint("alter_series() with anew => true begins the series anew.");
  }
  const std::string feasible =
      persons / most < 2 ? "No m is feasible."
                         : "m = " + std::to_string(persons / most) + " would be feasible.";
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message)
      .detail("Of " + std::to_string(persons) + " persons who could be published, " +
              std::to_string(most) + " have the value " + in_quotes(value) + ".")
      .hint("At most one of m persons may have the same value. " + feasible);
}

Error values_became_equal() {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "values that were different in former editions are equal now")
      .hint(
          "The collation of the sensitive attribute may have changed. alter_series() with anew => "
          "true begins "
          "anew.");
}

}  // namespace microdata::postgres
