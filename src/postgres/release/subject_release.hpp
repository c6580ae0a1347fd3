#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/choice/quick_subject_attack.hpp"
#include "core/subject/subject_bucketization.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/json.hpp"
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
  // Attributes that show labels, the same for all rows of a bucket; they must outlive the request.
  const std::vector<WrittenAttribute>* written = nullptr;
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

// Puts persons into buckets, or fails with an error in terms of persons.
SubjectBucketization bucketize_persons(const Table& table, const SubjectRequest& request,
                                       Random& random, const Progress& progress);

// Fails for `what`, an argument as the user calls it, that treats each row as a person.
[[noreturn]] void refuse_several_rows(const std::string& what, const char* hint);

// Reports NOTICEs about suppressed persons and rows.
void report_left_out(const Table& table, const SubjectBucketization& bucketization);

// Returns the findings of the quick attack on the release.
LearnedShare learned_of_subjects(const Table& table, const SubjectBucketization& bucketization,
                                 const SubjectRequest& request, const Progress& progress);

// Reports NOTICEs for the user. `done` is a verb such as "bucketized".
void report_subjects(const Table& table, const SubjectBucketization& bucketization,
                     const char* done, const LearnedShare& learned);

// Creates, fills and records the release, under the catalog's name for the method, and returns the
// table that has the target's name. `parameters` has the method's own parameters.
Oid publish_subjects(const Target& target, const Source& source, const Table& table,
                     const SubjectBucketization& bucketization, const SubjectRequest& request,
                     const char* method_name, Json parameters, Random& random,
                     const Progress& progress);

}  // namespace microdata::postgres
