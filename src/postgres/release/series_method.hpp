#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// An argument of a series' method, as an element of JSON.
struct SeriesArgument {
  enum class Kind { names, text, number, object };

  const char* name;
  Kind kind;
};

// The arguments of a series' method: a JSON object.
class SeriesArguments {
 public:
  explicit SeriesArguments(Json json) : json_(std::move(json)) {}

  // Fails for what is no object, and for members that are none of those that all methods have, the
  // roles and the target, nor of the method's `own`, or of another kind.
  void check(std::span<const SeriesArgument> own) const;

  // The argument as given; null where it was not.
  const Json& operator[](const char* name) const { return json_[name]; }
  // Its text, in the same way.
  std::optional<std::string> text(const char* name) const { return json_[name].text(); }
  // An array, or a text that is a list.
  std::optional<std::vector<std::string>> names(const char* name) const;
  // Fails for what is not a number of the type integer.
  std::optional<std::int32_t> integer(const char* name) const;

  // The roles of attributes; what tells persons apart is no argument of the method.
  GivenRoles roles(std::optional<std::vector<std::string>> subject) const;

 private:
  Json json_;
};

// What editions by all methods have in common as releases.

struct PublishedEdition {
  std::int64_t release = 0;
  std::vector<Oid> relations;
};

// An edition that was made, and is remembered.
struct RememberedEdition {
  EditionRecord record;
  std::vector<Oid> relations;
};

struct MadeEdition {
  EditionTable table;
  PublishedEdition published;
  LearnedShare learned = {};
};

// What a learning attacker gets out of the edition by itself, whose columns are permuted apart.
// `as_classes`: the persons of a bucket show the same in place of the first column.
LearnedShare learned_of_edition(const EditionTable& made, const Series& series,
                                AttributePartition columns, bool as_classes,
                                const Progress& progress);

// The one NOTICE of an edition that was attacked.
void report_edition(const LearnedShare& learned, const Series& series, std::size_t persons,
                    std::size_t buckets);

// Bucket by bucket a place for each of its values, counterfeits among them. Its persons have the
// first places; at those that are left there is nobody. Groups of persons without a value have a
// place for each of them, with the value NULL.
struct EditionPlaces {
  TuplePartition places;
  // The value at each place.
  std::vector<Code> values;
};

// The values of each bucket in their order.
EditionPlaces places_of(const EditionTable& made, const Progress& progress);

// Within each bucket any place may have any value: that of a person, or of nobody.
void shuffle_values(EditionPlaces& places, Random& random, const Progress& progress);

// `of_persons` has, in the place of each row that is shown, what stands for it; no_row where there
// is nobody.
std::vector<Row> at_places(const EditionTable& made, std::span<const Row> of_persons,
                           const EditionPlaces& places);

// An attribute as it is.
OutputColumn plain_column(std::span<const Row> linking, std::span<const Code> codes,
                          const Dictionary& dictionary);

// The sensitive column of an edition whose values stand at the places.
OutputColumn sensitive_column(const EditionTable& made, const EditionPlaces& places);

// What all editions record of themselves. A method may add to it.
Json edition_parameters(const EditionTable& made, const Series& series,
                        const std::string& bucket_column);

// The edition as a release, without relations and attributes.
Release edition_release(const Source& source, const EditionTable& made, const char* method,
                        Json parameters);

// A name for a column that editions get besides the attributes of the series, which are fixed, so
// that it is the same in all: free_column().
std::string edition_column(const Series& series, const std::string& wanted);

// What the next edition of a series is made of, besides the rows of the source.
struct EditionCall {
  const Target& target;
  const Source& source;
  const std::vector<AssignedRole>& roles;
  const Series& series;
  const SeriesArguments& arguments;
};

// What a series of a method takes, fixes at its beginning, and publishes. Requires a SpiSession.
struct SeriesMethod {
  const char* name;
  // Besides those that all methods have.
  std::span<const SeriesArgument> arguments;
  // Fails for arguments, each of its kind, that do not go with each other or with the source, and
  // gives the attributes what the series fixes of them.
  void (*begin)(const Source& source, const std::vector<AssignedRole>& roles,
                const SeriesArguments& arguments, std::vector<SeriesAttribute>& attributes);
  // Checks the names of what the edition will consist of, before the source is read.
  void (*check_names)(const EditionCall& call);
  // Makes, fills and records the edition of a source that was read.
  MadeEdition (*publish)(const EditionCall& call, Table table, Random& random, Phases& phases);
  // The same where persons may have several rows, with what is to be remembered; nothing where the
  // method has no argument `rows`.
  RememberedEdition (*publish_growing)(const EditionCall& call, Table table, Random& random,
                                       Phases& phases) = nullptr;
};

// Whether persons may have several rows, and get more: for good, as the promises differ.
inline bool rows_grow(const SeriesMethod& method, const SeriesArguments& arguments) {
  return method.publish_growing != nullptr && arguments.text("rows") == "growing";
}

}  // namespace microdata::postgres
