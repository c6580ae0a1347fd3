#include "arff_file.hpp"

#include <charconv>
#include <iterator>
#include <stdexcept>

namespace microdata::experiment {

namespace {

std::string labels_of(const Feature& feature) {
  std::string result;
  for (const std::string& label : feature.labels)
    result += (result.empty() ? "{'" : ",'") + label + "'";
  return result + "}";
}

std::string value_of(const Feature& feature, Row row) {
  const double value = feature.values[row];
  return feature.nominal() ? arff_label(feature, value) : arff_number(value);
}

}  // namespace

std::string arff_number(double number) {
  char buffer[32];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), number).ptr;
  return {std::begin(buffer), end};
}

std::string arff_label(const Feature& feature, double value) {
  return "'" + feature.labels[static_cast<std::size_t>(value)] + "'";
}

void begin_arff_data(std::ofstream& file, const Feature& class_attribute) {
  file << "@attribute class " << labels_of(class_attribute) << "\n@data\n";
}

void end_arff(std::ofstream& file, const std::string& path) {
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

void write_linked(const std::string& path, const Table& table, const LinkedRows& rows) {
  std::ofstream file(path);
  file << "@relation " << table.name << "\n";
  for (const Feature& feature : table.features) {
    file << "@attribute '" << feature.name << "' "
         << (feature.nominal() ? labels_of(feature) : "numeric") << "\n";
  }
  begin_arff_data(file, table.class_attribute);
  for (std::size_t place = 0; place < rows.back()->size(); ++place) {
    for (std::size_t f = 0; f < table.features.size(); ++f)
      file << value_of(table.features[f], (*rows[f])[place]) << ",";
    file << value_of(table.class_attribute, (*rows.back())[place]) << "\n";
  }
  end_arff(file, path);
}

}  // namespace microdata::experiment
