#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// Records of series in the extension's tables. The functions require a SpiSession.

// An attribute of the source that a series publishes, or that identifies a person.
struct SeriesAttribute {
  std::string name;
  Role role = Role::quasi_identifier;
  // True if the attribute identifies a person.
  bool subject = false;
  // The type as in CREATE TABLE.
  std::string type;
  // The column of the attribute partition, from 1, which a series of slices fixes.
  std::optional<std::int32_t> column = {};
  // The name of the hierarchy and its hash, which a series of generalizations fixes.
  std::optional<std::string> hierarchy = {};
  std::optional<std::string> hierarchy_hash = {};
  // Harmless values of a sensitive attribute, which a series fixes.
  HarmlessValues harmless = {};
};

struct Series {
  std::int32_t id = 0;
  std::string name;
  std::optional<Oid> source;
  std::string method;
  // A JSON object.
  Json arguments = Json::object();
  std::uint32_t m = 2;
  // True if every edition is a release by itself; then m, the key and the memory have no meaning.
  bool independent = false;
  // The quoted name, with schema, of the view that readers use.
  std::optional<std::string> view;
  // The number of editions to keep; empty to keep all.
  std::optional<std::int32_t> keep;
  // A JSON object.
  std::string gate = "{}";
  // True if another role than the publisher must approve an edition.
  bool approve = false;
  // The key, in hexadecimal digits, of the hashes that identify people.
  std::string key;
  // The attributes that the source still has.
  std::vector<SeriesAttribute> attributes;
  std::size_t attributes_at_first = 0;
  // True if all attributes of the subject are among `attributes`, under any name.
  bool has_whole_subject = true;
  // The first edition since the series began, or began anew.
  std::int32_t first_edition = 1;
  // The number of the next edition.
  std::int32_t next_edition = 1;
  // A version that changes with every change of the series, its editions and its memory. Empty if
  // the series is not recorded yet.
  std::string version;
};

// Fails if there is a series of the name.
void record_series(const Series& series);

struct SeenSeries {
  std::int32_t id = 0;
  std::string name;
};

// Returns, by name, the series that the caller may see and whose record `s` meets the condition; $1
// in the condition is the value. They are looked up as the catalog's owner, so that an index finds
// them.
std::vector<SeenSeries> seen_series(const std::string& condition, const Parameter& value);

// Returns the series of the name as it is at one moment; nothing if the caller may see none.
std::optional<Series> find_series(const std::string& name);
// Returns the series of the name as find_series() does; fails if there is none.
Series found_series(const std::string& name);

// Returns the series of the name and locks it until the transaction ends; other transactions that
// lock it wait. Fails (40001) if the transaction uses one snapshot and others have changed the
// series or its editions since, because part of what it reads would be outdated.
Series locked_series(const std::string& name);

// Fails (55000) if the series was dropped, defined anew or published since `series` was read. Code
// of the source, which publishing runs, can do that under the lock of the transaction.
void require_unchanged(const Series& series);
// Fails (55000) if the series was dropped or defined anew.
void require_not_begun_anew(const Series& series);

// Forgets the people of a series and makes its next edition a first one. `id` identifies the
// series; the other members are the new definition.
void begin_series_anew(const Series& series);

void forget_series(std::int32_t series);

// Records how `series` is shown, kept and judged.
void record_showing(const Series& series);

// The column of the attribute partition that an attribute is in from now on.
struct FixedColumn {
  std::string attribute;
  std::int32_t column = 1;
};
void fix_columns(std::int32_t series, const std::vector<FixedColumn>& columns);

// The state of an edition; see the column edition_record.state.
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

// Returns the editions in the order of their numbers.
std::vector<EditionRecord> editions_of_series(std::int32_t series);

// Fails if there is no edition of the number.
EditionRecord edition_of_series(const Series& series, std::int32_t edition);

// Records the state of an edition. If an edition becomes the shown one, the previous one becomes a
// former one.
void record_state(std::int32_t series, std::int32_t edition, EditionState state);
// Records findings, a JSON array of objects.
void record_findings(std::int32_t series, std::int32_t edition, const std::string& findings);
// Records the finding of one gate, a JSON object; without a finding, removes it.
void record_finding(std::int32_t series, std::int32_t edition, const std::string& gate,
                    const std::optional<std::string>& finding);
// True if the edition's tables have the recorded contents by the newest snapshot, or if no contents
// are recorded.
bool has_recorded_contents(std::int32_t series, std::int32_t edition);
// Records the present contents of the edition's tables as those that may be approved.
void record_contents(std::int32_t series, std::int32_t edition);
// True if the role that is logged in has published the edition, under any name.
bool is_publisher(const EditionRecord& edition);
// Records the approval by the role that is logged in.
void record_approval(std::int32_t series, std::int32_t edition);

// Returns the releases that are editions of the series since it began, or began anew.
std::vector<std::int64_t> releases_of_series(const Series& series);

// Returns the name of the series of which a release is an edition, if the caller may see the
// series.
std::optional<std::string> series_of_release(std::int64_t release);

// A set of values, each as its type writes it; NULL is an empty optional.
using SignatureTexts = std::vector<std::optional<std::string>>;

// Returns the signatures by number. Fails (XX001) for numbers that the series cannot have given.
std::vector<SignatureTexts> remembered_signatures(const Series& series);

// Returns the error that another than the series has written its memory.
Error memory_does_not_fit(const Series& series);

// Records an edition. `first` is the number of the first of the signatures. Fails if the series has
// changed since `of` was read.
void record_edition(const Series& of, const EditionRecord& edition,
                    const std::vector<SignatureTexts>& signatures, std::size_t first,
                    const PersonChanges& changes);

// Functions of event triggers. `gone` and `altered` are arrays of relations.
void forget_sources_of_series(const std::string& gone);
void follow_in_series(const std::string& altered);

}  // namespace microdata::postgres
