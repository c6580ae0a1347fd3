#include "core/classification/secret_names.hpp"

#include <gtest/gtest.h>

namespace microdata {
namespace {

TEST(SecretNames, HaveAWordForASecret) {
  for (const char* name :
       {"disease", "icd_chapter", "ICD", "mainDiagnosis", "salary_2024", "netIncome",
        "credit_amount", "religion", "Konfession", "exam_grade", "hiv", "Befundtext"})
    EXPECT_TRUE(is_named_for_secrets(name)) << name;
}

TEST(SecretNames, LeaveOtherNamesAlone) {
  for (const char* name : {"age", "sex", "zip", "ward", "day", "id", "", "nicd", "hives_kept",
                           "partying", "upgrade", "accredited"})
    EXPECT_FALSE(is_named_for_secrets(name)) << name;
}

}  // namespace
}  // namespace microdata
