#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/choice/feasible_settings.hpp"
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

// Returns, as a sentence that begins with a space, how a value is declared harmless, and what that
// would change: `then`.
std::string harmless_sentence(const Table& table, std::size_t attribute, Code code,
                              const std::string& then);

// Returns words such as "3 of 600 rows have a sensitive value that fewer than 8 rows of the bucket
// have".
std::string rare_values(std::uint64_t rare, std::uint64_t rows, std::uint32_t k);

// A request that no release can meet.
struct Asked {
  FeasibleSettings settings;
  // True if slicing uses groups given by hand, which are never changed.
  bool groups_by_hand = false;
  // False if cuts are oblivious, which exclude `suppress` for rows.
  bool may_suppress = true;
  // Tries other settings on a table. HINTs name settings that it finds feasible; without it, the
  // settings that the evidence speaks for.
  std::function<std::optional<Infeasible>(const Microdata&, const FeasibleSettings&)> attempt = {};
  // Options for persons with several rows; nothing if rows are persons.
  const SubjectBucketizationOptions* of_persons = nullptr;
  Progress progress = {};
};

// Returns the first reason why a method cannot meet its options, by check_feasible(). If rows are
// suppressed, several draws must meet them.
template <typename Options>
std::optional<Infeasible> first_reason(const Microdata& data, const Options& options,
                                       const Progress& progress) {
  constexpr std::uint64_t draws = 4;
  // Phases of an attempt are not phases of the call.
  const Progress quiet([&progress] { progress.checkpoint(); });
  try {
    for (std::uint64_t draw = 0; draw < (options.suppress > 0 ? draws : 1); ++draw) {
      Random random = Random::seeded(draw);
      check_feasible(data, options, random, quiet);
    }
  } catch (const Infeasible& infeasible) {
    return infeasible;
  }
  return std::nullopt;
}

// Returns a HINT with the settings that an attempt finds feasible, and with `otherwise`, which
// works as well; empty if there are none.
std::string hint_of_what_works(const Table& table, const Infeasible& infeasible, const Asked& asked,
                               const std::string& otherwise = {}, const CountedTuples& tuples = {});

// Returns the error about an infeasible request, with the evidence and with arguments that would
// work.
Error infeasible_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                       const CountedTuples& tuples = {});

// Returns the error for more suppressed rows than `suppress` allows: their number, the reason, and
// arguments that would keep more.
Error left_out_error(const Table& table, const RowsLeftOut& left, const Asked& asked);

}  // namespace microdata::postgres
