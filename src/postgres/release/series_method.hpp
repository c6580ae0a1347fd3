#pragma once

#include "postgres/server/api.hpp"

#include <span>
#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/release/published_edition.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/series_arguments.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// What the next edition of a series is made of, besides the rows of the source.
struct EditionCall {
  const Target& target;
  const Source& source;
  const std::vector<AssignedRole>& roles;
  const Series& series;
  const SeriesArguments& arguments;
};

// What a series of a method takes, fixes at its beginning, and publishes. Requires a SpiSession.
struct SeriesMethod {
  const char* name;
  // Besides those that all methods have.
  std::span<const SeriesArgument> arguments;
  // Fails for arguments, each of its kind, that do not go with each other or with the source, and
  // gives the attributes what the series fixes of them.
  void (*begin)(const Source& source, const std::vector<AssignedRole>& roles,
                const SeriesArguments& arguments, std::vector<SeriesAttribute>& attributes);
  // Checks the names of what the edition will consist of, before the source is read.
  void (*check_names)(const EditionCall& call);
  // Makes, fills and records the edition of a source that was read.
  MadeEdition (*publish)(const EditionCall& call, Table table, Random& random, Phases& phases);
  // The same where persons may have several rows, with what is to be remembered; nothing where the
  // method has no argument `rows`.
  RememberedEdition (*publish_growing)(const EditionCall& call, Table table, Random& random,
                                       Phases& phases) = nullptr;
};

// Whether persons may have several rows, and get more: for good, as the promises differ.
inline bool rows_grow(const SeriesMethod& method, const SeriesArguments& arguments) {
  return method.publish_growing != nullptr && arguments.text("rows") == "growing";
}

}  // namespace microdata::postgres
