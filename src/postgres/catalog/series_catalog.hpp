#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// What the extension's tables know of series. Requires a SpiSession.

// An attribute of the source that a series publishes, or tells persons apart by.
struct SeriesAttribute {
  std::string name;
  Role role = Role::quasi_identifier;
  // It tells persons apart.
  bool subject = false;
  // As in CREATE TABLE.
  std::string type;
  // What a series of slices fixes: the column of the attribute partition, from 1.
  std::optional<std::int32_t> column = {};
  // What a series of generalizations fixes: the name of a hierarchy, and what it was.
  std::optional<std::string> hierarchy = {};
  std::optional<std::string> hierarchy_hash = {};
};

struct Series {
  std::int32_t id = 0;
  std::string name;
  std::optional<Oid> source;
  std::string method;
  // A JSON object.
  Json arguments = Json::object();
  std::uint32_t m = 2;
  // Every edition is a release by itself; then m, the key and what is remembered mean nothing.
  bool independent = false;
  // The name of the view that readers use, quoted, with its schema.
  std::optional<std::string> view;
  // How many editions stay; nothing: all.
  std::optional<std::int32_t> keep;
  // A JSON object.
  std::string gate = "{}";
  // An edition waits for somebody else than who published it.
  bool approve = false;
  // Of the hashes by which persons are known, as hexadecimal digits.
  std::string key;
  // Those that the source still has.
  std::vector<SeriesAttribute> attributes;
  std::size_t attributes_at_first = 0;
  // All that told persons apart is among them, under whatever name.
  bool has_whole_subject = true;
  // The first edition since the series began, or began anew.
  std::int32_t first_edition = 1;
  // The edition that comes next.
  std::int32_t next_edition = 1;
  // Another one after every change of the series, its editions and what it remembers. Empty if the
  // series is not on record yet.
  std::string version;
};

// Fails where there is one of the name.
void record_series(const Series& series);

struct SeenSeries {
  std::int32_t id = 0;
  std::string name;
};

// The series that the caller may see, by name, out of those for which the condition on the record
// `s` holds; $1 in it is the value. Looked up as the catalog's owner, so that an index finds them.
std::vector<SeenSeries> seen_series(const std::string& condition, const Parameter& value);

// The series of the name, as it is at one moment; none where there is none that the caller may see.
std::optional<Series> find_series(const std::string& name);
// The same. Fails where there is none.
Series found_series(const std::string& name);

// The same for as long as the transaction lasts: another that wants it waits. Where the transaction
// goes by one snapshot, and others have changed the series or its editions since, it fails (40001):
// part of what it reads would be of before.
Series locked_series(const std::string& name);

// Fails (55000) if the series was dropped, defined anew or published since `series` was read: code
// of its source, which publishing runs, can do that under the lock of the transaction.
void require_unchanged(const Series& series);
// Fails likewise if the series was dropped or defined anew.
void require_not_begun_anew(const Series& series);

// Nothing is remembered of its persons, and its next edition is a first one. `id` is the series';
// the rest is as it is to be.
void begin_series_anew(const Series& series);

void forget_series(std::int32_t series);

// How it is shown, kept and judged, as it is in `series` now.
void record_showing(const Series& series);

// The column of the attribute partition that an attribute is in from now on.
struct FixedColumn {
  std::string attribute;
  std::int32_t column = 1;
};
void fix_columns(std::int32_t series, const std::vector<FixedColumn>& columns);

// See the column edition_record.state.
enum class EditionState : std::uint8_t { draft, published, shown, former };
const char* state_name(EditionState state);

struct EditionRecord {
  std::int32_t series = 0;
  std::int32_t edition = 1;
  std::int64_t release = 0;
  std::size_t persons = 0;
  std::size_t counterfeits = 0;
  std::size_t waiting = 0;
  std::size_t withheld = 0;
  EditionState state = EditionState::published;
  // The roles that were logged in.
  std::optional<std::string> published_by = {};
  std::optional<std::string> approved_by = {};
};

// In their order.
std::vector<EditionRecord> editions_of_series(std::int32_t series);

// Fails where there is none of the number.
EditionRecord edition_of_series(const Series& series, std::int32_t edition);

// Where it becomes the shown one, the one before it becomes a former one.
void record_state(std::int32_t series, std::int32_t edition, EditionState state);
// A JSON array of objects.
void record_findings(std::int32_t series, std::int32_t edition, const std::string& findings);
// What one gate says from now on, a JSON object; nothing takes it back.
void record_finding(std::int32_t series, std::int32_t edition, const std::string& gate,
                    const std::optional<std::string>& finding);
// True if the edition's tables are as on record, by the newest snapshot, or if nothing is on record
// of them.
bool has_recorded_contents(std::int32_t series, std::int32_t edition);
// What its tables have now is what may be approved.
void record_contents(std::int32_t series, std::int32_t edition);
// Whether the role that is logged in has published the edition, under whatever name.
bool is_publisher(const EditionRecord& edition);
// By the role that is logged in.
void record_approval(std::int32_t series, std::int32_t edition);

// The releases that are its editions since it began, or began anew.
std::vector<std::int64_t> releases_of_series(const Series& series);

// The name of the series of which a release is an edition, where there is one that the caller may
// see.
std::optional<std::string> series_of_release(std::int64_t release);

// Sets of values, each as its type writes it; of NULL nothing.
using SignatureTexts = std::vector<std::optional<std::string>>;

// By number. Fails (XX001) for numbers that the series cannot have given.
std::vector<SignatureTexts> remembered_signatures(const Series& series);

// Somebody else than the series has written what it remembers.
Error memory_does_not_fit(const Series& series);

// `first`: the number of the first of the signatures. Fails if the series has changed since `of`
// was read.
void record_edition(const Series& of, const EditionRecord& edition,
                    const std::vector<SignatureTexts>& signatures, std::size_t first,
                    const PersonChanges& changes);

// What event triggers do. An array of relations: what is gone, or altered.
void forget_sources_of_series(const std::string& gone);
void follow_in_series(const std::string& altered);

}  // namespace microdata::postgres
