#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/server/function_call.hpp"

namespace microdata::postgres {

// The release that a function is about: the argument `release`.
struct GivenRelease {
  Oid relation;
  std::string name;  // the relation's, in quotes
  Release release;
  const LayoutOperations& operations;
};

// What the function makes of counterfeits, which editions of series may have: it knows them from
// persons where the release's method does, or does so in estimates, or cannot; or it does not ask
// what rows are persons'.
enum class Counterfeits { known, estimated, refused, as_published };

// Its relations are locked. Fails where the relation belongs to no release, or to an edition with
// counterfeits that would be taken for persons. Requires a SpiSession.
GivenRelease given_release(const Arguments& arguments,
                           Counterfeits counterfeits = Counterfeits::known);

// True if the function can read the release, whatever counterfeits it has.
bool takes_counterfeits(const Release& release, Counterfeits counterfeits);

// Fails where the release has counterfeits and the function does not know them from persons.
void check_counterfeits(const Release& release, Oid relation, Counterfeits counterfeits);

// True if the caller may not read all that the release needs of its source, which is there.
bool source_is_denied(const Release& release);

// Fails where the release's source is gone, which `hint` says what it is needed for, or where the
// caller may not read any of it.
void require_source(const Release& release, const std::string& name, const char* hint);

// Whether the catalog shows the caller all of a release whose source is there, with the source.
bool sees_all_of(const Release& release);

}  // namespace microdata::postgres
