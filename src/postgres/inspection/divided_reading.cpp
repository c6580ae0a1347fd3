#include "postgres/inspection/divided_reading.hpp"

#include <cstdint>

namespace microdata::postgres {

void ask_on_workers(const Release& release, const DividedReading& reading,
                    const std::function<void(std::string answer)>& add, const Progress& progress) {
  RegionLoop loop(release, released_regions(release).value(), reading.options);
  progress.phase(reading.phase);
  WorkerRegions workers(release, loop, {.source = reading.source, .outsiders = reading.outsiders});
  workers.ask(reading.question, reading.request(), reading.bytes_of_answer, add);
  workers.finish();
}

void read_divided(const Release& release, const MemoryNeed& need, const DividedReading& reading,
                  const std::function<void()>& read,
                  const std::function<void(std::string answer)>& add, const Progress& progress) {
  const bool by_regions = must_read_by_regions(release, need);
  if (is_audited_on_workers(release, reading.source)) {
    ask_on_workers(release, reading, add, progress);
  } else if (by_regions) {
    for_each_region(
        release, [&](std::uint32_t /*region*/) { read(); }, reading.options);
  } else {
    read();
  }
}

}  // namespace microdata::postgres
