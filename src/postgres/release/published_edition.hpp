#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/series/edition.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source.hpp"

// What editions by all methods have in common as releases.

namespace microdata::postgres {

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

}  // namespace microdata::postgres
