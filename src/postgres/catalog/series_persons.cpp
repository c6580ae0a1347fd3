#include "postgres/catalog/series_persons.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <sstream>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The number of people in one statement.
constexpr std::size_t persons_at_once = 100000;
// The number of rows fetched at a time.
constexpr std::size_t rows_at_once = 8192;

constexpr const char* all_persons =
    "SELECT p.ctid, p.person, p.signature, p.arrived, p.since, p.shown, p.gone, p.withheld "
    "FROM microdata.series_person_record p WHERE p.series_id = $1";

std::uint64_t place_of(const ItemPointerData& tid) {
  return std::uint64_t{ItemPointerGetBlockNumberNoCheck(&tid)} << 16U |
         ItemPointerGetOffsetNumberNoCheck(&tid);
}

std::string as_tid(std::uint64_t place) {
  return "\"(" + std::to_string(place >> 16U) + "," + std::to_string(place & 0xFFFFU) + ")\"";
}

std::uint64_t big_endian_half(const unsigned char* bytes) {
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i)
    number = number << 8U | bytes[i];
  return number;
}

// Returns a person that owns no memory, so that it can be filled within a guard.
RememberedPerson read_person(HeapTuple tuple, TupleDesc type) {
  std::array<Datum, 8> values;
  std::array<bool, 8> nulls;
  heap_deform_tuple(tuple, type, values.data(), nulls.data());
  const auto number = [&](std::size_t i) { return nulls[i] ? 0 : DatumGetInt32(values[i]); };
  RememberedPerson person;
  person.place = place_of(*reinterpret_cast<ItemPointer>(DatumGetPointer(values[0])));
  const auto* bytes = reinterpret_cast<const unsigned char*>(DatumGetPointer(values[1]));
  person.hash = {big_endian_half(bytes), big_endian_half(bytes + 8)};
  if (!nulls[2]) person.signature = static_cast<std::uint32_t>(number(2));
  person.arrived = number(3);
  person.since = nulls[4] ? person.arrived : number(4);
  person.shown = static_cast<std::uint32_t>(number(5));
  person.gone = number(6);
  person.withheld = number(7);
  return person;
}

// A cursor over the rows as stored, a few thousand at a time, because each person of the source may
// have one.
class PersonsCursor {
 public:
  explicit PersonsCursor(std::int32_t series)
      : portal_(guarded([&] {
          Oid type = INT4OID;
          SPIPlanPtr plan = SPI_prepare(all_persons, 1, &type);
          if (plan == nullptr)
            elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
          CommandCounterIncrement();
          Datum value = Int32GetDatum(series);
          // The snapshot has everything committed by now, as in other reads of the catalog.
          PushActiveSnapshot(IsInParallelMode() ? GetActiveSnapshot() : GetLatestSnapshot());
          Portal opened = SPI_cursor_open(nullptr, plan, &value, nullptr, true);
          PopActiveSnapshot();
          SPI_freeplan(plan);
          return opened;
        })) {}
  PersonsCursor(const PersonsCursor&) = delete;
  PersonsCursor& operator=(const PersonsCursor&) = delete;
  ~PersonsCursor() = default;

  // Fills as many people as remain and returns their number.
  std::size_t fetch(std::span<RememberedPerson> persons) {
    return run_in_server([&] {
      SPI_cursor_fetch(portal_, true, static_cast<long>(persons.size()));
      const auto count = static_cast<std::size_t>(SPI_processed);
      for (std::size_t i = 0; i < count; ++i)
        persons[i] = read_person(SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
      SPI_freetuptable(SPI_tuptable);
      return count;
    });
  }

  void close() {
    guarded([&] { SPI_cursor_close(portal_); });
  }

 private:
  Portal portal_;
};

// Arrays for a statement about some people.
class PersonArrays {
 public:
  explicit PersonArrays(std::span<const RememberedPerson> persons) : persons_(persons) {}

  std::string uuids() const {
    return array([](const RememberedPerson& person) { return as_uuid(person.hash); });
  }
  std::string places() const {
    return array([](const RememberedPerson& person) { return as_tid(person.place); });
  }
  std::string signatures() const {
    return array([](const RememberedPerson& person) {
      return person.signature == no_signature ? "NULL" : std::to_string(person.signature);
    });
  }
  std::string arrived() const {
    return array([](const RememberedPerson& person) { return std::to_string(person.arrived); });
  }
  // Returns the editions `since`; NULL if they are those of `arrived`.
  std::string since() const {
    return array([](const RememberedPerson& person) {
      return or_null(person.since == person.arrived ? 0 : person.since);
    });
  }
  std::string shown() const {
    return array([](const RememberedPerson& person) {
      return or_null(static_cast<std::int32_t>(person.shown));
    });
  }
  std::string gone() const {
    return array([](const RememberedPerson& person) { return or_null(person.gone); });
  }
  std::string withheld() const {
    return array([](const RememberedPerson& person) { return or_null(person.withheld); });
  }

 private:
  static std::string or_null(std::int32_t number) {
    return number == 0 ? "NULL" : std::to_string(number);
  }

  template <typename Element>
  std::string array(const Element& element) const {
    std::string text = "{";
    for (const RememberedPerson& person : persons_) {
      if (text.size() > 1) text += ',';
      text += element(person);
    }
    return text + "}";
  }

  std::span<const RememberedPerson> persons_;
};

template <typename Run>
void in_parts(std::span<const RememberedPerson> persons, const Run& run) {
  for (std::size_t begin = 0; begin < persons.size(); begin += persons_at_once) {
    run(PersonArrays(persons.subspan(begin, std::min(persons_at_once, persons.size() - begin))));
  }
}

}  // namespace

std::string as_uuid(const PersonHash& hash) {
  constexpr const char* hexadecimal_digits = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (const std::uint64_t half : {hash.high, hash.low}) {
    for (unsigned shift = 64; shift > 0; shift -= 4) {
      if (text.size() == 8 || text.size() == 13 || text.size() == 18 || text.size() == 23)
        text += '-';
      text += hexadecimal_digits[half >> (shift - 4) & 15U];
    }
  }
  return text;
}

bool RememberedPerson::was_in(std::int32_t edition) const {
  if (signature == no_signature) return false;
  return edition == arrived || (edition >= since && (gone == 0 || edition < gone) &&
                                (withheld == 0 || edition < withheld));
}

bool RememberedPerson::was_shown_in(std::int32_t edition) const {
  return edition >= since && was_in(edition);
}

bool RememberedPerson::was_withheld_in(std::int32_t edition) const {
  return withheld != 0 && edition >= withheld && edition >= since && (gone == 0 || edition < gone);
}

std::vector<RememberedPerson> remembered_persons(std::int32_t series, const Progress& progress) {
  const CatalogScope scope;
  std::vector<RememberedPerson> persons;
  PersonsCursor cursor(series);
  std::size_t count = 0;
  while (true) {
    progress.checkpoint();
    persons.resize(count + rows_at_once);
    const std::size_t fetched = cursor.fetch(std::span(persons).subspan(count));
    count += fetched;
    if (fetched < rows_at_once) break;
  }
  cursor.close();
  persons.resize(count);
  return persons;
}

void record_persons(std::int32_t series, const PersonChanges& changes) {
  const CatalogScope scope;
  const RowsByPlace by_place;
  const std::string id = std::to_string(series);
  in_parts(changes.arrivals, [&](const PersonArrays& persons) {
    query(
        "INSERT INTO microdata.series_person_record (series_id, signature, person, arrived, shown) "
        "SELECT $1::pg_catalog.int4, u.signature, u.person, u.arrived, u.shown FROM ROWS FROM "
        "(pg_catalog.unnest($2::pg_catalog.int4[]), pg_catalog.unnest($3::pg_catalog.uuid[]), "
        "pg_catalog.unnest($4::pg_catalog.int4[]), pg_catalog.unnest($5::pg_catalog.int4[])) "
        "u (signature, person, arrived, shown)",
        {id, persons.signatures(), persons.uuids(), persons.arrived(), persons.shown()});
  });
  in_parts(changes.changed, [&](const PersonArrays& persons) {
    query(
        "UPDATE microdata.series_person_record p SET signature = u.signature, "
        "arrived = u.arrived, since = u.since, shown = u.shown, gone = u.gone, "
        "withheld = u.withheld FROM ROWS FROM (pg_catalog.unnest($2::pg_catalog.tid[]), "
        "pg_catalog.unnest($3::pg_catalog.int4[]), pg_catalog.unnest($4::pg_catalog.int4[]), "
        "pg_catalog.unnest($5::pg_catalog.int4[]), pg_catalog.unnest($6::pg_catalog.int4[]), "
        "pg_catalog.unnest($7::pg_catalog.int4[]), pg_catalog.unnest($8::pg_catalog.int4[])) "
        "u (place, signature, arrived, since, shown, gone, withheld) "
        "WHERE p.series_id = $1::pg_catalog.int4 AND p.ctid = u.place",
        {id, persons.places(), persons.signatures(), persons.arrived(), persons.since(),
         persons.shown(), persons.gone(), persons.withheld()});
  });
  in_parts(changes.forgotten, [&](const PersonArrays& persons) {
    query(
        "DELETE FROM microdata.series_person_record p "
        "USING pg_catalog.unnest($2::pg_catalog.tid[]) u (place) "
        "WHERE p.series_id = $1::pg_catalog.int4 AND p.ctid = u.place",
        {id, persons.places()});
  });
}

namespace {

// The number of members in one statement.
constexpr std::size_t members_at_once = 100000;

PersonHash read_hash(std::string uuid) {
  uuid.erase(std::remove(uuid.begin(), uuid.end(), '-'), uuid.end());
  return {std::stoull(uuid.substr(0, 16), nullptr, 16), std::stoull(uuid.substr(16), nullptr, 16)};
}

// Returns the set as the shortest text, because each person takes one.
std::string set_text(const std::vector<std::uint32_t>& values) {
  std::string text;
  for (const std::uint32_t value : values)
    text += (text.empty() ? "" : " ") + std::to_string(value);
  return text;
}

std::vector<std::uint32_t> read_set(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::uint32_t> values;
  for (std::uint32_t value = 0; in >> value;)
    values.push_back(value);
  return values;
}

constexpr const char* given_members =
    "ROWS FROM (pg_catalog.unnest($3::pg_catalog.uuid[]), "
    "pg_catalog.unnest($4::pg_catalog.int4[]), "
    "pg_catalog.unnest($5::pg_catalog.text[]), "
    "pg_catalog.unnest($6::pg_catalog.int4[])) u (person, cohort, value_set, shown)";

// Runs a statement for the members of series $1 and edition $2, with their hashes $3, cohorts $4,
// sets $5 and shown hashes $6.
void for_members(const std::vector<RememberedMember>& members, const std::string& series,
                 const std::string& edition, const std::string& statement) {
  for (std::size_t begin = 0; begin < members.size(); begin += members_at_once) {
    std::vector<std::string> hashes;
    std::vector<std::string> cohorts;
    std::vector<std::string> sets;
    std::vector<std::string> shown;
    for (const RememberedMember& member :
         std::span(members).subspan(begin, std::min(members_at_once, members.size() - begin))) {
      hashes.push_back(as_uuid(member.hash));
      cohorts.push_back(member.cohort ? std::to_string(*member.cohort) : "NULL");
      sets.push_back(member.cohort ? array_element(set_text(member.values)) : "NULL");
      // The type of the column is signed.
      shown.push_back(std::to_string(static_cast<std::int32_t>(member.shown)));
    }
    query(statement.c_str(),
          {series, edition, "{" + join(hashes, ",") + "}", "{" + join(cohorts, ",") + "}",
           "{" + join(sets, ",") + "}", "{" + join(shown, ",") + "}"});
  }
}

void record_values(const std::string& series, const MemberChanges& changes) {
  for (std::size_t i = 0; i < changes.new_values.size(); ++i) {
    query(
        "INSERT INTO microdata.series_value_record (series_id, number, sensitive_value) "
        "VALUES ($1::pg_catalog.int4, $2::pg_catalog.int4, $3)",
        {series, std::to_string(changes.values_before + i), changes.new_values[i]});
  }
}

}  // namespace

std::vector<RememberedMember> remembered_members(std::int32_t series) {
  const CatalogScope scope;
  std::vector<RememberedMember> members;
  for (const ResultRow& row :
       query("SELECT p.person, p.cohort, p.value_set, COALESCE(p.missed, 0), p.shown, p.since, "
             "p.arrived "
             "FROM microdata.series_member_record p WHERE p.series_id = $1::pg_catalog.int4",
             {std::to_string(series)})) {
    RememberedMember member{read_hash(*row[0]),
                            std::nullopt,
                            {},
                            std::stoi(*row[3]),
                            static_cast<std::uint32_t>(std::stoi(*row[4])),
                            std::stoi(*row[5]),
                            std::stoi(*row[6])};
    if (row[1]) {
      member.cohort = static_cast<std::uint32_t>(std::stoul(*row[1]));
      member.values = read_set(row[2].value_or(""));
    }
    members.push_back(std::move(member));
  }
  return members;
}

std::vector<std::optional<std::string>> remembered_values(std::int32_t series) {
  const CatalogScope scope;
  std::vector<std::optional<std::string>> values;
  for (ResultRow& row : query("SELECT v.sensitive_value FROM microdata.series_value_record v "
                              "WHERE v.series_id = $1::pg_catalog.int4 ORDER BY v.number",
                              {std::to_string(series)})) {
    values.push_back(std::move(row[0]));
  }
  return values;
}

void record_cohort_edition(const Series& of, const EditionRecord& edition,
                           const MemberChanges& changes) {
  record_edition(of, edition, {}, 0, {});
  const CatalogScope scope;
  const std::string series = std::to_string(edition.series);
  const std::string number = std::to_string(edition.edition);
  record_values(series, changes);
  for_members(
      changes.arrivals, series, number,
      std::string(
          "INSERT INTO microdata.series_member_record (series_id, person, arrived, "
          "cohort, value_set, shown, since) SELECT $1::pg_catalog.int4, u.person, "
          "$2::pg_catalog.int4, u.cohort, u.value_set, u.shown, $2::pg_catalog.int4 FROM ") +
          given_members);
  const std::string is_given = " WHERE p.series_id = $1::pg_catalog.int4 AND p.person = u.person";
  const std::string update = "UPDATE microdata.series_member_record p SET ";
  for_members(
      changes.changed, series, number,
      update +
          "cohort = u.cohort, value_set = u.value_set, arrived = CASE WHEN p.cohort IS NULL "
          "THEN $2::pg_catalog.int4 ELSE p.arrived END FROM " +
          given_members + is_given);
  for_members(changes.missed, series, number,
              update + "missed = $2::pg_catalog.int4 FROM " + given_members + is_given);
  for_members(
      changes.shown, series, number,
      update + "shown = u.shown, since = $2::pg_catalog.int4 FROM " + given_members + is_given);
  for_members(changes.forgotten, series, number,
              std::string("DELETE FROM microdata.series_member_record p USING ") + given_members +
                  is_given + " AND p.arrived < $2::pg_catalog.int4");
}

}  // namespace microdata::postgres
