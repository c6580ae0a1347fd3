#include "postgres/catalog/series_persons.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

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

}  // namespace microdata::postgres
