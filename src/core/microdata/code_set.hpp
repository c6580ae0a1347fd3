#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// Set of codes as runs of neighbours: an interval of a million values is one run. A set of one run,
// the usual case, allocates no memory.
class CodeSet {
 public:
  CodeSet() = default;

  // Returns the set of the codes [from, to).
  static CodeSet range(Code from, Code to) {
    CodeSet set;
    if (from < to) set.first_ = {from, to};
    return set;
  }

  // Returns the set of codes that ascend without repetition.
  static CodeSet of(const std::vector<Code>& codes) {
    CodeSet set;
    for (const Code code : codes)
      set.add(code);
    return set;
  }

  // Adds a code above all codes in the set.
  void add(Code code) {
    Run& last = more_.empty() ? first_ : more_.back();
    if (empty()) {
      first_ = {code, code + 1};
    } else if (last.to == code) {
      last.to = code + 1;
    } else {
      more_.push_back({code, code + 1});
    }
  }

  bool empty() const { return first_.from == first_.to; }

  std::size_t size() const {
    std::size_t codes = first_.to - first_.from;
    for (const Run& run : more_)
      codes += run.to - run.from;
    return codes;
  }

  // Returns the least code of a set that is not empty.
  Code front() const { return first_.from; }
  Code back() const { return (more_.empty() ? first_ : more_.back()).to - 1; }

  bool contains(Code code) const {
    if (code < first_.to) return code >= first_.from;
    const auto beyond = std::upper_bound(more_.begin(), more_.end(), code,
                                         [](Code c, const Run& run) { return c < run.to; });
    return beyond != more_.end() && code >= beyond->from;
  }

  // Calls visit(from, to) for each run of neighbours [from, to), ascending.
  template <typename Visit>
  void for_each_run(const Visit& visit) const {
    visit(first_.from, first_.to);
    for (const Run& run : more_)
      visit(run.from, run.to);
  }

  // Calls visit(code) for each code, ascending.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (Code code = first_.from; code < first_.to; ++code)
      visit(code);
    for (const Run& run : more_) {
      for (Code code = run.from; code < run.to; ++code)
        visit(code);
    }
  }

  // Returns the members, for packing.
  template <typename Set>
  friend auto members(Set& set, const CodeSet* /*type*/) {
    return std::tie(set.first_, set.more_);
  }

 private:
  // Run of the codes [from, to).
  struct Run {
    Code from = 0;
    Code to = 0;

    template <typename Codes>
    friend auto members(Codes& run, const Run* /*type*/) {
      return std::tie(run.from, run.to);
    }
  };

  Run first_;
  std::vector<Run> more_;
};

}  // namespace microdata
