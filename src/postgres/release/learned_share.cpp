#include "postgres/release/learned_share.hpp"

#include <algorithm>

#include "core/microdata/attribute_set.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string percent(double share) {
  return rounded(100 * share, 0) + "%";
}

}  // namespace

bool LearnedShare::may_attack(const Table& table) const {
  return attacks_quickly() && found_.persons < most_persons && table.data.times.empty() &&
         !attributes_with_role(table.data, Role::sensitive).empty();
}

void LearnedShare::add(const Table& table, const QuickAttack& found) {
  const std::string& attribute = table.data.attributes[found.attribute].name;
  if (found_.persons > 0 && attribute == attribute_ && found.near == found_.near) {
    found_.persons += found.persons;
    found_.right += found.right;
    found_.most_frequent = std::max(found_.most_frequent, found.most_frequent);
    return;
  }
  // Regions may be attacked best in different attributes: that counts where more is gained.
  if (found_.persons > 0 &&
      found.share() - found.expected(options_) <= found_.share() - found_.expected(options_))
    return;
  found_ = found;
  attribute_ = attribute;
  telling_ = found.telling ? table.data.attributes[*found.telling].name : "";
}

void LearnedShare::report(const std::string& made) const {
  if (found_.persons == 0) {
    postgres::report(NOTICE, made);
    return;
  }
  const std::string bound = found_.near || options_.bound >= 1
                                ? ""
                                : "bound of one bucket " + percent(options_.bound) + ", ";
  const std::string message = made + "; an attacker that learns from the release guesses " +
                              in_quotes(attribute_) +
                              (found_.near ? " to within a tenth of its standard deviation" : "") +
                              " of at least about " + percent(found_.share()) + " of people (" +
                              bound + "most frequent value " + percent(found_.most_frequent) + ")";
  constexpr double much = 0.1;
  if (found_.share() <= found_.expected(options_) + much) {
    postgres::report(NOTICE, message);
    return;
  }
  const std::string telling =
      telling_.empty() ? "" : "Attribute " + in_quotes(telling_) + " tells most of it. ";
  postgres::report(
      WARNING, message,
      "A person's bucket is bounded in what it shows, not in what other buckets teach.",
      telling +
          "Larger buckets teach less: slice_table() and bucketize_table() look for "
          "them with inference => " +
          rounded(std::min(found_.expected(options_) + much, 1.0), 2) + ".");
}

}  // namespace microdata::postgres
