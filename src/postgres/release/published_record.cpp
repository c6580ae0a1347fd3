#include "postgres/release/published_record.hpp"

#include "postgres/release/following_relations.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

namespace {

void comment(const Release& release) {
  // A database may not have been updated yet.
  const bool can_comment = query(
                               "SELECT pg_catalog.to_regprocedure("
                               "'microdata.comment_release(pg_catalog.regclass)') IS NOT NULL")
                               .front()
                               .front() == "t";
  if (!can_comment) return;
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
