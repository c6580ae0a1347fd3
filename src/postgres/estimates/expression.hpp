#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <tuple>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/values/attribute_type.hpp"

// Expressions of one published attribute, such as age / 10 * 10. An expression becomes an attribute
// of its own, with a value for each published value, so that counts and errors are those of a
// release with that attribute: the linkings of a bucket's values are linkings of the expression's.
//
// A caller's text is parsed to a tree and never pasted into a statement. All its functions, types
// and operators are the server's own, and immutable: they compute from the published value alone,
// alike on every server, and give no right to a caller for whom a SECURITY DEFINER function calls.

namespace microdata::postgres {

struct AttributeExpression {
  std::string text;
  std::string attribute;
  // Published type of the attribute, without domains.
  Oid type = InvalidOid;
};
template <typename Expression>
auto members(Expression& expression, const AttributeExpression* /*type*/) {
  return std::tie(expression.text, expression.attribute, expression.type);
}

// Reads an expression of an attribute of the release. Fails with 42703 for a name that the release
// lacks, and with 0A000 for an expression of several attributes, or one that does not compute from
// the published value alone. Requires a SafeSearchPath.
AttributeExpression read_expression(const Release& release, const std::string& text);

// Returns the type of the expression's values.
AttributeType type_of(const AttributeExpression& expression);

// Returns the expression as an attribute beside the attribute that it is of. Evaluates it once for
// each published value.
PublishedAttribute evaluate(const AttributeExpression& expression, const PublishedAttribute& of,
                            const Progress& progress);

}  // namespace microdata::postgres
