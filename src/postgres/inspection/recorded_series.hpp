#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/series_catalog.hpp"

namespace microdata::postgres {

// What is on record of a series, whatever it remembers of persons besides.
struct RecordedSeries {
  Series series;
  std::vector<EditionRecord> editions;

  // 0 where there is no edition since the series began.
  std::int32_t newest() const {
    if (editions.empty() || editions.back().edition < series.first_edition) return 0;
    return editions.back().edition;
  }
};

// A record with what `recall` adds to it. Each statement reads what is committed by then: where
// another session has published meanwhile, all is read again.
template <typename Memory, typename Recall>
Memory recall_at_one_moment(const std::string& name, const Progress& progress,
                            const Recall& recall) {
  while (true) {
    progress.phase("recall");
    Memory memory;
    memory.series = found_series(name);
    memory.editions = editions_of_series(memory.series.id);
    recall(memory);
    const Series again = found_series(name);
    if (again.version == memory.series.version) return memory;
  }
}

}  // namespace microdata::postgres
