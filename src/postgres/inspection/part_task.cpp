#include "postgres/inspection/part_task.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

AskedParts::AskedParts(const Release& release, Division division, PartsReading reading,
                       const Progress& progress)
    : release_(release), division_(division), reading_(std::move(reading)), progress_(progress) {
  if (division_ == Division::none) return;
  loop_.emplace(release_, released_regions(release_).value(), reading_.options);
  if (division_ == Division::on_workers && reading_.persons != nullptr)
    packed_persons_ = packed_persons(*reading_.persons, progress_);
}

WorkerRegions& AskedParts::workers() {
  if (!workers_) {
    workers_.emplace(release_, *loop_, reading_.options, reading_.but_for, part_of_);
  }
  return *workers_;
}

void AskedParts::visit(bool published_only, Random* random,
                       const std::function<void(const AskedPart& part)>& run) {
  if (division_ == Division::none) {
    run({release_, reading_.options.outsiders, reading_.persons, random});
    return;
  }
  // A loop visits its regions once.
  if (visited_) {
    loop_.reset();
    loop_.emplace(release_, released_regions(release_).value(), reading_.options);
  }
  visited_ = true;
  Release release = release_;
  Json parameters = release.parameters;
  for (const std::string& name : reading_.but_for)
    parameters.remove(name);
  release.set_parameters(std::move(parameters));
  for (std::uint32_t region = 0; region < loop_->regions(); ++region) {
    if (published_only && loop_->published_rows(region) == 0) continue;
    const MemoryScope memory;
    loop_->enter(region);
    if (reading_.suppressed) release.suppressed_rows = loop_->suppressed_rows(region);
    run({release, reading_.options.outsiders, reading_.persons, random});
  }
}

Random random_of_part(std::uint64_t seed, std::uint32_t number) {
  Random of_parts = Random::seeded(seed);
  for (std::uint32_t i = 0; i < number; ++i)
    of_parts.next();
  return Random::seeded(of_parts.next());
}

}  // namespace microdata::postgres
