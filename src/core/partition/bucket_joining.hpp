#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Joins buckets in their order until each meets the models of a judge, which has has_models() and
// models_hold(rows). The rest joins the last buckets.
template <typename Judge>
TuplePartition join_for_models(TuplePartition buckets, Judge& judge, const Progress& progress) {
  if (!judge.has_models()) return buckets;
  TuplePartition joined;
  std::size_t begin = 0;
  std::size_t next_look = 0;
  // A bucket is judged again only after it has grown by a sixteenth.
  const auto grown = [](std::size_t size) { return size + size / 16 + 1; };
  const auto rows_from = [&](std::size_t from, std::size_t to) {
    return std::span<const Row>(buckets.rows).subspan(from, to - from);
  };
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    const std::size_t end = buckets.offsets[b + 1];
    const bool last = b + 1 == buckets.buckets();
    if (!last && end - begin < next_look) continue;
    bool holds = judge.models_hold(rows_from(begin, end));
    next_look = holds ? 0 : grown(end - begin);
    while (last && !holds && joined.buckets() > 0) {
      progress.checkpoint();
      while (end - begin < next_look && joined.buckets() > 0) {
        joined.offsets.pop_back();
        begin = joined.offsets.back();
      }
      holds = judge.models_hold(rows_from(begin, end));
      next_look = grown(end - begin);
    }
    if (holds || last) {
      joined.offsets.push_back(static_cast<Row>(end));
      begin = end;
    }
  }
  joined.rows = std::move(buckets.rows);
  return joined;
}

}  // namespace microdata
