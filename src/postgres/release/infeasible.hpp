#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/subject/rows_left_out.hpp"
#include "core/subject/subject_bucketization.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Names of the tuples of an error, and their number; if `all` is empty, there are as many as rows.
struct CountedTuples {
  std::string one = "row";
  std::string many = "rows";
  std::optional<Row> all;
  // Number of rows that are suppressed with the tuples of a HINT about suppress, if tuples are
  // persons, and of all rows that count; 0 if all do.
  Row rows_to_suppress = 0;
  Row all_rows = 0;
  // Numbers of tuples and of rows that a call must be allowed to suppress if it draws rows again; 0
  // if nothing is drawn.
  Row enough_tuples = 0;
  Row enough_rows = 0;
  // Values of l that persons with several rows can meet if all of their rows are published.
  std::vector<SmallerL> smaller = {};
  // True if the tuples are persons by one row each, drawn at random.
  bool by_drawn_row = false;
};

// Returns the evidence as a sentence: the attribute's value, and counts.
std::string evidence(const Table& table, const Infeasible& infeasible,
                     const CountedTuples& tuples = {});

// Returns words such as "l => 3.93 or less", rounded down to two digits.
std::string feasible_l(double largest);

// Returns words such as "suppress => 0.0123 to suppress 40 rows"; empty if that would not help.
std::string suppression_hint(const Table& table, const Infeasible& infeasible,
                             const CountedTuples& tuples = {});

// Returns, as a sentence that begins with a space, how a value is declared harmless, and what that
// would change: `then`.
std::string harmless_sentence(const Table& table, std::size_t attribute, Code code,
                              const std::string& then);

// Returns words such as "l can be at most 4.56", rounded down to two digits.
std::string at_most_l(double largest);

// Returns words such as "Ask for at most 0.3512.": a bound of the model that a table which reaches
// `reached` meets, rounded to the safe side.
std::string feasible_bound(const PrivacyModel& model, double reached);

// Returns words such as "3 of 600 rows have a sensitive value that fewer than 8 rows of the bucket
// have".
std::string rare_values(std::uint64_t rare, std::uint64_t rows, std::uint32_t k);

// A request that no release can meet.
struct Asked {
  double l = 1;
  std::uint32_t k = 1;
  // True if slicing uses groups given by hand, which are never changed.
  bool groups_by_hand = false;
  // False if cuts are oblivious, which exclude `suppress` for rows.
  bool may_suppress = true;
  // Models that the release must satisfy, too.
  std::span<const PrivacyModel> privacy = {};
  // Options for persons with several rows; nothing if rows are persons.
  const SubjectBucketizationOptions* of_persons = nullptr;
  Progress progress = {};
};

// Returns the error about an infeasible request, with the evidence and with arguments that would
// work.
Error infeasible_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                       const CountedTuples& tuples = {});

// Returns the error for more suppressed rows than `suppress` allows: their number, the reason, and
// arguments that would keep more.
Error left_out_error(const Table& table, const RowsLeftOut& left, const Asked& asked);

}  // namespace microdata::postgres
