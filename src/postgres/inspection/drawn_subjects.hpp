#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/inspection/drawn_persons.hpp"

namespace microdata::postgres {

// Outsiders who are drawn beside the members.
enum class DrawnOutsiders : std::uint8_t {
  // As many as members, if there is a relation of outsiders.
  of_relation,
  // Made up ones, if there is no relation. Each has as many rows as a random member, and each value
  // is that of a random row of the members: one for an attribute of persons, and one for each row
  // otherwise.
  made_up,
};

// Draws persons with several rows each, as draw_persons() and draw_members_and_outsiders() do: up
// to `most` persons of the source with all of their rows, in random order, and outsiders.
// `attributes` are columns of the source. A person whose rows are in several regions is as many
// persons. Requires a SpiSession, and a release by regions of the source.
DrawnPersons draw_subjects(const Release& release, const std::vector<std::string>& attributes,
                           const std::optional<Oid>& outsiders, DrawnOutsiders which,
                           std::size_t most, Random& random, const Progress& progress);

// Returns the number of persons of the source, or of a relation with its columns.
std::size_t count_subjects(const Release& release, Oid relation);

// Returns the mean number of rows of a person in the source, at least 1.
double rows_of_each_person(const Release& release);

}  // namespace microdata::postgres
