#include "postgres/catalog/layout.hpp"

#include <charconv>
#include <limits>

#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

class Parameters {
 public:
  Parameters(const Json& json, Layout& layout) : json_(json), layout_(layout) {}

  std::optional<std::string> text(const char* key) const { return json_[key].text(); }
  std::string text_or(const char* key, const std::string& otherwise) const {
    return text(key).value_or(otherwise);
  }
  bool is(const char* key, const char* value) const { return text(key) == value; }
  std::optional<double> number(const char* key) const {
    const Json& number = json_[key];
    if (number.is_null()) return std::nullopt;
    if (number.is_number()) return number.number();
    layout_.out_of_range = key;
    return std::nullopt;
  }
  std::optional<std::int64_t> whole(const char* key) const {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const auto digits = text(key);
    if (!digits) return std::nullopt;
    std::int64_t number = 0;
    const char* const end = digits->data() + digits->size();
    const auto [last, error] = std::from_chars(digits->data(), end, number);
    if (error == std::errc() && last == end && number >= 0 && number <= most) return number;
    layout_.out_of_range = key;
    return std::nullopt;
  }
  void column(const char* key, AddedColumn& column) const {
    const auto name = text(key);
    if (name) column = {*name, true};
  }

 private:
  const Json& json_;
  Layout& layout_;
};

}  // namespace

const AddedColumn& Layout::column(std::string_view role) const {
  return role == "bucket" ? bucket : role == "count" ? count : role == "member" ? member : weight;
}

Layout layout_of(const Json& json) {
  Layout layout;
  const Parameters parameters(json, layout);
  parameters.column("bucket_column", layout.bucket);
  parameters.column("count_column", layout.count);
  parameters.column("member_column", layout.member);
  parameters.column("weight_column", layout.weight);
  layout.counted = parameters.is("format", "anatomy");
  layout.registered = parameters.is("registered", "true");
  layout.l = parameters.number("l");
  layout.k = parameters.number("k");
  layout.delta = parameters.number("delta");
  layout.k_in_buckets = parameters.is("k_scope", "bucket");
  layout.l_in_buckets = layout.k_in_buckets || parameters.is("diversity_check", "bucket") ||
                        parameters.is("strict", "true");
  layout.recoding = parameters.text_or("recoding", "");
  layout.cuts = parameters.text_or("cuts", layout.cuts);
  layout.method = parameters.text_or("method", "");
  layout.loss = parameters.text_or("loss", layout.loss);
  layout.class_attribute = parameters.text("class");
  layout.changed_class_values = parameters.number("changed_class_values");
  layout.suppress = parameters.number("suppress");
  layout.suppresses_infeasible = parameters.is("infeasible", "suppress");
  layout.persons = parameters.number("persons");
  layout.suppressed_persons = parameters.number("suppressed_persons");
  layout.rows_beyond_limit = parameters.number("rows_beyond_limit");
  layout.rows_per_person = parameters.number("rows_per_person");
  layout.columns = parameters.whole("columns");
  layout.person_columns = parameters.whole("person_columns");
  layout.groups_by_hand = parameters.is("groups_by_hand", "true");
  layout.value_sets = !parameters.is("value_sets", "false");
  layout.row_sets = parameters.is("row_sets", "true");
  layout.cohorts = parameters.is("cohorts", "true");
  layout.fragments = parameters.whole("fragments");
  layout.by_rules = !json["rules"].is_null();
  layout.series = parameters.text("series");
  layout.edition = parameters.whole("edition");
  layout.m = parameters.whole("m");
  layout.counterfeits = parameters.whole("counterfeits");
  layout.valueless = parameters.whole("valueless");
  return layout;
}

}  // namespace microdata::postgres
