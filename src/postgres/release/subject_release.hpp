#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/subject/subject_bucketization.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

// Releases in buckets of persons with several rows each, and a view of the possible combinations of
// persons, rows and sensitive values.

namespace microdata::postgres {

// Suffixes after the release's name: for the table of sensitive values, and for the view.
inline constexpr const char* values_suffix = "values";
inline constexpr const char* view_suffix = "expected";

enum class SubjectFormat : std::uint8_t {
  joined,  // One table with the published rows, in which a person has a number.
  tables,  // Tables of persons, of their rows, and of their sets of sensitive values.
};

struct SubjectRequest {
  SubjectBucketizationOptions options;
  // Attributes of persons that are not sensitive, as columns that are shuffled separately. Empty if
  // there are none.
  std::vector<AttributeSet> columns;
  SubjectFormat format = SubjectFormat::joined;
  std::string bucket_column;
  // Column with the number of a person in one table or, in tables apart, with the number of a set
  // within its bucket.
  std::string member_column;
  std::string weight_column;
  // The method as given, for the catalog.
  std::string method;
  // Attributes that show labels, the same for all rows of a bucket.
  std::vector<WrittenAttribute> written = {};
  // Largest share of persons whose value the attack may guess; nothing without a goal.
  std::optional<double> inference = {};
};

// Returns the request with the options that the requests of all methods have.
template <typename MethodRequest>
SubjectRequest subject_request_of(const MethodRequest& request) {
  SubjectRequest result;
  result.options.l = request.options.l;
  result.options.cuts = request.options.cuts;
  result.options.rows_per_person = request.rows_per_person;
  result.options.privacy = request.options.privacy;
  result.options.suppress = request.options.suppress;
  result.options.leave_out = request.options.suppress;
  result.options.threads = request.options.threads;
  result.format = request.subject_format;
  return result;
}

// True if a person has several rows in the table.
bool has_several_rows(const Table& table);

// Return the attributes of persons, and of their rows, that are not sensitive.
AttributeSet attributes_of_persons(const Table& table);
AttributeSet attributes_of_rows(const Table& table);

// Returns the argument `format`; tables apart if the function has no such argument, because it is
// of version 0.12.0, which made only these.
SubjectFormat given_subject_format(const Arguments& arguments);

// Returns the name of the column that the format adds for persons or sets.
std::string member_column_for(SubjectFormat format, const Source& source);

// Checks the names of the release's relations, before persons are put into buckets.
void check_subject_names(const Target& target, const Table& table, SubjectFormat format);

// A part of a release: the whole table, or a region with all rows of its persons.
struct PersonsPart {
  Table table;
  SubjectRequest request;
  SubjectBucketization made = {};
};

// Puts the part's persons into buckets, or fails with an error in terms of persons. Levels and
// suppressed persons are chosen within the part (docs/design/persons.md, "Regions"). Without facts,
// the part is the whole; in a region, SubjectFigures::require_allowed() bounds what is suppressed.
// Returns the outcome of the request's goal, if it has one.
std::optional<GoalFigures> bucketize_persons(PersonsPart& part, const PersonFacts* facts,
                                             Random& random, const Progress& progress);

// Fails for `what`, an argument as the user calls it, that treats each row as a person.
[[noreturn]] void refuse_several_rows(const std::string& what, const char* hint);

// Figures about a release of persons: sums over its parts.
struct SubjectFigures {
  std::int64_t persons = 0;
  std::int64_t suppressed_persons = 0;
  std::int64_t rows = 0;
  // Rows beyond rows_per_person, which are not requested.
  std::int64_t rows_beyond_limit = 0;
  std::int64_t published_rows = 0;
  // Suppressed rows of persons who are published, and persons who lose requested rows.
  std::int64_t rows_left_out = 0;
  std::int64_t persons_with_less = 0;
  // Number of persons by number of published rows.
  std::map<std::size_t, std::size_t> levels = {};
  BucketSizes sizes = {};
  LearnedShare learned = {};
  std::optional<GoalFigures> goal = {};
  std::uint32_t regions = 0;

  void add(const PersonsPart& part, const Progress& progress);
  // Fails if regions have suppressed more persons or rows than the request allows for the whole.
  void require_allowed(const PersonsPart& last) const;
};

// Remarks the numbers of suppressed persons and rows.
void remark_left_out(const SubjectFigures& figures);

// Returns " in 4 regions", or nothing for a whole.
std::string in_regions(const SubjectFigures& figures);

// Reports NOTICEs for the user. `done` is a verb such as "bucketized".
void report_subjects(const PersonsPart& last, const SubjectFigures& figures, const char* done);

// Writes a part. `numbers` are those of persons in one table, of whom `before` are in other parts.
void write_subjects(const PersonsPart& part, const BucketNumbers& numbers, std::int64_t before,
                    ReleaseBuilder& builder, Random& random, const Progress& progress);

// Records the release, under the catalog's name for the method, and returns the table that has the
// target's name. `last` is the last part, and `parameters` has the method's own parameters;
// `regions` is the parameter of that name, null for a whole.
Oid record_subjects(const PersonsPart& last, const SubjectFigures& figures, const char* method_name,
                    Json parameters, const BucketNumbers& numbers, const Json& regions,
                    ReleaseBuilder& builder);

}  // namespace microdata::postgres
