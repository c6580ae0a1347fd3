#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/series/edition.hpp"

namespace microdata::test {

// One edition, with people numbered as in the whole series.
struct SeriesEdition {
  // People in the table, ascending, and the value of each.
  std::vector<Row> present;
  std::vector<Code> values;
  // The edition; its rows are positions in `present`.
  Edition edition;
  Row person(Row row) const { return present[row]; }
};

// A series with its publisher's memory from edition to edition.
class PublishedSeries {
 public:
  // `people` has the quasi-identifiers of all people who are ever in the table.
  // The first `harmless` values are harmless.
  PublishedSeries(Microdata people, Code distinct, EditionOptions options, Code harmless = 0);

  // Publishes an edition; `values` is by person.
  SeriesEdition publish(const std::vector<Row>& present, const std::vector<Code>& values,
                        Random& random);

  const std::vector<Signature>& signatures() const { return signatures_; }
  // Returns the remembered signature by person; no_signature for people who were never published.
  const std::vector<std::uint32_t>& remembered() const { return remembered_; }

 private:
  Microdata people_;
  AttributeSet near_by_;
  Code distinct_;
  EditionOptions options_;
  std::vector<Signature> signatures_;
  std::vector<std::uint32_t> remembered_;
  std::vector<std::uint8_t> waited_;
  std::vector<std::uint8_t> withheld_;
  std::vector<std::uint8_t> harmless_;
};

}  // namespace microdata::test
