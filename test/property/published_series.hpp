#pragma once

#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"
#include "core/series/edition.hpp"

namespace microdata::test {

// One edition, persons numbered as in the whole series.
struct SeriesEdition {
  // Who was in the table, ascending, and the value of each.
  std::vector<Row> present;
  std::vector<Code> values;
  // Rows are places in `present`.
  Edition edition;
  Row person(Row row) const { return present[row]; }
};

// A series, with what whoever publishes it has to remember from edition to edition.
class PublishedSeries {
 public:
  // `people` has the quasi-identifiers of everybody who is ever in the table.
  PublishedSeries(Microdata people, Code distinct, EditionOptions options);

  // `values` is by person.
  SeriesEdition publish(const std::vector<Row>& present, const std::vector<Code>& values,
                        Random& random);

  const std::vector<Signature>& signatures() const { return signatures_; }
  // By person; no_signature of who was never published.
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
};

}  // namespace microdata::test
