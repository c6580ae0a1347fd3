#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// What tells the rows of a source apart, or its persons, read together with the
// tuples: a second reading might bring the rows in another order.
class SourceKeys {
 public:
  // The columns `subject` or, where there are none, those of the primary key,
  // else of the smallest unique index of all rows without NULL, else the
  // declared identifiers. Fails where there are none of all these.
  SourceKeys(const Source& source, const std::vector<std::string>& subject);

  // To be read with the tuples, as the last columns: adds them to these.
  void add_to(std::vector<std::string>& names, std::vector<Dictionary*>& dictionaries);
  // Takes what was read of them.
  void take_from(std::vector<std::vector<Code>>& codes, const Progress& progress);
  // Persons have several rows: from now on keys are those of persons.
  void make_one_each(std::span<const std::uint32_t> person_of, std::size_t persons);

  // As JSON.
  std::string of(Row row) const;

 private:
  std::vector<std::string> names_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
};

}  // namespace microdata::postgres
