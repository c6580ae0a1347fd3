#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <vector>

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Reports earlier releases about the source's persons, because an attacker can compare several
// releases: as a warning or, with pg_microdata.republish = 'error', as an error. A release that
// this one replaces counts as well, because it might have been copied. Releases in `known` disclose
// together no more than each of them does.
void check_republication(const Source& source, const std::vector<std::int64_t>& known = {});

// Scope with the editions of an independent series of one source. The publisher knows these
// editions, so no warning counts them; pg_microdata.republish = 'error' rejects them like all
// others.
class KnownEditions {
 public:
  KnownEditions(Oid source, std::vector<std::int64_t> releases);
  KnownEditions(const KnownEditions&) = delete;
  KnownEditions& operator=(const KnownEditions&) = delete;
  ~KnownEditions();

  // Returns the releases of the source that are known now.
  static std::vector<std::int64_t> of(Oid source);

  // True if an independent series of the source is being published, even with its first edition.
  static bool any(Oid source);

 private:
  Oid source_;
  std::vector<std::int64_t> releases_;
  const KnownEditions* outer_;
};

}  // namespace microdata::postgres
