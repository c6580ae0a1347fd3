#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Argument of a series' method, as a member of a JSON object.
struct SeriesArgument {
  enum class Kind { names, text, number, object };

  const char* name;
  Kind kind;
};

// Arguments of a series' method: a JSON object.
class SeriesArguments {
 public:
  explicit SeriesArguments(Json json) : json_(std::move(json)) {}

  // Fails if the arguments are not an object, or if a member is of the wrong kind or unknown:
  // neither common to all methods (the roles and the target) nor one of the method's `own`.
  void check(std::span<const SeriesArgument> own) const;

  // Returns the argument as given; null if it was not given.
  const Json& operator[](const char* name) const { return json_[name]; }
  // Returns the argument's text; nothing if it was not given.
  std::optional<std::string> text(const char* name) const { return json_[name].text(); }
  // Returns the names in an array, or in a text that is a list.
  std::optional<std::vector<std::string>> names(const char* name) const;
  // Returns the number; fails if the argument is not a number of the type integer.
  std::optional<std::int32_t> integer(const char* name) const;

  // Returns the roles of attributes; the `subject` is no argument of the method.
  GivenRoles roles(std::optional<std::vector<std::string>> subject) const;

 private:
  Json json_;
};

// Facts about an edition as a release, common to all methods.

struct PublishedEdition {
  std::int64_t release = 0;
  std::vector<Oid> relations;
};

// Edition that was made and is remembered.
struct RememberedEdition {
  EditionRecord record;
  std::vector<Oid> relations;
};

struct MadeEdition {
  EditionTable table;
  PublishedEdition published;
  LearnedShare learned = {};
};

// Returns the findings of the quick attack on the edition alone, whose columns are shuffled
// separately. `as_classes` is true if the persons of a bucket show the same values in the first
// column.
LearnedShare learned_of_edition(const EditionTable& made, const Series& series,
                                AttributePartition columns, bool as_classes,
                                const Progress& progress);

// Reports the only NOTICE of an edition that was attacked, or for which persons wait.
void report_edition(const LearnedShare& learned, const Series& series, const EditionRecord& edition,
                    std::size_t buckets);

// Places for the values of each bucket, including counterfeits. The bucket's persons have the first
// places; the remaining places belong to nobody. Groups of persons with harmless values have their
// values. Groups of persons without a value have a place for
// each person, with the value NULL.
struct EditionPlaces {
  TuplePartition places;
  // Value at each place.
  std::vector<Code> values;
};

// Returns the places, with the values of each bucket in their order.
EditionPlaces places_of(const EditionTable& made, const Progress& progress);

// Shuffles the values within each bucket, so that any place can have any value: that of a person,
// or of nobody.
void shuffle_values(EditionPlaces& places, Random& random, const Progress& progress);

// Returns the rows at the places. `of_persons` has a row for each row that is shown; places of
// nobody get no_row.
std::vector<Row> at_places(const EditionTable& made, std::span<const Row> of_persons,
                           const EditionPlaces& places);

// Returns the sensitive column of an edition, with the values at the places.
OutputColumn sensitive_column(const EditionTable& made, const EditionPlaces& places);

// Returns the parameters that all editions record; a method may add to them.
Json edition_parameters(const EditionTable& made, const Series& series,
                        const std::string& bucket_column);

// Records the edition as a release by the method, with its parameters.
PublishedEdition record_edition_as(const char* method, const EditionTable& made, Json parameters,
                                   ReleaseBuilder& builder);

// Returns a name, by free_column(), for a column that editions get in addition to the attributes of
// the series. The attributes are fixed, so the name is the same in all editions.
std::string edition_column(const Series& series, const std::string& wanted);

// Input for the next edition of a series, except the rows of the source.
struct EditionCall {
  const Target& target;
  const Source& source;
  const std::vector<AssignedRole>& roles;
  const Series& series;
  const SeriesArguments& arguments;
};

// Functions of a method for series: its arguments, checks and publication. Requires a SpiSession.
struct SeriesMethod {
  const char* name;
  // Arguments of this method only.
  std::span<const SeriesArgument> arguments;
  // Fails if arguments, each of the right kind, do not fit each other or the source. Sets the facts
  // about attributes that the series fixes.
  void (*begin)(const Source& source, const std::vector<AssignedRole>& roles,
                const SeriesArguments& arguments, std::vector<SeriesAttribute>& attributes);
  // Checks the names of the edition's relations, before the source is read.
  void (*check_names)(const EditionCall& call);
  // Creates, fills and records the edition of a source that was read.
  MadeEdition (*publish)(const EditionCall& call, Table table, Random& random, Phases& phases);
  // Publishes an edition of persons who can have several rows, and returns the facts to remember;
  // null if the method has no argument `rows`.
  RememberedEdition (*publish_growing)(const EditionCall& call, Table table, Random& random,
                                       Phases& phases) = nullptr;
};

// True if persons can have several rows and get more. The choice is fixed for the series, because
// the guarantees differ.
inline bool rows_grow(const SeriesMethod& method, const SeriesArguments& arguments) {
  return method.publish_growing != nullptr && arguments.text("rows") == "growing";
}

}  // namespace microdata::postgres
