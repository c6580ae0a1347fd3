#include "postgres/methods/series_methods.hpp"

#include <array>
#include <vector>

#include "postgres/methods/bucketization/bucketized_edition.hpp"
#include "postgres/methods/generalization/generalized_edition.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/methods/slicing/sliced_edition.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr std::array<const SeriesMethod*, 3> series_methods{&bucketization_series, &slicing_series,
                                                            &generalization_series};

}  // namespace

const SeriesMethod& series_method_named(const std::string& name) {
  std::vector<std::string> names;
  for (const SeriesMethod* const method : series_methods) {
    if (method->name == name) return *method;
    names.emplace_back(method->name);
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "there are no series of method " + in_quotes(name))
      .hint("method is one of " + join(names) + " or, with independent => true, of " +
            join(method_names()) + ".");
}

}  // namespace microdata::postgres
