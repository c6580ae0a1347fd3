#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/json.hpp"

namespace microdata::postgres {

// The SQL type privacy_model is (model text, parameters jsonb).

// Returns the model of a value of the type, and the models of an array of them, the argument
// `name`.
PrivacyModel to_privacy_model(Datum value);
std::vector<PrivacyModel> privacy_models(Datum array, const char* name);

// The parameters of a model as text, without those that are NULL.
using PrivacyParameters = std::map<std::string, std::string>;

// Returns a model; fails for a name or parameters that no constructor makes.
PrivacyModel make_privacy_model(const std::string& name, const PrivacyParameters& parameters);

// Returns the model of an object with its name, `model`, and its `parameters`, as the catalog
// stores it, and the models of an array of such objects.
PrivacyModel read_privacy_model(const Json& model);
std::vector<PrivacyModel> read_privacy_models(const Json& models);

// Returns the object of a model, and the array of objects of models.
Json privacy_model_json(const PrivacyModel& model);
Json privacy_models_json(const std::vector<PrivacyModel>& models);

}  // namespace microdata::postgres
