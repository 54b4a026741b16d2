import { foldHeading } from './phone-kinds.ts'

/** The part of a name that a column has. */
export type NamePart = 'full' | 'given' | 'middle' | 'family' | 'company' | 'nickname'

/** Whole headings in the languages of Google, Outlook, and Apple, as {@link foldHeading} writes them. */
const HEADINGS: Record<NamePart, string> = {
  full:
    'name|names|fullname|full_name|display_name|contact|contact_name|contacts|client|client_name|customer|customer_name|patient|patient_name|guest|guest_name|' +
    'tenant|tenant_name|resident|resident_name|member|member_name|student|student_name|person|person_name|person_full_name|who|owner|owner_name|' +
    'file_as|fn|name_full|recipient|recipient_name|employee|employee_name|lead_name|vollstandiger_name|anzeigename|kontakt|kontaktname|kunde|nombre|' +
    'nombre_completo|nombre_y_apellidos|nombre_y_apellido|nombres|contacto|cliente|paciente|nom|nom_complet|nom_prenom|nom_et_prenom|prenom_nom|nome|nome_completo|nome_e_cognome|' +
    'nome_cognome|naam|volledige_naam|weergavenaam|namn|fullstandigt_namn|navn|fulde_navn|nimi|koko_nimi|nazwa|imie_i_nazwisko|nazwisko_i_imie|' +
    'jmeno|cele_jmeno|jmeno_a_prijmeni|nev|teljes_nev|имя|фио|ф_и_о|полное_имя|контакт|клиент|імя|ім_я|піб|име|ονομα|ονοματεπωνυμο|ad|ad_soyad|adi_soyadi|isim|' +
    '氏名|名前|お名前|表示名|姓名|名称|名稱|全名|名字|联系人|聯絡人|客户|顧客名|이름|성명|성함|고객명|שם|שם_מלא|الاسم|الاسم_الكامل|اسم|ชื่อ|ชื่อ_นามสกุล|नाम|ho_ten|ho_va_ten|ten|' +
    'vardas|vards|nama|nume|ime|meno',
  given:
    'first_name|firstname|first|given_name|givenname|forename|fname|name_first|person_first_name|vorname|nombre|nombre_de_pila|primer_nombre|prenom|nome|primeiro_nome|' +
    'nome_proprio|voornaam|fornamn|fornavn|etunimi|imie|jmeno|krestni_jmeno|keresztnev|utonev|имя|імя|ім_я|име|ονομα|μικρο_ονομα|ad|adi|isim|名|名字|이름|' +
    'שם_פרטי|الاسم_الأول|ชื่อ|ten|vardas|vards|prenume|ime|meno|nome_di_battesimo',
  middle:
    'middle_name|middlename|middle|additional_name|zweiter_vorname|weitere_vornamen|weiterer_vorname|segundo_nombre|deuxieme_prenom|autre_prenom|secondo_nome|segundo_nome|' +
    'tweede_voornaam|tussenvoegsel|mellannamn|mellemnavn|drugie_imie|отчество|по_батькові|ミドル_ネーム|ミドルネーム|中间名|中間名|중간_이름',
  family:
    'last_name|lastname|last|family_name|familyname|surname|lname|name_last|person_last_name|nachname|familienname|apellido|apellidos|primer_apellido|nom|nom_de_famille|' +
    'sobrenome|apelido|ultimo_nome|cognome|achternaam|efternamn|etternavn|efternavn|sukunimi|nazwisko|prijmeni|priezvisko|vezeteknev|csaladnev|фамилия|прізвище|' +
    'επωνυμο|επιθετο|soyad|soyadi|soyisim|姓|姓氏|성|שם_משפחה|اسم_العائلة|الكنية|นามสกุล|ho|pavarde|uzvards|prezime|nume_de_familie',
  company:
    'company|company_name|organization|organisation|organization_name|organization_1_name|organisation_1_name|org|business|business_name|employer|account|account_name|' +
    'person_organization|firma|unternehmen|entreprise|societe|organisation_name|empresa|compania|organizacion|organizacao|azienda|societa|ditta|organizzazione|bedrijf|' +
    'bedrijfsnaam|organisatie|foretag|virksomhed|firmanavn|bedrift|yritys|firma_nazwa|nazwa_firmy|organizacja|spolecnost|ceg|cegnev|компания|организация|фирма|компанія|' +
    'εταιρεια|sirket|会社|会社名|勤務先|組織|公司|公司名称|公司名稱|单位|單位|회사|회사명|직장|חברה|ארגון|الشركة|المؤسسة|บริษัท|कंपनी|cong_ty',
  nickname:
    'nickname|nick_name|spitzname|apodo|surnom|soprannome|bijnaam|smeknamn|pseudonim|псевдоним|ニックネーム|昵称|暱稱|별명',
}
const PARTS = Object.entries(HEADINGS).map(
  ([part, headings]) => [part as NamePart, new Set(headings.split('|'))] as const,
)

/** The parts of a name that a heading may mean: "Nom" is a name or a family name. */
export function nameParts(heading: string): NamePart[] {
  const folded = foldHeading(heading).slice(1, -1)
  return PARTS.filter(([, headings]) => headings.has(folded)).map(([part]) => part)
}

/** Whether names in this language put the family's name first. */
export function isFamilyFirst(heading: string): boolean {
  return /[\p{Script=Han}\p{Script=Hangul}]|vezet|csal/iu.test(foldHeading(heading))
}
