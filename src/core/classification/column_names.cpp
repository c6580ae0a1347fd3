#include "core/classification/column_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/classification/ascii.hpp"

namespace microdata {

namespace {

// A list of words with a blank after each.
using WordList = std::string_view;

bool contains(WordList list, std::string_view word) {
  for (std::size_t at = list.find(word); at != WordList::npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && end < list.size() && list[end] == ' ') return true;
  }
  return false;
}

// Words that are written together or apart: "familyname" matches familyName, family_name and
// FAMILYNAME.
struct Entry {
  NameMeaning meaning;
  const char* what;
  WordList words;
};

constexpr const char* names_of_persons = "names of persons";
constexpr const char* phone_numbers = "phone numbers";
constexpr const char* numbers_of_persons = "numbers of persons";

constexpr std::array<Entry, 13> entries{{
    {NameMeaning::person_name, names_of_persons,
     "familyname surname lastname firstname givenname forename middlename maidenname birthname "
     "fullname preferredname formername lname fname vorname nachname familienname geburtsname "
     "rufname zuname madchenname maedchenname nomfamille nomdefamille prenom nomnaissance "
     "nomdenaissance nomusage apellido primerapellido segundoapellido nombrepila nombredepila "
     "nombrecompleto cognome nomecompleto achternaam voornaam voornamen tussenvoegsel roepnaam "
     "geslachtsnaam meisjesnaam nazwisko imie imiona nextofkin nazwiskorodowe contactperson "
     "emergencycontact notfallkontakt gebname ansprechpartner personnecontact "
     "maiden vornamen nachnamen familiennamen zweitname kunstlername givennm middlenm achternm "
     "voornm famnaam surnm surnme srname firstnm lastnm fullnm familynm famname kontaktperson "
     "bezugsperson kontoinhaber karteninhaber taufname ledigname ledigenname patronyme "
     "patronymique nomprenom prenomnom nomdejeunefille nomjeunefille nombreapellido "
     "nombreyapellido primernombre segundonombre appaterno apmaterno personacontacto "
     "personadecontacto nominativo personacontatto personadicontatto geboortenaam familienaam "
     "partnernaam doopnaam bijnaam volledigenaam contactpersoon osobakontaktowa nazwiska "},
    {NameMeaning::contact, "e-mail addresses",
     "email mail emailaddress mailaddress mailadresse emailadresse courriel correo "
     "correoelectronico adresemail emailadres postaelettronica "
     "emailaddr mailaddr mailadr mailadres pocztaelektroniczna "},
    {NameMeaning::contact, phone_numbers,
     "phone telephone phonenumber phoneno mobile mobilephone mobil cellphone landline fax tel "
     "telefon telefono telefoon telefonnummer telefonnr telefoonnummer handy handynummer "
     "mobilnummer movil cellulare komorka gsm msisdn whatsapp rufnummer telnr telno mobileno "
     "mobilenumber faxnumber faxnummer homephone workphone "
     "phno mobno mobnumber cellno cellnum cellnumber smsnumber fon festnetz mobilfunk "
     "durchwahl rufnr numportable numeroportable celular tlf tlfn tfno tfn telf telefonino "
     "numcell recapito mobiel vastnummer thuisnummer komorki komorkowy "},
    {NameMeaning::address, "addresses",
     "street streetname streetaddress address addressline addrline adresszeile homeaddress "
     "postaladdress "
     "mailingaddress addr strasse strassenname adresse anschrift hausnummer hausnr housenumber "
     "houseno rue calle direccion domicilio indirizzo straat straatnaam huisnummer adres ulica "
     "nrdomu wohnadresse streetno streetnumber "
     "hsnr hnr dirpostal fulladdress adrpostale nomrue nombrecalle libellevoie nomvoie "
     "adresregel "},
    {NameMeaning::number, "national numbers",
     "ssn socialsecurity socialsecuritynumber socialsecurityno nhs nhsnumber nhsno nino "
     "nationalinsurance nationalinsurancenumber nationalid nationalnumber nationalidnumber "
     "idcard idcardno identitycard passport passportno passportnumber passportid passnummer "
     "passnr reisepass reisepassnr ausweis ausweisnummer ausweisnr personalausweis svnr "
     "sozialversicherungsnummer versichertennummer versichertennr krankenversichertennummer "
     "kvnr rentenversicherungsnummer steuerid steuernummer steueridentifikationsnummer taxid "
     "taxnumber taxno nir numerosecu securitesociale numerosecuritesociale "
     "numerodesecuritesociale carteidentite passeport dni nie nif pasaporte seguridadsocial "
     "codicefiscale tesserasanitaria passaporto bsn burgerservicenummer sofinummer paspoort "
     "paspoortnummer pesel dowod paszport driverslicense driverslicence driverlicense "
     "driverlicence drivinglicence drivinglicense fuhrerschein fuehrerschein aadhaar cpf curp "
     "personnummer "
     "nss chinumber tarjetasanitaria cartevitale gesundheitskarte versichertenkarte "
     "versicherungskarte healthcard insurancecard medicareid medicaidid zorgpas kartazdrowia "
     "kartyzdrowia ekuz nuhsa hicn ohip cedula documentoidentidad documentodeidentidad "
     "docidentidad numerodocumento numdocumento nrodocumento permisoconducir carnetconducir "
     "licenciaconducir permisconduire permisdeconduire cartaidentita cartadiidentita "
     "documentoidentita documentodiidentita codfiscale codfisc partitaiva rijbewijs "
     "identiteitskaart identiteitsbewijs rijksregister insz seriadowodu prawojazdy prawajazdy "
     "nip regon taxref taxreference vatid fiscalid idfiscal identificacionfiscal "
     "identifiantfiscal identyfikatorpodatkowy steuerident personenkennziffer "
     "personenkennzeichen "},
    {NameMeaning::number, "account numbers",
     "iban accountnumber accountno accountnr bankaccount kontonummer kontonr numerocompte "
     "numerodecompte cuentabancaria rekeningnummer nrkonta creditcard creditcardno "
     "creditcardnumber cardnumber cardno kreditkarte kreditkartennummer kartennummer "
     "cuenta konto ctabancaria bankacct bankkonto girokonto kontoverbindung bankverbindung "
     "comptebancaire "
     "contocorrente contobancario bankrekening rachunekbankowy nrb debitcard eckarte "
     "cartebancaire cartecredit cartedecredit tarjetacredito tarjetadecredito cartacredito "
     "cartadicredito kartakredytowa kartykredytowej mandatsreferenz "},
    {NameMeaning::login, "names of users",
     "username login loginname userlogin nickname benutzername nomutilisateur nombreusuario "
     "nomeutente gebruikersnaam screenname displayname facebook instagram skype twitter tiktok "
     "linkedin telegram "},
    {NameMeaning::person_key, numbers_of_persons,
     "mrn medicalrecordnumber medicalrecordno hospitalnumber policynumber policyno "
     "insurancenumber insuranceno insuranceid membershipno membershipnumber contractno "
     "contractnumber licenseplate licenceplate numberplate kennzeichen vin imei vertragsnummer "
     "versicherungsnummer versicherungsnr matrikelnummer matrikelnr personalnummer personalnr "
     "mitgliedsnummer mitgliedsnr versichertenid enrolmentno enrollmentno matriculationno "
     "loyaltycard numerodossier fallnummer fallnr fallid fallno caseno casenumber casenr caseid "
     "casenum chartno chartnumber dossierno dossiernr dossiernummer dossierid "
     "aktennummer aktennr aktenzeichen matricule "
     "nhc historiaclinica matricula matricola immatriculation kenteken nrrejestracyjny "
     "personalid pseudonym pseudonyme pseudonimo pseudonim "},
    {NameMeaning::record_key, "numbers of records", "krankenkassennr krankenkassennummer "},
    {NameMeaning::birth_date, "dates of birth",
     "birthdate dateofbirth dob birthday birth born bdate bday birthdt dtbirth birthdat bornon geb "
     "gebdat gebtag gebdatum geburtsdatum geburtstag geburtsdt geburt geburts geboren "
     "datenaissance "
     "datedenaissance datenaiss naissance ddn fechanacimiento fechadenacimiento fechanac fecnac "
     "nacimiento datanascita datadinascita datanasc nascita natoil geboortedatum geboorte "
     "geboortedag gebdtm dataurodzenia dataur urodzenia "
     "brthdt brthdate datumgeburt datnaiss dnaiss dtnaiss nele neele fnac fnacimiento fchnac "
     "nacido dtnascita natail dnascita geboortedtm datur dataurodz urodzony urodzona "},
    {NameMeaning::free_text, "free texts",
     "note notes comment comments remark remarks freetext bemerkung bemerkungen notiz notizen "
     "anmerkung kommentar freitext commentaire remarque observacion observaciones comentario "
     "osservazioni opmerking opmerkingen uwagi komentarz narrative anamnesis anamnese feedback "
     "message nachricht compterendu "},
    {NameMeaning::measure, "measures",
     "amount price salary income balance total weight height count qty quantity score rate "
     "percent ratio sum cost fee revenue turnover wage age years duration days minutes hours "
     "temperature pressure level dose points grade mark lat lon latitude longitude value limit "
     "debt rent betrag preis gehalt gewicht groesse grosse einkommen saldo anzahl summe alter "
     "umsatz montant prix poids salaire solde importe precio peso salario prezzo importo "
     "stipendio bedrag prijs salaris kwota cena waga size bmi distance result reading "},
    {NameMeaning::possible_name, "names",
     "name nom nombre nome naam nm alias initials voorletters initialen "},
}};

// Words that announce numbers only together with a word for numbers: acct_no, numero_conto,
// kvnummer.
constexpr std::array<Entry, 4> numbered_entries{{
    {NameMeaning::address, "addresses",
     "flat apartment apt strassen huis domu mieszkania lokalu civico voie "},
    {NameMeaning::number, "national numbers",
     "ss secu insee ni sin ahv sv rv kv egk nusz nfz identity identiteits cni permis patente "
     "dowodu paszportu ubezpieczenia kartyubezpieczenia medicare medicaid mbi tin utr itin btw vat "
     "fiscal fiscale fiscaal belasting steuer burgerservice sofi zorgverzekering vitale "},
    {NameMeaning::number, "account numbers",
     "acct acc bankacc bankacct kto cc cb card compte conto rekening rachunku konta karten carte "
     "carta tarjeta kaart pas karty "},
    {NameMeaning::person_key, numbers_of_persons,
     "personal police polis polisy poliza polizza adherent historia "},
}};

// Persons that tables and keys are named for. "subject" is missing: schools teach subjects.
constexpr WordList words_of_persons =
    "patient patients person persons people customer customers client clients employee "
    "employees student students pupil pupils teacher teachers doctor doctors physician "
    "physicians nurse nurses user users member members holder holders owner owners tenant "
    "tenants resident residents citizen citizens participant participants respondent "
    "respondents contact contacts guardian guardians parent parents mother father child "
    "children spouse insured subscriber subscribers guest guests passenger passengers driver "
    "drivers author authors recipient recipients beneficiary applicant applicants candidate "
    "candidates donor donors voter voters staff worker workers household households family "
    "families account accounts cardholder interviewer clinician kunde kunden patienten "
    "mitarbeiter schueler schuler studenten studierende versicherte versicherten lehrer arzt "
    "aerzte arzte benutzer personen haushalt mitglied mitglieder proband probanden bewohner "
    "personne personnes eleve eleves etudiant salarie medecin paciente pacientes cliente "
    "clientes empleado alumno alumnos persona personas paziente pazienti clienti dipendente "
    "studente klant klanten medewerker leerling persoon pacjent pacjenci klient klienci klienta "
    "uczen osoba osoby patientin kundin klientin schuelerin schulerin studentin lehrerin "
    "aerztin arztin mitarbeiterin versicherter ehepartner ehefrau ehemann hausarzt hausaerztin "
    "requester abonne acheteur locataire inquilino socio "
    "pat pt cust emp mutter vater mere pere madre padre moeder vader matki ojca conjoint "
    "epoux taxpayer taxpayers teilnehmer angestellter nutzer mieter eigentuemer eigentumer "
    "assure assures titulaire beneficiaire utilisateur utilisateurs employe employes "
    "contribuable usuario usuarios empleados asegurado asegurados afiliado titular "
    "trabajador contribuyente assistito assistiti assicurato contribuente utente utenti "
    "dipendenti clienten werknemer werknemers verzekerde verzekerden bewoner bewoners "
    "deelnemer deelnemers gebruiker huisarts pacjenta pacjentka pacjentki pracownik "
    "pracownicy pracownika ucznia studenta lekarz lekarza ubezpieczony ubezpieczonego "
    "podatnik podatnika ";

bool is_person(std::string_view word) {
  return contains(words_of_persons, word);
}

// True if a word is for things, classes or codes. The word shows that other words of the name are
// about them.
bool is_thing(std::string_view word) {
  return contains(
      "product item file school ward drug medication medicine company firm employer brand model "
      "city town country state region county district province place department dept class "
      "course category group type status code codes list event project store shop branch bank "
      "hospital clinic test lab device server host domain table column field dataset variable "
      "feature unit currency language color colour species breed team club disease diagnosis "
      "procedure tariff plan campaign channel vendor supplier manufacturer building room "
      "station floor seat page line version week month year icd drg atc job occupation "
      "profession religion nationality products items schools wards drugs companies brands "
      "models cities towns countries states regions places departments classes courses "
      "categories groups types stores shops branches banks hospitals clinics tests labs devices "
      "diagnoses procedures tariffs currencies languages subjects rooms jobs occupations "
      "insurers insurer specialty specialties icds medications topics questions wave produkt "
      "produkte artikel datei schule schulen firma marke modell stadt ort land laender kreis "
      "bezirk abteilung klasse kurs kategorie gruppe typ art liste diagnose diagnosen jahr "
      "title titel book buch film movie song album employer arbeitgeber organization organisation "
      "monat beruf branche produit produits article fichier ecole ville pays entreprise marque "
      "modele lieu categorie producto productos archivo escuela ciudad pais empresa marca "
      "modelo lugar tipo prodotto scuola citta paese azienda luogo comune stad bedrijf merk "
      "soort plaats szkola miasto kraj marka miejsce enfants menu genre ",
      word);
}

// True if a word changes the meaning of words for a contact, an address, a number or a birth.
bool turns(std::string_view word) {
  constexpr WordList modifiers =
      "kind count flag verified confirmed valid provider opt optin consent has is "
      "sent template source quality format length changes calls weight height order "
      "rank hour season origin method coverage level expiry expires expired issued "
      "prefix ok active bounced preference gewicht poids peso waga aantal anzahl "
      "liczba contract usage bill cost outcome rate size section control subject "
      "attachments saldo balance amount total betrag montant importe importo bedrag kwota ";
  return contains(modifiers, word) || is_thing(word);
}

bool is_number_word(std::string_view word) {
  return contains(
      "id no nr number num nummer key uuid guid ref pk numero numer identifier kennung ", word);
}

// True if a word has no meaning next to others.
bool is_filler(std::string_view word) {
  return contains(
      "of the de la le du des di del della der van den da my your value text line primary home "
      "work ",
      word);
}

// Returns the letters for a letter with a mark, by its code: U+00C0 to U+00FF, and the letters of
// Polish. Returns nothing for other codes.
std::string_view without_mark(unsigned code) {
  constexpr std::array<std::string_view, 32> latin{
      "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
      "d", "n", "o", "o", "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "",  "ss"};
  if (code == 0xDF) return "ss";
  if (code >= 0xC0 && code <= 0xFF) return latin[code & 0x1FU];
  switch (code) {
    case 0x104:
    case 0x105:
      return "a";
    case 0x106:
    case 0x107:
      return "c";
    case 0x118:
    case 0x119:
      return "e";
    case 0x141:
    case 0x142:
      return "l";
    case 0x143:
    case 0x144:
      return "n";
    case 0x15A:
    case 0x15B:
      return "s";
    case 0x179:
    case 0x17A:
    case 0x17B:
    case 0x17C:
      return "z";
    default:
      return {};
  }
}

std::string without_marks(std::string_view name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto first = static_cast<unsigned char>(name[i]);
    if (first >= 0xC2U && first <= 0xC5U && i + 1 < name.size()) {
      const auto second = static_cast<unsigned char>(name[++i]);
      plain += without_mark(((first & 0x1FU) << 6U) | (second & 0x3FU));
    } else {
      plain += name[i];
    }
  }
  return plain;
}

const Entry* entry_among(std::span<const Entry> list, std::string_view word) {
  for (const Entry& entry : list) {
    if (contains(entry.words, word)) return &entry;
  }
  return nullptr;
}

const Entry* entry_of(std::string_view word) {
  return entry_among(entries, word);
}

// Returns the words that remain of a compound without a word for numbers: "konto" of "kontonr",
// "cuenta" of "numerodecuenta".
std::vector<std::string_view> without_number(std::string_view text) {
  std::vector<std::string_view> left;
  for (const std::string_view begin : {"numerodela", "numerode", "numerodi", "numero", "numer",
                                       "numde", "num", "nro", "nr", "no"}) {
    if (text.size() > begin.size() && text.starts_with(begin))
      left.push_back(text.substr(begin.size()));
  }
  for (const std::string_view end : {"number", "nummer", "numero", "num", "nbr", "nr", "no"}) {
    if (text.size() > end.size() && text.ends_with(end))
      left.push_back(text.substr(0, text.size() - end.size()));
  }
  return left;
}

const Entry* numbered_entry_of(std::string_view text) {
  for (const std::string_view word : without_number(text)) {
    if (const Entry* entry = entry_among(numbered_entries, word)) return entry;
    const Entry* entry = entry_of(word);
    if (entry != nullptr &&
        (entry->meaning == NameMeaning::number || entry->what == phone_numbers ||
         entry->meaning == NameMeaning::address)) {
      return entry;
    }
  }
  return nullptr;
}

// Returns the words from `first` to before `last`, written together.
std::string together(const std::vector<std::string>& words, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i)
    text += words[i];
  return text;
}

std::string apart(const std::vector<std::string>& words, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i)
    text += (text.empty() ? "" : " ") + words[i];
  return text;
}

// Words of a name that match an entry.
struct Found {
  const Entry* entry;
  std::size_t first;
  std::size_t last;
};

// Returns the longest match; of equally long ones, the first that is sure. A plural matches by its
// singular.
std::optional<Found> find_entry(const std::vector<std::string>& words) {
  constexpr std::size_t shortest_plural = 5;
  for (std::size_t length = words.size(); length > 0; --length) {
    std::optional<Found> possible;
    for (std::size_t i = 0; i + length <= words.size(); ++i) {
      std::string word = together(words, i, i + length);
      const Entry* entry = entry_of(word);
      if (entry == nullptr) entry = numbered_entry_of(word);
      if (entry == nullptr && word.size() >= shortest_plural && word.back() == 's') {
        word.pop_back();
        entry = entry_of(word);
      }
      if (entry == nullptr) continue;
      const bool sure = entry->meaning != NameMeaning::possible_name &&
                        (!possible || means_persons(entry->meaning));
      if (sure) return Found{entry, i, i + length};
      if (!possible) possible = Found{entry, i, i + length};
    }
    if (possible) return possible;
  }
  return std::nullopt;
}

template <typename Test>
bool any_other(const std::vector<std::string>& words, std::size_t first, std::size_t last,
               const Test& test) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if ((i < first || i >= last) && test(words[i])) return true;
  }
  return false;
}

// Returns the meaning of a German, Dutch or English compound: patientenname, kundennr, userid.
std::optional<NamedFor> compound(const std::string& word) {
  for (const std::string_view end :
       {"name", "naam", "nm", "id", "nr", "no", "number", "nummer", "num", "key"}) {
    if (word.size() <= end.size() || !std::string_view(word).ends_with(end)) continue;
    std::string stem = word.substr(0, word.size() - end.size());
    const bool person = is_person(stem) || (stem.back() == 's' && stem.size() > 1 &&
                                            is_person(stem.substr(0, stem.size() - 1)));
    if (!person) continue;
    const bool name = end == "name" || end == "naam" || end == "nm";
    return NamedFor{name ? NameMeaning::person_name : NameMeaning::person_key,
                    name ? names_of_persons : numbers_of_persons, word};
  }
  if (word.size() < 8) return std::nullopt;
  for (const std::string_view end :
       {"strasse", "anschrift", "adresse", "straat", "adres", "address"}) {
    if (word.ends_with(end)) return NamedFor{NameMeaning::address, "addresses", word};
  }
  for (const std::string_view stem : without_number(word)) {
    for (const std::string_view end : {"versicherungs", "versicherten", "verzekerings",
                                       "verzekerden", "ausweis", "pass", "steuer"}) {
      if (stem.ends_with(end)) return NamedFor{NameMeaning::number, "national numbers", word};
    }
    for (const std::string_view end : {"konto", "rekening", "karten"}) {
      if (stem.ends_with(end)) return NamedFor{NameMeaning::number, "account numbers", word};
    }
  }
  for (const std::string_view part :
       {"telefon", "telefoon", "mobilnummer", "mobilfunk", "festnetz", "rufnummer"}) {
    if (word.find(part) != std::string::npos)
      return NamedFor{NameMeaning::contact, phone_numbers, word};
  }
  if (word.starts_with("geburtsdat") || word.starts_with("geboortedat"))
    return NamedFor{NameMeaning::birth_date, "dates of birth", word};
  return std::nullopt;
}

// True if a word for persons is for many, or might be for things: nodes have parents, books have
// authors, and tenants might be companies.
bool is_of_many_or_things(std::string_view word) {
  return contains(
      "parent parents author authors tenant tenants account accounts household households haushalt "
      "family families children people staff contact contacts pat pt cust emp ",
      word);
}

// True if a word makes num_child or no_student a count in English.
bool is_counted(std::string_view word) {
  return contains(
      "child student pupil guest passenger driver teacher doctor nurse employee worker member "
      "person patient user customer visitor adult dependent kunde ",
      word);
}

bool is_count_word(std::string_view word) {
  return word == "num" || word == "no" || word == "nr";
}

// Returns the meaning of patient_id, id_paciente or num_client; num_clients is a count.
std::optional<NamedFor> person_key(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& next = words[i + 1];
    const bool after = is_person(words[i]) && is_number_word(next);
    const bool before =
        is_person(next) && next.back() != 's' &&
        contains("id numero numer nr nro no num identyfikator ", words[i]) &&
        !(is_count_word(words[i]) && (is_of_many_or_things(next) || is_counted(next)));
    if (after || before)
      return NamedFor{NameMeaning::person_key, numbers_of_persons, apart(words, i, i + 2)};
  }
  return std::nullopt;
}

NamedFor name_of_something(const std::vector<std::string>& words, std::size_t place,
                           std::string_view table) {
  const std::vector<std::string> others = [&] {
    std::vector<std::string> left;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i != place && !is_filler(words[i])) left.push_back(words[i]);
    }
    return left;
  }();
  const auto is_any = [&](bool (*test)(std::string_view)) {
    return std::any_of(others.begin(), others.end(), test);
  };
  if (is_any(is_thing) || is_any(turns)) return {NameMeaning::thing, "names of things", "name"};
  const std::string all = apart(words, 0, words.size());
  const bool known_count = words[place] == "nombre" && !others.empty();
  if (is_any(is_person)) return {NameMeaning::person_name, names_of_persons, all};
  if (known_count) return {};
  if (others.empty() && is_named_for_persons(table))
    return {NameMeaning::person_name, names_of_persons, all};
  if (others.empty() && is_named_for_things(table))
    return {NameMeaning::thing, "names of things", all};
  return {NameMeaning::possible_name, "names", all};
}

bool has_any(const std::vector<std::string>& words, bool (*test)(std::string_view)) {
  return std::any_of(words.begin(), words.end(), test);
}

// True of num_children, number_of_patients and nombre_de_clients, but not of num_cuenta and
// num_client.
bool is_count(const std::vector<std::string>& words, const std::optional<Found>& found) {
  if (words.size() < 2 ||
      (found && found->first == 0 && means_persons(found->entry->meaning) && found->last > 1)) {
    return false;
  }
  if (words[0] == "nombre" || words[0] == "cuenta") return words.back().back() == 's';
  if (words[0] == "num") return !person_key({words[0], words[1]});
  return contains("nb count anzahl aantal liczba ", words[0]) ||
         ((words[0] == "number" || words[0] == "no") && words[1] == "of");
}

// True of patient and form_teacher, whose values are names or numbers.
bool is_person_alone(const std::vector<std::string>& words) {
  return !words.empty() && is_person(words.back()) && !is_of_many_or_things(words.back()) &&
         !has_any(words, turns);
}

// Returns the meaning of order_id; class_id is a code.
NamedFor key_or_thing(const std::vector<std::string>& words) {
  if (has_any(words, is_thing)) return {NameMeaning::thing, "codes", {}};
  if (words.size() > 1 && is_number_word(words.back()))
    return {NameMeaning::record_key, "numbers of records", apart(words, 0, words.size())};
  if (is_person_alone(words))
    return {NameMeaning::person, "persons", apart(words, 0, words.size())};
  return {};
}

}  // namespace

bool means_persons(NameMeaning meaning) {
  switch (meaning) {
    case NameMeaning::person_name:
    case NameMeaning::contact:
    case NameMeaning::address:
    case NameMeaning::number:
    case NameMeaning::login:
    case NameMeaning::person_key:
    case NameMeaning::birth_date:
    case NameMeaning::birth_part:
      return true;
    default:
      return false;
  }
}

std::vector<std::string> words_of_name(std::string_view name) {
  const std::string plain = without_marks(name);
  std::vector<std::string> words;
  bool in_word = false;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    if (!is_ascii_letter(c)) {
      in_word = false;
      continue;
    }
    // A capital begins a word after a small letter (familyName) or before one (IBANNumber).
    const bool begins =
        is_capital(c) && i > 0 &&
        (!is_capital(plain[i - 1]) ||
         (i + 1 < plain.size() && is_ascii_letter(plain[i + 1]) && !is_capital(plain[i + 1])));
    if (!in_word || begins) words.emplace_back();
    words.back() += lower(c);
    in_word = true;
  }
  return words;
}

NamedFor named_for(std::string_view column, std::string_view table) {
  const std::vector<std::string> words = words_of_name(column);
  const std::optional<Found> found = find_entry(words);
  if (is_count(words, found)) return {NameMeaning::measure, "counts", {}};
  if (found && means_persons(found->entry->meaning)) {
    if (any_other(words, found->first, found->last, turns))
      return {NameMeaning::thing, "properties of things", {}};
    return {found->entry->meaning, found->entry->what, apart(words, found->first, found->last)};
  }
  for (const std::string& word : words) {
    std::optional<NamedFor> named = compound(word);
    if (named && !(words.size() > 1 && has_any(words, turns))) return *std::move(named);
  }
  if (found && found->entry->meaning == NameMeaning::possible_name)
    return name_of_something(words, found->first, table);
  std::optional<NamedFor> key = person_key(words);
  if (key && !has_any(words, turns)) return *std::move(key);
  if (found) {
    if (found->entry->meaning == NameMeaning::free_text && has_any(words, turns))
      return {NameMeaning::thing, "properties of things", {}};
    return {found->entry->meaning, found->entry->what, apart(words, found->first, found->last)};
  }
  return key_or_thing(words);
}

bool is_named_for_persons(std::string_view table) {
  const std::vector<std::string> words = words_of_name(table);
  // The tables patient_types and account_status are not about persons.
  return has_any(words, is_person) && !has_any(words, is_thing);
}

bool is_named_for_things(std::string_view name) {
  const std::vector<std::string> words = words_of_name(name);
  return has_any(words, is_thing) && !has_any(words, is_person);
}

}  // namespace microdata
