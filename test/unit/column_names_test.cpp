#include "core/classification/column_names.hpp"

#include <gtest/gtest.h>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/classification/names_together.hpp"
#include "core/classification/written_dates.hpp"

namespace microdata {
namespace {

void expect_meaning(NameMeaning meaning, std::initializer_list<const char*> names,
                    const char* table = "data") {
  for (const char* name : names)
    EXPECT_EQ(named_for(name, table).meaning, meaning) << name << " in " << table;
}

TEST(ColumnNames, AreSplitIntoWords) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_of_name("familyName"), (Words{"family", "name"}));
  EXPECT_EQ(words_of_name("FAMILY_NAME2"), (Words{"family", "name"}));
  EXPECT_EQ(words_of_name("IBANNumber"), (Words{"iban", "number"}));
  EXPECT_EQ(words_of_name("Date of-birth"), (Words{"date", "of", "birth"}));
  EXPECT_EQ(words_of_name("Stra\xC3\x9F"
                          "e"),
            (Words{"strasse"}));
  EXPECT_EQ(words_of_name("pr\xC3\xA9nom"), (Words{"prenom"}));
  EXPECT_EQ(words_of_name("imi\xC4\x99"), (Words{"imie"}));
  EXPECT_EQ(words_of_name("a\xFFz"), (Words{"a", "z"}));
  EXPECT_EQ(words_of_name("\xC3"), Words{});
  EXPECT_EQ(words_of_name("_1 2"), Words{});
  EXPECT_EQ(words_of_name(""), Words{});
}

TEST(ColumnNames, OfPersons) {
  expect_meaning(NameMeaning::person_name,
                 {"familyName",      "family_name",       "FAMILYNAME",       "surname",
                  "vorname",         "Nachname",          "pr\xC3\xA9nom",    "nom_de_famille",
                  "apellidos",       "cognome",           "achternaam",       "imi\xC4\x99",
                  "nazwisko",        "patient_name",      "name_of_customer", "patientenname",
                  "first_name_2",    "emergency_contact", "notfallkontakt",   "geb_name",
                  "patient_initials"});
  expect_meaning(NameMeaning::person_name,
                 {"mother_maiden", "surnm", "patient_nm", "kontoinhaber", "nombre_y_apellidos",
                  "nombre_de_la_madre", "nominativo", "familienaam", "osoba_kontaktowa"});
  expect_meaning(NameMeaning::person, {"patient", "Versicherte", "form_teacher", "student",
                                       "spouse", "requester", "hausarzt"});
  expect_meaning(NameMeaning::possible_name, {"alias", "initials"});
}

TEST(ColumnNames, OfContactsAddressesAndNumbers) {
  expect_meaning(NameMeaning::contact, {"email", "e_mail", "EMailAddress", "phone", "home_phone",
                                        "telefon_privat", "tel", "handynummer", "correo"});
  expect_meaning(NameMeaning::address, {"street", "strasse",
                                        "Stra\xC3\x9F"
                                        "e",
                                        "address_line_2", "hausnr", "calle", "indirizzo", "ulica",
                                        "wohnanschrift", "addr_line_1"});
  expect_meaning(NameMeaning::number,
                 {"ssn", "iban", "IBANNumber", "passport_no", "nhs_number", "dni", "steuer_id",
                  "sozialversicherungsnummer", "pesel", "bsn", "codice_fiscale", "credit_card"});
  expect_meaning(NameMeaning::person_key,
                 {"patient_id", "patientid", "customer_no", "KundenNr", "kundennummer",
                  "id_paciente", "mrn", "account_id", "fallnummer", "Aktenzeichen", "matricule"});
  expect_meaning(NameMeaning::login, {"twitter", "user_name"});
  expect_meaning(NameMeaning::record_key, {"krankenkassennr", "order_id"});
  expect_meaning(NameMeaning::birth_date,
                 {"date_of_birth", "dob", "birthDate", "Geburtsdatum", "fecha_nacimiento",
                  "date_naissance", "data_urodzenia", "geb", "gebdat", "bday"});
}

TEST(ColumnNames, OfSevenLanguages) {
  expect_meaning(NameMeaning::address, {"woonadres", "homeaddress", "adresregel", "num_calle",
                                        "numero_civico", "huis_nr", "nr_mieszkania", "flat_no"});
  expect_meaning(NameMeaning::contact,
                 {"num_tel", "nr_telefonu", "mobielnummer", "celular", "mobilfunknummer", "faxnr"});
  expect_meaning(
      NameMeaning::number,
      {"nss", "tarjeta_sanitaria", "nip", "cuenta", "num_cuenta", "konto", "numer_konta", "num_dni",
       "acct_no", "conto_corrente", "ktonummer", "rekeningnr", "numero_compte", "numero_secu",
       "healthcard", "carte_vitale", "zorgverzekering_nr", "ahv_nr", "personalausweisnr"});
  expect_meaning(NameMeaning::person_key,
                 {"num_client", "nr_pacjenta", "numero_polizza", "polisnr", "cust_id"});
  expect_meaning(NameMeaning::birth_date, {"dat_naiss", "fnacimiento", "nata_il"});
  expect_meaning(NameMeaning::thing, {"cuenta_saldo", "konto_typ", "tipo_cuenta"});
  expect_meaning(NameMeaning::measure, {"num_clients", "num_accounts", "cuenta_visitas", "num_tels",
                                        "nombre_de_telephones"});
  expect_meaning(NameMeaning::none,
                 {"account", "acct", "medicare", "cell", "chino", "tin", "card", "voie"});
}

TEST(ColumnNames, OfThings) {
  expect_meaning(
      NameMeaning::thing,
      {"product_name", "file_name", "name_of_school", "phone_model", "street_type", "birth_weight",
       "place_of_birth", "mailing_list", "email_verified", "address_type", "ward", "class_id",
       "customer_group_id", "contact_type", "geb_ort", "patient_class", "title"});
  expect_meaning(NameMeaning::measure,
                 {"num_patients", "number_of_children", "amount", "salary", "nombre_de_clients"});
  expect_meaning(NameMeaning::none,
                 {"mailing_x1", "sex", "zip", "a", "", "via", "parent", "author", "is_customer"});
}

TEST(ColumnNames, OfATableDecideWhatANameIs) {
  expect_meaning(NameMeaning::person_name, {"name", "Nom"}, "patients");
  expect_meaning(NameMeaning::thing, {"name"}, "wards");
  expect_meaning(NameMeaning::thing, {"name"}, "drug_codes");
  expect_meaning(NameMeaning::possible_name, {"name", "name2"}, "t");
  EXPECT_TRUE(is_named_for_persons("research_patients"));
  EXPECT_FALSE(is_named_for_persons("patient_types"));
  EXPECT_TRUE(is_named_for_things("icd_codes"));
  EXPECT_FALSE(is_named_for_things("people"));
}

TEST(ColumnNames, ShowTheirWords) {
  EXPECT_EQ(named_for("x_familyName", "t").words, "family name");
  EXPECT_STREQ(named_for("Telefon", "t").what, "phone numbers");
}

std::vector<NameMeaning> meanings(const std::vector<std::string>& names) {
  std::vector<NameMeaning> found;
  for (const NamedFor& named : named_together(names, "data"))
    found.push_back(named.meaning);
  return found;
}

TEST(ColumnNames, OfPartsOfBirthsAndNamesCountTogether) {
  using Meanings = std::vector<NameMeaning>;
  const Meanings date(3, NameMeaning::birth_part);
  EXPECT_EQ(meanings({"birth_year", "birthMonth", "day_of_birth"}), date);
  EXPECT_EQ(meanings({"Geburtsjahr", "Geburtsmonat", "Geburtstag"}), date);
  EXPECT_EQ(meanings({"yob", "dob_mm", "geb_dd"}), date);
  EXPECT_EQ(meanings({"birth_year", "birth_month"}), Meanings(2, NameMeaning::thing));
  EXPECT_EQ(meanings({"first", "Last"}), Meanings(2, NameMeaning::person_name));
  EXPECT_EQ(meanings({"vname", "nname"}), Meanings(2, NameMeaning::person_name));
  EXPECT_EQ(meanings({"patient_family", "patient_given"}), Meanings(2, NameMeaning::person_name));
  EXPECT_EQ(meanings({"first", "visit_last"}), Meanings(2, NameMeaning::none));
}

TEST(WrittenDates, AreDaysOrMonths) {
  for (const char* text :
       {"1950-01-31", "31.1.1950", "1/31/50", "31 January 1950", "Jan 31, 1950", "19500131",
        "31011950", "310150", "1950-01-31 10:20:00", "3.3.54", "1950/3/9", "31. M\xC3\xA4rz 1950"})
    EXPECT_EQ(written_date(text), WrittenDate::day) << text;
  for (const char* text : {"1950-01-01", "01.01.1950", "195001", "1 March 1950", "19500301"})
    EXPECT_EQ(written_date(text), WrittenDate::month) << text;
  for (const char* text : {"1950", "1950-03", "1950-1959", "", "unknown", "50-59", "123456789",
                           "1950-31-31", "12 34 56 78"})
    EXPECT_EQ(written_date(text), WrittenDate::none) << text;
}

}  // namespace
}  // namespace microdata
