#include "postgres/inspection/series_memory.hpp"

#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/person_hashes.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

PersonsOfSource read_source(const SeriesMemory& memory, const Progress& progress) {
  const Series& series = memory.series;
  require_no_code_of_others(*series.source, "the source of series " + in_quotes(series.name));
  const Source source = open_source(*series.source);
  Table table = read_table(source, roles_in_series(source, series), Purpose::edition, progress);
  require_one_row_each(table.subjects, "verify_series()");
  progress.phase("recall");
  const std::vector<PersonHash> hashes = person_hashes(table, series.key, progress);
  std::vector<std::uint32_t> shown = shown_hashes(table, series.key, progress);
  return {std::move(table), RecalledPersons(memory.persons, hashes, progress), std::move(shown)};
}

}  // namespace

SeriesMemory recall_series(const std::string& name, const Progress& progress) {
  return recall_at_one_moment<SeriesMemory>(name, progress, [&](SeriesMemory& memory) {
    memory.signatures = remembered_signatures(memory.series);
    memory.persons = remembered_persons(memory.series.id, progress);
  });
}

std::optional<PersonsOfSource> read_persons(const SeriesMemory& memory, std::string& reason,
                                            const Progress& progress) {
  if (!memory.series.source) {
    reason = "the source of series " + in_quotes(memory.series.name) + " is gone";
    return std::nullopt;
  }
  try {
    return read_source(memory, progress);
  } catch (const Error& error) {
    // It has no rows any more, lacks attributes, or whatever else an edition would fail for.
    reason = error.what();
    return std::nullopt;
  }
}

}  // namespace microdata::postgres
