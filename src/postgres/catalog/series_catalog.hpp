#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"

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
  std::string arguments;
  std::uint32_t m = 2;
  // Of the hashes by which persons are known, as hexadecimal digits.
  std::string key;
  // Those that the source still has.
  std::vector<SeriesAttribute> attributes;
  std::size_t attributes_at_first = 0;
  // The edition that comes next.
  std::int32_t next_edition = 1;
};

// Fails where there is one of the name.
void record_series(const Series& series);

// The series of the name, for as long as the transaction lasts: another that wants it waits. Fails
// where there is none that the caller may see.
Series locked_series(const std::string& name);

void forget_series(std::int32_t series);

// The column of the attribute partition that an attribute is in from now on.
struct FixedColumn {
  std::string attribute;
  std::int32_t column = 1;
};
void fix_columns(std::int32_t series, const std::vector<FixedColumn>& columns);

// The releases that were its editions.
std::vector<std::int64_t> releases_of_series(std::int32_t series);

// Sets of values, each as its type writes it; of NULL nothing.
using SignatureTexts = std::vector<std::optional<std::string>>;

struct RememberedPerson {
  // As a uuid is written.
  std::string hash;
  // Nothing while the person waits.
  std::optional<std::uint32_t> signature;
  bool gone = false;
  bool withheld = false;
};

std::vector<SignatureTexts> remembered_signatures(std::int32_t series);
std::vector<RememberedPerson> remembered_persons(std::int32_t series);

struct EditionRecord {
  std::int32_t series = 0;
  std::int32_t edition = 1;
  std::int64_t release = 0;
  std::size_t persons = 0;
  std::size_t counterfeits = 0;
  std::size_t waiting = 0;
  std::size_t withheld = 0;
};

// Persons by what an edition changes of what is remembered of them.
struct PersonChanges {
  // Arrivals, those who wait among them.
  std::vector<RememberedPerson> arrivals;
  // Those who waited, with the signature that they have by now.
  std::vector<RememberedPerson> placed;
  std::vector<std::string> gone;
  std::vector<std::string> returned;
  std::vector<std::string> withheld;
  // Those who waited, and are no longer there: nothing was published of them.
  std::vector<std::string> forgotten;
};

// `first`: the number of the first of the signatures.
void record_edition(const EditionRecord& edition, const std::vector<SignatureTexts>& signatures,
                    std::size_t first, const PersonChanges& changes);

// What event triggers do. An array of relations: what is gone, or altered.
void forget_sources_of_series(const std::string& gone);
void follow_in_series(const std::string& altered);

}  // namespace microdata::postgres
