#include "postgres/methods/generalization/generalization_arguments.hpp"

#include <algorithm>

#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/former_arguments.hpp"
#include "postgres/release/loss_argument.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

bool asks_for_sensitive_values(const GeneralizationRequest& request) {
  return request.with_l || std::any_of(request.options.privacy.begin(),
                                       request.options.privacy.end(), is_about_sensitive_values);
}

void check_oblivious_rows(const GeneralizationRequest& request) {
  if (asks_for_sensitive_values(request))
    check_cuts(request.options.cuts, request.options.suppress);
}

namespace {

// Where nothing is asked of sensitive values no cut depends on them, and all goes.
void check_oblivious(const GeneralizationRequest& request) {
  const GeneralizationOptions& options = request.options;
  if (options.cuts == Cuts::feasible || !asks_for_sensitive_values(request)) return;
  if (options.recoding == Recoding::full_domain || options.recoding == Recoding::cell) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "oblivious cuts are not supported with recoding => '" + request.recoding + "'")
        .detail("Which transformation is the first to be safe depends on who has which value.")
        .hint("Use recoding => 'mondrian' or 'multiset'.");
  }
  if (options.grouping == Grouping::strict) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "oblivious cuts cannot be combined with strict grouping")
        .hint("Use strict => false.");
  }
}

}  // namespace

GeneralizationRequest generalization_request(const Arguments& arguments,
                                             const PublishingArguments& publishing) {
  GeneralizationRequest request;
  GeneralizationOptions& options = request.options;
  options.k = given_k(arguments);
  if (const auto l = given_optional_l(arguments)) {
    options.l = *l;
    request.with_l = true;
  }
  request.recoding = arguments.text("recoding");
  options.recoding = arguments.choice<Recoding>("recoding", {{"mondrian", Recoding::mondrian},
                                                             {"multiset", Recoding::multiset},
                                                             {"full-domain", Recoding::full_domain},
                                                             {"cell", Recoding::cell}});
  if (arguments.has("hierarchies")) request.hierarchies = arguments.optional_json("hierarchies");
  options.grouping = given_strict(arguments) ? Grouping::strict : Grouping::relaxed;
  options.privacy = publishing.privacy;
  options.suppress = publishing.suppress;
  options.cuts = given_cuts(arguments);
  if (arguments.has("loss")) (void)arguments.text("loss");
  options.loss = given_loss(arguments).value_or(LossMeasure::width);
  request.rows_per_person = given_rows_per_person(arguments);
  options.threads = max_threads();
  check_oblivious(request);
  return request;
}

}  // namespace microdata::postgres
