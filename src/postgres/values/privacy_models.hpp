#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// The SQL type privacy_model is (model text, parameters jsonb).

// Of a value of the type, and of an array of them, the argument `name`. Require a SpiSession.
PrivacyModel to_privacy_model(Datum value);
std::vector<PrivacyModel> privacy_models(Datum array, const char* name);

// The parameters of a model as text; those that are NULL are left out.
using PrivacyParameters = std::map<std::string, std::string>;

// Fails for what no constructor makes.
PrivacyModel make_privacy_model(const std::string& name, const PrivacyParameters& parameters);

// From JSON, as the catalog has it. Requires a SpiSession.
PrivacyModel read_privacy_model(const std::string& name, const std::string& parameters);

// The inverse, as JSON.
std::string privacy_model_name(const PrivacyModel& model);
std::string privacy_model_parameters(const PrivacyModel& model);

// The models as the catalog records them.
std::string privacy_models_json(const std::vector<PrivacyModel>& models);

}  // namespace microdata::postgres
