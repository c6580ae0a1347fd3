#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// The release that a function is about, from the argument `release`.
struct GivenRelease {
  Oid relation;
  std::string name;  // the relation's, in quotes
  Release release;
  const LayoutOperations& operations;
};

// The treatment of counterfeits, which editions of series may have. The function distinguishes them
// from people if the release's method does, or does so in estimates, or cannot, or need not.
enum class Counterfeits { known, estimated, refused, as_published };

// Returns the release and locks its relations. Fails if the relation belongs to no release, or to
// an edition with counterfeits that would be taken for people. Requires a SpiSession.
GivenRelease given_release(const Arguments& arguments,
                           Counterfeits counterfeits = Counterfeits::known);

// True if the function can read the release with its counterfeits.
bool takes_counterfeits(const Release& release, Counterfeits counterfeits);

// Fails if the release has counterfeits and the function cannot distinguish them from people.
void check_counterfeits(const Release& release, Oid relation, Counterfeits counterfeits);

// True if the caller may not read everything that the release needs of its existing source.
bool source_is_denied(const Release& release);

// Fails if the release's source is gone, or if the caller may read none of it. `hint` says what the
// source is needed for.
void require_source(const Release& release, const std::string& name, const char* hint);

// True if the catalog shows the caller all of a release with an existing source, including the
// source.
bool sees_all_of(const Release& release);

// Checks of a release against its description. The functions require a SpiSession.

// Fails (42809) for a view, which cannot be registered, because its query can find out which role
// reads it.
void refuse_view(const Source& relation);

// Returns a release that release_description() has described in another database. `relation` is one
// of its tables here; the others are found next to it by name. Fails (22023) for an invalid
// description, of any author, and for tables that do not fit it. The caller owns all of them.
// Requires a SpiSession.
Release described_release(Oid relation, std::optional<Oid> source, const Json& description);

}  // namespace microdata::postgres
