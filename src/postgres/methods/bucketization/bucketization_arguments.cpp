#include "postgres/methods/bucketization/bucketization_arguments.hpp"

#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/inference_argument.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

BucketizationRequest bucketization_request(const Arguments& arguments,
                                           const PublishingArguments& publishing) {
  BucketizationRequest request;
  request.options.l = given_l(arguments);
  request.method = arguments.text("method");
  request.options.method = arguments.choice<BucketizationMethod>(
      "method",
      {{"anatomy", BucketizationMethod::anatomy}, {"mondrian", BucketizationMethod::mondrian}});
  request.options.privacy = publishing.privacy;
  request.options.suppress = publishing.suppress;
  request.options.cuts = given_cuts(arguments);
  request.inference = given_inference(arguments, request.options.cuts);
  if (request.inference)
    request.for_one_row_each = "inference => " + microdata::to_string(*request.inference);
  request.rows_per_person = given_rows_per_person(arguments);
  request.options.threads = max_threads();
  return request;
}

void check_bucketized_roles(const Source& source, const std::vector<AssignedRole>& roles) {
  require_sensitive(source, roles);
  require_quasi_identifier(source, roles);
}

}  // namespace microdata::postgres
