#include "generalized_arff.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

#include "arff_file.hpp"

namespace microdata::experiment {

namespace {

// Returns the cells of one feature, each followed by a comma. `values` are the members of the set
// or the two bounds of the range.
std::string cells(const Feature& feature, const std::vector<double>& values) {
  std::string result;
  if (!feature.nominal()) {
    return arff_number(values.front()) + "," + arff_number(values.back()) + ",";
  }
  std::vector<double> share(feature.labels.size(), 0);
  for (const double value : values)
    share[static_cast<std::size_t>(value)] = 1 / static_cast<double>(values.size());
  for (const double s : share)
    result += arff_number(s) + ",";
  return result;
}

std::ofstream begin_file(const std::string& path, const Table& table,
                         const PublishedTable& published) {
  std::ofstream file(path);
  file << "@relation " << table.name << "\n";
  for (const GeneralizedAttribute& attribute : published.attributes) {
    const Feature& feature = table.features[attribute.attribute];
    std::vector<std::string> columns = feature.labels;
    if (!feature.nominal()) columns = {"from", "to"};
    for (const std::string& column : columns)
      file << "@attribute '" << feature.name << " " << column << "' numeric\n";
  }
  begin_arff_data(file, table.class_attribute);
  return file;
}

// The published values of an attribute as numbers.
class ShownAttribute {
 public:
  ShownAttribute(const Table& table, const EncodedTable& encoded,
                 const GeneralizedAttribute& attribute)
      : feature_(&table.features[attribute.attribute]), attribute_(&attribute) {
    const std::vector<double>& number = encoded.value_of_code[attribute.attribute];
    domain_ =
        feature_->nominal() ? static_cast<double>(number.size()) : number.back() - number.front();
    for (const GeneralizedValue& shown : attribute.values) {
      std::vector<double>& values = values_.emplace_back();
      for (const Code code : shown.codes)
        values.push_back(number[code]);
    }
  }

  std::string text_of_class(std::size_t c) const { return cells(*feature_, of_class(c)); }

  double distance(std::size_t c, Row row) const {
    const std::vector<double>& shown = of_class(c);
    const double value = feature_->values[row];
    if (feature_->nominal())
      return std::find(shown.begin(), shown.end(), value) == shown.end() ? 1 : 0;
    const double outside = std::max({0.0, shown.front() - value, value - shown.back()});
    return domain_ > 0 ? outside / domain_ : 0;
  }

  double extent(std::size_t c) const {
    const std::vector<double>& shown = of_class(c);
    if (feature_->nominal()) return static_cast<double>(shown.size() - 1) / domain_;
    return domain_ > 0 ? (shown.back() - shown.front()) / domain_ : 0;
  }

 private:
  const std::vector<double>& of_class(std::size_t c) const {
    return values_[attribute_->value_of_class[c]];
  }

  const Feature* feature_;
  const GeneralizedAttribute* attribute_;
  double domain_;
  // Members of the set or bounds of the range, by published value.
  std::vector<std::vector<double>> values_;
};

class ShownClasses {
 public:
  ShownClasses(const Table& table, const EncodedTable& encoded, const PublishedTable& published) {
    for (const GeneralizedAttribute& attribute : published.attributes)
      attributes_.emplace_back(table, encoded, attribute);
    for (std::size_t c = 0; c < published.classes.buckets(); ++c) {
      text_.emplace_back();
      extents_.push_back(0);
      for (const ShownAttribute& attribute : attributes_) {
        text_[c] += attribute.text_of_class(c);
        extents_[c] += attribute.extent(c);
      }
    }
  }

  const std::string& text(std::size_t c) const { return text_[c]; }

  std::size_t nearest(Row row) const {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < text_.size(); ++c) {
      double distance = 0;
      for (std::size_t a = 0; a < attributes_.size() && distance <= least; ++a)
        distance += attributes_[a].distance(c, row);
      if (distance > least || (distance == least && extents_[c] >= extents_[best])) continue;
      least = distance;
      best = c;
    }
    return best;
  }

 private:
  std::vector<ShownAttribute> attributes_;
  // Text of each class.
  std::vector<std::string> text_;
  std::vector<double> extents_;
};

}  // namespace

void write_training(const std::string& path, const Table& table, const EncodedTable& encoded,
                    const PublishedTable& published) {
  std::ofstream file = begin_file(path, table, published);
  const ShownClasses classes(table, encoded, published);
  const std::vector<double>& value_of_code = encoded.value_of_code.back();
  for (std::size_t c = 0; c < published.classes.buckets(); ++c) {
    for (const Row row : published.classes.bucket(c)) {
      file << classes.text(c)
           << arff_label(table.class_attribute, value_of_code[published.class_values[row]]) << "\n";
    }
  }
  end_arff(file, path);
}

void write_points(const std::string& path, const Table& table, const std::vector<Row>& rows,
                  const PublishedTable& published) {
  std::ofstream file = begin_file(path, table, published);
  for (const Row row : rows) {
    for (const GeneralizedAttribute& attribute : published.attributes) {
      const Feature& feature = table.features[attribute.attribute];
      file << cells(feature, {feature.values[row]});
    }
    file << arff_label(table.class_attribute, table.class_attribute.values[row]) << "\n";
  }
  end_arff(file, path);
}

void write_recoded(const std::string& path, const Table& table, const EncodedTable& encoded,
                   const std::vector<Row>& rows, const PublishedTable& published) {
  std::ofstream file = begin_file(path, table, published);
  const ShownClasses classes(table, encoded, published);
  for (const Row row : rows) {
    file << classes.text(classes.nearest(row))
         << arff_label(table.class_attribute, table.class_attribute.values[row]) << "\n";
  }
  end_arff(file, path);
}

}  // namespace microdata::experiment
