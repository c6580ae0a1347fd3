#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/packed_values.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"

// Persons whom an audit looks at, drawn where the source's rows are: of a table that Citus
// distributes, each server draws of those that it has, so that no more rows come here than about as
// many as are wanted. Rows have no order there, so that a seed does not say who is drawn. All
// require a SpiSession.

namespace microdata::postgres {

// So many rows of the relation, or all where there are not as many, in random order; attributes are
// columns of `source`, whose types the relation has.
SourceTuples sample_tuples(const Source& source, const Source& relation,
                           const std::vector<std::string>& attributes, std::size_t most,
                           Random& random, const Progress& progress);

// As draw_members_and_outsiders() and draw_persons() draw them.
DrawnPersons sample_members_and_outsiders(const Release& release,
                                          const std::optional<Oid>& outsiders, std::size_t most,
                                          Random& random, const Progress& progress);
DrawnPersons sample_persons(const Release& release, const std::optional<Oid>& outsiders,
                            std::size_t most, Random& random, const Progress& progress);

// As servers are told of them.
struct PackedPersons {
  PackedTuples tuples;
  std::size_t members = 0;
};
template <typename Persons>
auto members(Persons& persons, const PackedPersons* /*type*/) {
  return std::tie(persons.tuples, persons.members);
}
PackedPersons packed_persons(const DrawnPersons& persons, const Progress& progress);
DrawnPersons unpacked_persons(const PackedPersons& persons, const Source& relation,
                              const Progress& progress);

}  // namespace microdata::postgres
