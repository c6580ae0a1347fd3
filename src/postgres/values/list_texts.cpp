#include "postgres/values/list_texts.hpp"

#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Returns true if an array's element stands in double quotes, by the rule of array_out().
bool is_quoted_in_set(const std::string& text) {
  return text.empty() || pg_strcasecmp(text.c_str(), "NULL") == 0 ||
         text.find_first_of("\"\\{}, \t\n\r\v\f") != std::string::npos;
}

bool is_quoted_in_multiset(const std::string& text) {
  return text.empty() || text == "NULL" || text.find_first_of(",:\"\\ \t\n") != std::string::npos;
}

}  // namespace

// A value that would be taken for something else stands in double quotes.
std::string ListTexts::element(Code code) const {
  check_for_interrupts();
  std::string text = dictionary_.text(code);
  if (dictionary_.is_null(code)) return text;
  text = without_padding(dictionary_.type(), std::move(text));
  const bool quoted = form_ == ListForm::set ? is_quoted_in_set(text) : is_quoted_in_multiset(text);
  return quoted ? array_element(text) : text;
}

std::string ListTexts::text(std::span<const Code> codes, std::span<const std::uint32_t> counts) {
  elements_.resize(dictionary_.distinct());
  std::string text;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    check_for_interrupts();
    std::string& element = elements_[codes[i]];
    if (element.empty()) element = this->element(codes[i]);
    if (i > 0) text += ',';
    text += element;
    if (form_ == ListForm::multiset) text += ':' + std::to_string(counts[i]);
  }
  return form_ == ListForm::set ? '{' + text + '}' : text;
}

double ListTexts::bytes(std::span<const Code> codes, std::span<const std::uint32_t> counts) {
  sizes_.resize(dictionary_.distinct());
  std::size_t size = VARHDRSZ + codes.size() - 1 + (form_ == ListForm::set ? 2 : 0);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    check_for_interrupts();
    std::size_t& element = sizes_[codes[i]];
    if (element == 0) element = this->element(codes[i]).size();
    size += element;
    if (form_ == ListForm::multiset) size += 1 + std::to_string(counts[i]).size();
  }
  return static_cast<double>(size);
}

}  // namespace microdata::postgres
