#include "core/classification/text_parts.hpp"

#include <algorithm>
#include <utility>

namespace microdata {

namespace {

constexpr std::string_view of_list = ",;|/[]{}\"\n\t";
constexpr std::string_view of_json = ",;|/[]{}\"\n\t:";
constexpr std::string_view of_hstore = ",;|/[]{}\"\n\t=>";
constexpr std::string_view of_content = ",;|\n\t";
constexpr std::string_view of_tag = " =/?!\n\t\r";

class TextSplitter {
 public:
  explicit TextSplitter(std::size_t most) : most_(most) {}

  bool has_all() const { return parts_.size() >= most_; }

  void add(std::string_view part) {
    const std::size_t first = part.find_first_not_of(' ');
    if (has_all() || first == std::string_view::npos) return;
    parts_.emplace_back(part.substr(first, part.find_last_not_of(' ') + 1 - first));
  }

  void split(std::string_view text, std::string_view separators) {
    for (std::size_t begin = 0; begin < text.size() && !has_all();) {
      const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
      add(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  // Splits a tag of XML. Values of a tag are in quotes and can have blanks. A closing tag repeats
  // the name of the opening tag and is ignored.
  void split_tag(std::string_view tag) {
    if (tag.starts_with('/')) return;
    while (!tag.empty() && !has_all()) {
      const std::size_t quote = std::min(tag.find_first_of("\"'"), tag.size());
      split(tag.substr(0, quote), of_tag);
      if (quote == tag.size()) return;
      const std::size_t end = std::min(tag.find(tag[quote], quote + 1), tag.size());
      add(tag.substr(quote + 1, end - quote - 1));
      tag.remove_prefix(std::min(end + 1, tag.size()));
    }
  }

  void split_xml(std::string_view text) {
    while (!text.empty() && !has_all()) {
      const std::size_t begin = std::min(text.find('<'), text.size());
      split(text.substr(0, begin), of_content);
      if (begin == text.size()) return;
      const std::size_t end = std::min(text.find('>', begin), text.size());
      split_tag(text.substr(begin + 1, end - begin - 1));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  std::vector<std::string> take() && { return std::move(parts_); }

 private:
  std::size_t most_;
  std::vector<std::string> parts_;
};

}  // namespace

std::vector<std::string> text_parts(std::string_view text, std::size_t most) {
  constexpr std::size_t longest = 4096;
  if (text.size() > longest) return {};
  TextSplitter parts(most);
  if (text.starts_with('<')) {
    parts.split_xml(text);
  } else if (text.starts_with('{') || text.starts_with('[')) {
    parts.split(text, of_json);
  } else if (text.starts_with('"') && text.find("\"=>") != std::string_view::npos) {
    parts.split(text, of_hstore);
  } else {
    parts.split(text, of_list);
  }
  return std::move(parts).take();
}

}  // namespace microdata
