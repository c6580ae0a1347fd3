#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <vector>

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What whoever publishes learns of earlier releases about the source's persons, which those who
// hold several can compare: a warning or, with pg_microdata.republish = 'error', an error. One that
// gives way to this one counts as well, since it may have been copied. Releases of `known` say
// together no more than each of them does.
void check_republication(const Source& source, const std::vector<std::int64_t>& known = {});

// While it lasts, editions of an independent series of one source, which are known to whoever
// publishes the next: no warning counts them. With pg_microdata.republish = 'error' they are
// refused as all others.
class KnownEditions {
 public:
  KnownEditions(Oid source, std::vector<std::int64_t> releases);
  KnownEditions(const KnownEditions&) = delete;
  KnownEditions& operator=(const KnownEditions&) = delete;
  ~KnownEditions();

  // Those of the source that are known now.
  static std::vector<std::int64_t> of(Oid source);

  // Whether an independent series of the source is published, though it be its first edition.
  static bool any(Oid source);

 private:
  Oid source_;
  std::vector<std::int64_t> releases_;
  const KnownEditions* outer_;
};

}  // namespace microdata::postgres
