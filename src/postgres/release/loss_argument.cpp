#include "postgres/release/loss_argument.hpp"

namespace microdata::postgres {

std::optional<LossMeasure> given_loss(const Arguments& arguments) {
  if (!arguments.has("loss") || arguments.is_null("loss")) return std::nullopt;
  return arguments.choice<LossMeasure>("loss", {{"width", LossMeasure::width},
                                                {"values", LossMeasure::values},
                                                {"entropy", LossMeasure::entropy}});
}

std::string to_string(LossMeasure loss) {
  switch (loss) {
    case LossMeasure::values:
      return "values";
    case LossMeasure::entropy:
      return "entropy";
    case LossMeasure::width:
      break;
  }
  return "width";
}

}  // namespace microdata::postgres
