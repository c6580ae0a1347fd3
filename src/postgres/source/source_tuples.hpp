#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The tuples of a source, read once, for what looks at several releases of it person by person: two
// SELECTs may give them in two orders (scans that start where others are, a view, what others
// commit in between), and releases need not have the same attributes.
class SourceTuples {
 public:
  // Requires a SpiSession.
  SourceTuples(const Source& source, std::vector<std::string> attributes, const Progress& progress);

  // What was read otherwise: codes are provisional ones of the dictionaries, which are not
  // finished.
  SourceTuples(std::vector<std::string> attributes, std::vector<Dictionary> dictionaries,
               std::vector<std::vector<Code>> codes, const Progress& progress);

  std::size_t count() const { return count_; }
  // By attribute.
  const std::vector<std::string>& attributes() const { return attributes_; }
  const std::vector<Dictionary>& values() const { return dictionaries_; }
  const std::vector<std::vector<Code>>& codes() const { return codes_; }

  // Keeps these alone, in this order. The values of the others stay known.
  void keep(std::span<const Row> tuples);

  // As read_columns() reads them. Requires that the attributes were read.
  std::vector<std::vector<Code>> read(std::span<const std::string> attributes,
                                      std::span<Dictionary* const> dictionaries) const;

 private:
  void finish(const Progress& progress);
  std::size_t position(const std::string& attribute) const;

  std::vector<std::string> attributes_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
  std::size_t count_ = 0;
};

}  // namespace microdata::postgres
