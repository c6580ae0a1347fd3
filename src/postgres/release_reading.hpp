#pragma once

#include "postgres/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog.hpp"
#include "postgres/dictionary.hpp"
#include "postgres/source.hpp"

namespace microdata::postgres {

// One attribute of a release on its way in: as published and as in the source, in one dictionary
// unless it was generalized.
struct AttributeReading {
  const ReleaseAttribute* attribute;
  std::vector<Dictionary> dictionaries;  // values; then labels, where generalized
  std::vector<Code> published;
  std::vector<Code> tuples;

  Dictionary& values() { return dictionaries.front(); }
  Dictionary& labels() { return dictionaries.back(); }
};

// The relation's column of the name, which the release needs; fails where there is none any more.
const SourceColumn& require_column(const Source& relation, const std::string& name);

// Fails where the published column is of another type than the source's.
void check_same_type(const SourceColumn& published, const SourceColumn& source);

// The source's column of an attribute; fails where it is gone.
const SourceColumn& source_column(const ReleaseAttribute& attribute, const Source& source);

// Values of some attributes over published rows and tuples alike.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress);

}  // namespace microdata::postgres
