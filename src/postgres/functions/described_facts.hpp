#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"

// Whether a release is what its description says. Requires a SpiSession.

namespace microdata::postgres {

// A column of a release that is no attribute: its role is bucket, member or count.
struct DescribedColumn {
  Oid relation = InvalidOid;
  std::string name;
  std::string role;
};

// Fails where the rows of a release that is about to be recorded contradict what is recorded: names
// of columns, numbers of rows and buckets, what belongs together in which table, and every bound
// that verify_release() can judge without a source.
void check_described(const Release& release, const std::vector<DescribedColumn>& columns);

}  // namespace microdata::postgres
