#include "core/risk/fragment_class_values.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace microdata {

namespace {

std::vector<Code> distinct_values(std::vector<Code> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (!values.empty() && values.back() == no_class_value) values.pop_back();
  return values;
}

}  // namespace

void fill_open_values(FragmentView& view, const Progress& progress) {
  const auto is_open = [](Code value) { return value == no_class_value; };
  if (std::none_of(view.class_values.begin(), view.class_values.end(), is_open)) return;
  const std::vector<Code> anywhere = distinct_values(view.class_values);
  if (anywhere.empty()) {
    std::fill(view.class_values.begin(), view.class_values.end(), Code{0});
    return;
  }
  std::vector<std::vector<Code>> shown(view.classes);
  for (std::size_t row = 0; row < view.class_values.size(); ++row) {
    progress.checkpoint_at(row);
    if (!is_open(view.class_values[row]))
      shown[view.class_of_row[row]].push_back(view.class_values[row]);
  }
  for (std::vector<Code>& values : shown)
    values = values.empty() ? anywhere : distinct_values(std::move(values));
  std::vector<std::size_t> next(view.classes);
  for (std::size_t row = 0; row < view.class_values.size(); ++row) {
    progress.checkpoint_at(row);
    if (!is_open(view.class_values[row])) continue;
    const std::uint32_t c = view.class_of_row[row];
    view.class_values[row] = shown[c][next[c]++ % shown[c].size()];
  }
}

ClassCover cover_by_class_value(const ClassCover& cover, std::span<const Code> rows,
                                std::span<const Code> tuples, const Progress& progress) {
  ClassCover divided;
  divided.cursory = cover.cursory;
  // Parts by equivalence class and class value.
  std::map<std::pair<std::uint32_t, Code>, std::uint32_t> parts;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    progress.checkpoint_at(row);
    const auto [at, is_new] =
        parts.emplace(std::pair(cover.class_of_row[row], rows[row]), divided.classes);
    if (is_new) {
      ++divided.classes;
      divided.combinations.push_back(cover.combinations[cover.class_of_row[row]]);
    }
    divided.class_of_row.push_back(at->second);
  }
  const auto add = [&](std::uint32_t c, Code value) {
    const auto at = parts.find({c, value});
    if (at != parts.end()) divided.covering.push_back(at->second);
  };
  std::map<std::pair<std::uint32_t, Code>, std::uint32_t> kinds;
  divided.offsets.push_back(0);
  for (std::size_t tuple = 0; tuple < tuples.size(); ++tuple) {
    progress.checkpoint_at(tuple);
    const std::uint32_t kind = cover.kind_of_tuple[tuple];
    const auto [at, is_new] = kinds.emplace(std::pair(kind, tuples[tuple]), divided.kinds);
    divided.kind_of_tuple.push_back(at->second);
    if (!is_new) continue;
    ++divided.kinds;
    const std::span<const std::uint32_t> classes = cover.of_kind(kind);
    for (const std::uint32_t c : classes) {
      add(c, tuples[tuple]);
      add(c, no_class_value);
    }
    if (divided.covering.size() == divided.offsets.back()) {
      for (const std::uint32_t c : classes) {
        for (auto part = parts.lower_bound({c, 0}); part != parts.end() && part->first.first == c;
             ++part)
          divided.covering.push_back(part->second);
      }
    }
    divided.offsets.push_back(divided.covering.size());
  }
  return divided;
}

}  // namespace microdata
