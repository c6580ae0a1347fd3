#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/shown_release.hpp"
#include "core/utility/cover_loss.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/bucket_matching.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/group_estimation.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/membership_audit.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/server/json.hpp"

// Operations on a release go by its layout, and the table of layouts stands in
// methods/methods.hpp.

namespace microdata::postgres {

// How a release lies in its relations: rows in buckets, rows in classes, persons with several rows
// in buckets or classes, persons of editions whose rows change, or parts and fragments of rows.
enum class LayoutKind : std::uint8_t {
  buckets,
  classes,
  persons,
  classes_of_persons,
  cohorts,
  parts,
  fragments
};

// Why releases of a layout lack a capability: an error.
struct Missing {
  int sqlstate;
  // Said of the relation, in quotes, where `of_relation` is true; else by itself.
  bool of_relation;
  const char* message;
  const char* hint;
  // Why nothing sensible can be said, where that is not plain.
  const char* detail = nullptr;
};

template <typename T>
using Capability = std::variant<T, Missing>;

[[noreturn]] void fail_missing(const Missing& missing, Oid relation);

// Returns the capability. Fails where it is missing; `relation` is what the caller asked about.
template <typename T>
const T& require(const Capability<T>& capability, Oid relation) {
  if (const auto* missing = std::get_if<Missing>(&capability)) fail_missing(*missing, relation);
  return std::get<T>(capability);
}

// Recomputes everything that a release promises from its rows and the source's.
using Verify = std::vector<Finding>(const Release& release, const Progress& progress);

// How well sensitive values can be guessed from it. The source is there.
using MeasureDisclosure = DisclosureFigures(const Release& release, const Progress& progress);

// How well they can be guessed by who learns from the release what goes with them. The source is
// there.
using AuditInference = std::vector<InferenceFigures>(const Release& release,
                                                     const InferenceRequest& request,
                                                     Random& random, const Progress& progress);

// How well its persons are told from those of `outsiders`, a relation with the source's columns, or
// without one from drawn persons. The source is there.
using AuditMembership = std::vector<MembershipOfKnown>(const Release& release,
                                                       const std::optional<Oid>& outsiders,
                                                       Random& random, const Progress& progress);

// Visits where each person of the source may be in it, and where outsiders would, for audits that
// ask what the release says of persons one by one. The source is there.
using PlacePersons = void(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                          const Progress& progress);

// Reads what each attribute of it shows, beside its source, which is there, and outsiders.
struct ReleasedTable;
using ReadReleasedTable = ReleasedTable(const Release& release, const ReadScope& beside,
                                        const Progress& progress);

// The same of whatever tables it has, for the audit that asks whom predicates fit.
using ReadShownRelease = ShownRelease(const Release& release, const ReadScope& beside,
                                      const Progress& progress);

// The buckets that may hold a person, from the published rows alone. `tuple`: what is known, as a
// JSON object.
using MatchBuckets = std::vector<MatchingBucket>(const Release& release, const Json& tuple,
                                                 const Progress& progress);

// How likely it is that a person is in it at all, from the published rows alone. `tuple`: as above.
using MeasureMembership = double(const Release& release, const Json& tuple,
                                 const Progress& progress);

// Measures what each attribute of each of its tables still shows, from the published rows alone.
using MeasureExtents = std::vector<PublishedExtents>(const Release& release,
                                                     const Progress& progress);

// Which values of its source, which is there, they stand for.
using MeasureCovers = std::vector<PublishedCovers>(const Release& release,
                                                   const Progress& progress);

struct LossReading {
  MeasureExtents* extents;
  MeasureCovers* covers;
};

// How far it is from its source, which is there, in nats.
using MeasureDivergence = Divergence(const Release& release, const Progress& progress);

// Readers that know counterfeits of editions from persons (counterfeits.hpp).
enum class KnownCounterfeits { nowhere, in_estimates, everywhere };

// Operations on releases of one layout.
struct LayoutOperations {
  Verify* verify;
  Capability<MeasureDisclosure*> disclosure;
  AuditInference* inference;
  AuditMembership* members_and_outsiders;
  Capability<PlacePersons*> places;
  Capability<ReadReleasedTable*> released_table;
  ReadShownRelease* shown;
  Capability<MatchBuckets*> matching_buckets;
  Capability<MeasureMembership*> membership;
  Capability<CountEstimation> counts;
  Capability<EstimateGroups*> groups;
  Capability<LossReading> loss;
  Capability<MeasureDivergence*> divergence;
  KnownCounterfeits counterfeits = KnownCounterfeits::nowhere;
};

// Reasons that several layouts share.
inline constexpr Missing no_places{
    ERRCODE_FEATURE_NOT_SUPPORTED, false,
    "audit_composition() and audit_minimality() support releases in buckets or classes, with a row "
    "for every person",
    "verify_release() shows whether the release keeps what it promises by itself.",
    "These attacks leave a person the values of one row. Of persons with several rows each release "
    "may show other rows, so that a value that one of them lacks is not ruled out; of several "
    "tables a person has a place in each."};
inline constexpr Missing no_released_table{
    ERRCODE_FEATURE_NOT_SUPPORTED, false,
    "audit_linkability() supports releases in buckets or classes, with a row for every person",
    "verify_release() shows what is promised of others.",
    "The attacker takes a published row for a person. A person with several rows, or one of whom "
    "several tables show a part each, is no row."};
inline constexpr Missing no_membership{
    ERRCODE_WRONG_OBJECT_TYPE, true, "is no fragment of a table",
    "Use it for releases by fragment_table(), and matching_buckets() for releases in buckets."};
inline constexpr Missing no_loss{
    ERRCODE_WRONG_OBJECT_TYPE, true, "is no generalized release",
    "Information loss is measured for releases by generalize_table() and fragment_table(); use "
    "microdata.relative_error() for others."};
inline constexpr Missing no_divergence{
    ERRCODE_WRONG_OBJECT_TYPE, true, "is no part of a decomposition",
    "Releases by gnf_decompose() have a divergence; use microdata.relative_error() for others."};

// The call of SQL that makes releases by a method, and what its arguments were where the record
// does not have them as parameters of the same names.
struct PublishingCall {
  // A function of the extension.
  const char* function;
  // How many of the recorded models stand first because of other arguments, such as k.
  std::size_t (*implied_models)(const Release& release) = nullptr;
  // Adds what depends on the method. Attributes are called as in the source.
  void (*add_arguments)(const Release& release, Json& arguments) = nullptr;
};

// The arguments, but for the source, the target and the seed, that would publish the release's
// source in the same way again: as an object, lists as arrays. Roles are those that attributes
// have in the release, and every other column is an identifier. The source is there.
Json arguments_of_release(const Release& release, const PublishingCall& call);

// Whether a number stands among the parameters under the key.
bool has_number(const Release& release, const char* key);

// The name in the source; fails where that is gone.
const std::string& name_in_source(const ReleaseAttribute& attribute, const Release& release);

// A method of publishing. The methods stand in one table, methods/methods.hpp; nothing else
// compares their names.
struct Method {
  // In the catalog.
  const char* name;
  // What was done, as a sentence that readers of a release see.
  const char* about;
  PublishingCall call;
  CheckStructure* structure;
  // The layout of its releases in which a row is a person.
  LayoutKind layout;
};

}  // namespace microdata::postgres
