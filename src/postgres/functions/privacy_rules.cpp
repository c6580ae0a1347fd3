#include "postgres/methods/gnf/privacy_rules.hpp"

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/writable.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/privacy_models.hpp"

// add_privacy_rule and drop_privacy_rule.

namespace microdata::postgres {

namespace {

Datum add_privacy_rule(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("add_privacy_rule()");
  const Oid relation = arguments.relation("source");
  NamedRule rule = parse_rule(arguments.text("rule"));
  rule.l = given_optional_l(arguments);
  if (!arguments.is_null("privacy")) rule.privacy = to_privacy_model(arguments.datum("privacy"));
  if (rule.l && rule.privacy) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "a privacy rule has an l or a privacy model of "
                "its own, not both");
  }
  const Source source = open_for_declaration(relation, "rules", "Give them in the call.");
  check_rule(rule, source);
  return Int64GetDatum(record_rule(relation, rule, arguments.optional_text("comment")));
}

Datum drop_privacy_rule(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("drop_privacy_rule()");
  const std::int64_t rule_id = arguments.bigint("rule_id");
  require_owner(source_of_rule(rule_id));
  forget_rule(rule_id);
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_add_privacy_rule, microdata::postgres::add_privacy_rule)
MICRODATA_FUNCTION(pg_microdata_drop_privacy_rule, microdata::postgres::drop_privacy_rule)
