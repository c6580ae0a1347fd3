#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/inspection/recorded_series.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// What a series remembers, at one moment.
struct SeriesMemory : RecordedSeries {
  std::vector<SignatureTexts> signatures;
  std::vector<RememberedPerson> persons;
};

SeriesMemory recall_series(const std::string& name, const Progress& progress);

// The persons whom the source has by now, and what is remembered of them.
struct PersonsOfSource {
  Table table;
  RecalledPersons recalled;
  // By row.
  std::vector<std::uint32_t> shown;
};

// Nothing where the source cannot be compared: then `reason` says why.
std::optional<PersonsOfSource> read_persons(const SeriesMemory& memory, std::string& reason,
                                            const Progress& progress);

}  // namespace microdata::postgres
