#include "postgres/release/republication.hpp"

#include <string>
#include <utility>

#include "postgres/catalog/ledger.hpp"
#include "postgres/catalog/stand_in.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/rehearsal.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* compared =
    "Each keeps its guarantee. Together, they can leave one possible value of a person.";

const KnownEditions* known_now = nullptr;

std::string of_those_gone(const EarlierReleases& earlier) {
  if (earlier.gone == 0) return "";
  return " " + std::to_string(earlier.gone) +
         (earlier.gone == 1 ? " no longer exists" : " no longer exist") +
         (earlier.gone == 1 ? "; copies of it remain." : "; copies of them remain.");
}

// Returns a sentence about series; empty if editions are independent, because together they
// disclose more than each.
std::string of_series(Oid source) {
  if (KnownEditions::any(source)) return "";
  return " Editions of a series do not say more together: see create_series().";
}

std::string forgettable(const EarlierReleases& earlier) {
  if (earlier.unread == 0) return "";
  return " microdata.forget_release() removes " + std::to_string(earlier.unread) +
         " from the ledger that no other role could read.";
}

std::string persons_in(const Source& source, std::size_t releases) {
  return "persons of " + in_quotes(source.name) + " are in " +
         count_of(releases, "earlier release");
}

std::string audit_call(const Source& source) {
  return "audit_composition(source => " + quote_value(qualified_name(source.relation)) + ")";
}

// Warns of earlier releases that other roles could read. Trials that no other role could read are
// not counted, because nobody can compare them.
void warn_of_earlier(const Source& source, const std::vector<std::int64_t>& excused) {
  const ReadReleases read = read_by_others(source.relation, excused);
  if (read.all == 0) return;
  const std::string combined =
      persons_in(source, read.all) + ", which can be combined with this one";
  if (read.gone == read.all) {
    report(WARNING, combined,
           std::string(read.all == 1 ? "It no longer exists" : "They no longer exist") +
               ". Copies remain, with which audit_composition() cannot compare this one.");
    return;
  }
  report(WARNING, combined + ": " + audit_call(source) + " shows what they disclose together",
         read.gone == 0 ? std::string()
                        : std::to_string(read.gone) +
                              (read.gone == 1 ? " no longer exists" : " no longer exist") +
                              ", and cannot be compared.");
}

}  // namespace

KnownEditions::KnownEditions(Oid source, std::vector<std::int64_t> releases)
    : source_(source), releases_(std::move(releases)), outer_(known_now) {
  known_now = this;
}

KnownEditions::~KnownEditions() {
  known_now = outer_;
}

bool KnownEditions::any(Oid source) {
  return known_now != nullptr && known_now->source_ == source;
}

std::vector<std::int64_t> KnownEditions::of(Oid source) {
  return any(source) ? known_now->releases_ : std::vector<std::int64_t>();
}

void check_republication(const Source& source, const std::vector<std::int64_t>& known) {
  // Releases of a copy that stands in for a source are never kept. A rehearsal keeps nothing
  // either, and earlier releases may be gone when the call is made.
  if (original_of(source.relation) || Rehearsal::is_on()) return;
  const Republish demanded = republish_setting();
  // A role that may not read the source learns nothing of its releases; reading the source fails
  // afterwards.
  if (demanded == Republish::allow || !may_read_through(source.relation)) return;
  if (demanded == Republish::error) wait_for_publication(source.relation);
  const std::vector<std::int64_t> excused =
      known.empty() && demanded == Republish::warn ? KnownEditions::of(source.relation) : known;
  if (demanded == Republish::warn) return warn_of_earlier(source, excused);
  const EarlierReleases earlier = earlier_releases(source.relation, excused);
  if (earlier.all == 0) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, persons_in(source, earlier.all))
      .detail("pg_microdata.republish is \"error\". " + std::string(compared) +
              of_those_gone(earlier))
      .hint(audit_call(source) + " shows how much those that are there say together." +
            of_series(source.relation) + forgettable(earlier));
}

}  // namespace microdata::postgres
