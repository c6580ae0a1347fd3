#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Those of the values that models name which the attribute has, with their codes.
std::map<std::string, Code> named_values(const std::vector<PrivacyModel>& models,
                                         const Dictionary& dictionary);

// Whether one of the models measures distances on the hierarchies of sensitive attributes.
bool need_hierarchies(const std::vector<PrivacyModel>& models);

// Gives the sensitive attributes of the table what the models need to know of them; fails where a
// model names a value that none of them has, asks for an order where there is none, or for a
// hierarchy that the attribute does not have.
void prepare_for_models(const std::vector<PrivacyModel>& models, Table& table);

}  // namespace microdata::postgres
