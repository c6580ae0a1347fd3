#include "postgres/release/published_record.hpp"

#include "postgres/release/following_relations.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

namespace {

void comment(const Release& release) {
  query("SELECT microdata.comment_release($1::pg_catalog.oid::pg_catalog.regclass)",
        {std::to_string(release.relations.front())});
}

}  // namespace

std::int64_t record_published(const Release& release) {
  const std::int64_t id = record_release(release);
  bind_view_to_table(release.relations);
  comment(release);
  return id;
}

std::int64_t record_published(const Release& release, const Target& target) {
  if (target.renewal) {
    const std::int64_t id = record_renewed(release, target);
    if (target.renewal->apart) bind_view_to_table(release.relations);
    comment(release);
    return id;
  }
  const std::int64_t id = record_published(release);
  if (target.replaced && !target.replaced->relations.empty())
    keep_what_was_replaced(*target.replaced, release);
  return id;
}

}  // namespace microdata::postgres
