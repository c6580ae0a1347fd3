#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/shown_release.hpp"
#include "core/utility/count_query.hpp"
#include "core/utility/cover_loss.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"

// Operations on a release depend on its layout; methods/methods.hpp has the table of layouts.

namespace microdata::postgres {

// Figures and questions of estimates and audits.
struct GroupEstimates;
struct GroupQuery;
struct InferenceFigures;
struct InferenceRequest;
struct MembershipOfKnown;
struct PlacedAttribute;

// Layouts of a release in its relations: rows in buckets or classes, persons with several rows in
// buckets or classes, persons of editions whose rows change, and parts or fragments of rows.
enum class LayoutKind : std::uint8_t {
  buckets,
  classes,
  persons,
  classes_of_persons,
  cohorts,
  parts,
  fragments
};

// Error for a capability that releases of a layout lack.
struct Missing {
  int sqlstate;
  // True if the message follows the relation's name in quotes, false if the message stands alone.
  bool of_relation;
  const char* message;
  const char* hint;
  // Reason why no sensible answer exists; null if the reason is plain.
  const char* detail = nullptr;
};

template <typename T>
using Capability = std::variant<T, Missing>;

[[noreturn]] void fail_missing(const Missing& missing, Oid relation);

// Returns the capability. Fails if the capability is missing; `relation` is the relation that the
// caller asked about.
template <typename T>
const T& require(const Capability<T>& capability, Oid relation) {
  if (const auto* missing = std::get_if<Missing>(&capability)) fail_missing(*missing, relation);
  return std::get<T>(capability);
}

// Recomputes everything that a release guarantees, from its rows and from those of the source.
using Verify = std::vector<Finding>(const Release& release, const Progress& progress);

// Measures how well an attacker can guess sensitive values from a release. The source must exist.
using MeasureDisclosure = DisclosureFigures(const Release& release, const Progress& progress);

// Measures how well an attacker guesses sensitive values after learning from the release which
// values go with them. The source must exist.
using AuditInference = std::vector<InferenceFigures>(const Release& release,
                                                     const InferenceRequest& request,
                                                     Random& random, const Progress& progress);

// Measures how well an attacker distinguishes the persons of a release from those of `outsiders`, a
// relation with the source's columns. Without `outsiders`, persons are drawn. The source must
// exist.
using AuditMembership = std::vector<MembershipOfKnown>(const Release& release,
                                                       const std::optional<Oid>& outsiders,
                                                       Random& random, const Progress& progress);

using VisitPlaced = std::function<void(const PlacedAttribute&)>;

// Visits the places that each person of the source can have in a release, and those of outsiders.
// Audits use the places to find what the release discloses about each person. The source must
// exist.
using PlacePersons = void(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                          const Progress& progress);

// Reads what each attribute of a release shows, together with the source, which must exist, and
// with outsiders.
struct ReleasedTable;
using ReadReleasedTable = ReleasedTable(const Release& release, const ReadScope& beside,
                                        const Progress& progress);

// Reads what each table of a release shows, together with the source, which must exist, and with
// outsiders, for the singling-out audit.
using ReadShownRelease = ShownRelease(const Release& release, const ReadScope& beside,
                                      const Progress& progress);

// Returns the buckets that can hold a person, from the published rows alone. `tuple` has the known
// attributes as a JSON object.
using MatchBuckets = std::vector<MatchingBucket>(const Release& release, const Json& tuple,
                                                 const Progress& progress);

// Returns the probability that a person is in the release at all, from the published rows alone.
// `tuple` has the known attributes as a JSON object.
using MeasureMembership = double(const Release& release, const Json& tuple,
                                 const Progress& progress);

// Measures what each attribute of each table of a release still shows, from the published rows
// alone.
using MeasureExtents = std::vector<PublishedExtents>(const Release& release,
                                                     const Progress& progress);

// Returns the values of the source that the published values stand for. The source must exist.
using MeasureCovers = std::vector<PublishedCovers>(const Release& release,
                                                   const Progress& progress);

// Estimates counts, sums and means by groups from the published rows alone.
using EstimateGroups = GroupEstimates(const Release& release, const GroupQuery& query,
                                      const Progress& progress);

// Functions with which a method estimates.
struct CountEstimation {
  // Prepares estimates of many predicates; `domains` has the attributes' values in the source's
  // dictionaries.
  CountEstimate (*of_queries)(const Release& release, const std::vector<std::string>& attributes,
                              const std::vector<Dictionary>& domains, const Progress& progress);
};

struct LossReading {
  MeasureExtents* extents;
  MeasureCovers* covers;
};

// Measures the divergence of a release from its source, which must exist, in nats.
using MeasureDivergence = Divergence(const Release& release, const Progress& progress);

// Readers that distinguish counterfeits of editions from persons (counterfeits.hpp).
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

// Returns the operations of the release's layout. Fails for a release of a later version of the
// extension, and if the release's structure is not its method's. The table of layouts, which names
// functions of all methods, is in methods/methods.cpp.
const LayoutOperations& operations_of(const Release& release);

// Errors that several layouts share.
inline constexpr Missing no_places{
    ERRCODE_FEATURE_NOT_SUPPORTED, false,
    "audit_composition() and audit_minimality() support releases in buckets or classes",
    "verify_release() shows whether the release keeps what it promises by itself.",
    "These attacks look for the bucket or class of a person, who has one in each of several "
    "tables."};
inline constexpr Missing no_places_of_persons{
    ERRCODE_FEATURE_NOT_SUPPORTED, false,
    "audit_composition() and audit_minimality() do not support editions with growing rows",
    "verify_release() shows whether the release keeps what it promises by itself.",
    "The sets of persons who left would be taken for those of others."};
inline constexpr Missing no_released_table{
    ERRCODE_FEATURE_NOT_SUPPORTED, false,
    "audit_linkability() supports releases in buckets or classes",
    "verify_release() shows what is promised of others.",
    "The attacker takes a published person. Each of several tables shows a part of every person, "
    "and nothing says which parts are one person's."};
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

// SQL call that makes releases by a method, with the arguments that are not recorded as parameters
// of the same names.
struct PublishingCall {
  // Name of a function of the extension.
  const char* function;
  // Returns the number of recorded models that stand first because of other arguments, such as k.
  std::size_t (*implied_models)(const Release& release) = nullptr;
  // Adds the arguments that depend on the method. Attributes have their names in the source.
  void (*add_arguments)(const Release& release, Json& arguments) = nullptr;
};

// Returns the arguments that would publish the release's source in the same way again, as an object
// with lists as arrays. The arguments `source`, `target`, `replace` and `seed` are left out.
// Attributes have their roles in the release. Every other column that is not of the subject is an
// identifier. The source must exist.
Json arguments_of_release(const Release& release, const PublishingCall& call);

// Returns true if the parameters have a number under the key.
bool has_number(const Release& release, const char* key);

// Returns the attribute's name in the source. Fails if the attribute is gone there.
const std::string& name_in_source(const ReleaseAttribute& attribute, const Release& release);

// A method of publishing. All methods are in one table, methods/methods.hpp; no other code compares
// their names.
struct Method {
  // Name of the method in the catalog.
  const char* name;
  // Sentence about the method that readers of a release see.
  const char* about;
  PublishingCall call;
  CheckStructure* structure;
  // Layout of the method's releases in which a row is a person.
  LayoutKind layout;
};

}  // namespace microdata::postgres
