#include "occupation_tables.hpp"

namespace microdata::experiment {

std::vector<Table> occupation_tables(const Table& adult) {
  const std::vector<std::string> six{"age",  "workclass", "education", "marital_status",
                                     "race", "sex"};
  std::vector<std::string> fourteen;
  for (const Feature& feature : adult.features) {
    if (feature.name != sensitive_name) fourteen.push_back(feature.name);
  }
  fourteen.push_back(adult.class_attribute.name);
  std::vector<Table> result{with_class(adult, six, sensitive_name),
                            with_class(adult, fourteen, sensitive_name)};
  result[0].name = "OCC-7";
  result[1].name = "OCC-15";
  return result;
}

EncodedTable encode_sensitive(const Table& table, const std::vector<Row>& rows) {
  EncodedTable result = encode(table, table.features.size(), rows);
  result.data.attributes.back().role = Role::sensitive;
  return result;
}

Table learned_table(const Table& table, const std::string& target) {
  std::vector<std::string> features;
  for (const Feature& feature : table.features) {
    if (feature.name == target || (target == learned_too && feature.name == "education_num"))
      continue;
    features.push_back(feature.name);
  }
  if (target != sensitive_name) features.push_back(sensitive_name);
  return with_class(table, features, target);
}

}  // namespace microdata::experiment
