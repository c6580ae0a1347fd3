#include "core/classification/secret_names.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/classification/column_names.hpp"

namespace microdata {

namespace {

// Beginnings of words, and whole words if they end with a blank.
constexpr auto secrets = std::to_array<std::string_view>(
    {"diagnos",    "icd ",     "disease", "illness",    "symptom",  "disorder", "therap",
     "treatment",  "medicat",  "drug",    "hiv ",       "syndrom",  "allerg",   "disabil",
     "salar",      "income",   "wage",    "debt",       "earning",  "credit",   "score",
     "grade",      "religio",  "faith ",  "ethnic",     "party ",   "sexual",   "orientation",
     "offence",    "offense",  "crime",   "crimin",     "verdict",  "benefit",  "krankheit",
     "befund",     "medika",   "gehalt",  "einkommen",  "schulden", "zensur",   "schulnote",
     "konfession", "straftat", "maladie", "traitement", "salaire",  "revenu",   "enfermedad",
     "salario",    "ingreso",  "delito"});

bool begins_with_secret(const std::string& word) {
  const std::string whole = word + " ";
  return std::any_of(secrets.begin(), secrets.end(),
                     [&](std::string_view secret) { return whole.starts_with(secret); });
}

}  // namespace

bool is_named_for_secrets(std::string_view column) {
  const std::vector<std::string> words = words_of_name(column);
  return std::any_of(words.begin(), words.end(), begins_with_secret);
}

}  // namespace microdata
