#include "postgres/methods/gnf/privacy_rules.hpp"

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/privacy_models.hpp"

// add_privacy_rule and drop_privacy_rule.

namespace microdata::postgres {

namespace {

Datum add_privacy_rule(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "source");
  NamedRule rule = parse_rule(arguments.text(1, "rule"));
  rule.l = arguments.optional_number(2);
  if (rule.l) check_l(*rule.l);
  rule.privacy = optional_privacy_model(arguments, 4);
  if (rule.l && rule.privacy) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "a privacy rule has an l or a privacy model of "
                "its own, not both");
  }
  const Source source = open_for_declaration(relation, "rules", "Give them in the call.");
  check_rule(rule, source);
  return Int64GetDatum(record_rule(relation, rule, arguments.optional_text(3)));
}

Datum drop_privacy_rule(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::optional<std::int64_t> rule_id = arguments.optional_bigint(0);
  if (!rule_id) throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "rule_id must not be null");
  require_owner(source_of_rule(*rule_id));
  forget_rule(*rule_id);
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_add_privacy_rule, microdata::postgres::add_privacy_rule)
MICRODATA_FUNCTION(pg_microdata_drop_privacy_rule, microdata::postgres::drop_privacy_rule)
