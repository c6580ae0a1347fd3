#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/choice/quick_subject_attack.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/subject/subject_bucketization.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

// Releases in buckets of persons with several rows each: a table of persons, one of their rows, one
// of their sensitive values, and a view of what may belong together.

namespace microdata::postgres {

// Behind the release's name: the table of sensitive values, and the view.
inline constexpr const char* values_suffix = "values";
inline constexpr const char* view_suffix = "expected";

struct SubjectRequest {
  SubjectBucketizationOptions options;
  // The attributes of persons that are not sensitive, as columns that are permuted apart. Empty
  // where there are none.
  std::vector<AttributeSet> columns;
  std::string bucket_column;
  // Numbers the sets of a bucket, in the tables of rows and of sensitive values alike.
  std::string member_column;
  std::string weight_column;
  // As given, for the catalog.
  std::string method;
  // Attributes that show labels, the same for all of a bucket; they outlive the request.
  const std::vector<WrittenAttribute>* written = nullptr;
};

// Whether somebody has several rows in the table.
bool has_several_rows(const Table& table);

// Attributes that are not sensitive, of persons and of their rows.
AttributeSet attributes_of_persons(const Table& table);
AttributeSet attributes_of_rows(const Table& table);

// Checks the names of what the release will consist of, before persons are put into buckets.
void check_subject_names(const Target& target, const Table& table);

// Persons in buckets, or an error that says of persons why there are none.
SubjectBucketization bucketize_persons(const Table& table, const SubjectRequest& request,
                                       Random& random, const Progress& progress);

// Fails for `what`, as the user calls it: an argument that takes a row for a person.
[[noreturn]] void refuse_several_rows(const std::string& what, const char* hint);

// NOTICEs of who and what is left out.
void report_left_out(const Table& table, const SubjectBucketization& bucketization);

// What a learning attacker gets out of it.
LearnedShare learned_of_subjects(const Table& table, const SubjectBucketization& bucketization,
                                 const SubjectRequest& request, const Progress& progress);

// NOTICEs of what a person should know. `done`: "bucketized".
void report_subjects(const Table& table, const SubjectBucketization& bucketization,
                     const char* done, const LearnedShare& learned);

// Makes, fills and records the release, of the method that the catalog has by that name; returns
// the table of persons. `parameters` has what is the method's own.
Oid publish_subjects(const Target& target, const Source& source, const Table& table,
                     const SubjectBucketization& bucketization, const SubjectRequest& request,
                     const char* method_name, Json parameters, const Progress& progress);

}  // namespace microdata::postgres
