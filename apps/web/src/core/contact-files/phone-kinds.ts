/** Whom a phone reaches, by the words about it: the heading of a column, a label, or the types of a vCard. */
export type PhoneKind = 'mobile' | 'main' | 'home' | 'work' | 'never'

/** The phones that a contact reads texts on most likely come first. */
export const PHONE_ORDER: readonly PhoneKind[] = ['mobile', 'main', 'home', 'work']

/**
 * Parts of words in the languages of Google, Outlook, and Apple, without accents and in lowercase; `_` is the edge of a word.
 * `never`: not a phone, or not this contact's. A text to it is lost or read by someone else.
 */
const WORDS: Record<Exclude<PhoneKind, 'main'>, string> = {
  never:
    '(?<!air|hali|col|car)fax|faks|facsim|telecopi|факс|φαξ|传真|傳真|ファックス|ファクス|ファクシミリ|팩스|فاكس|פקס|โทรสาร|फैक्स|' +
    '_pager|beeper|_bip(per)?_|_busca(personas)?_|semafon|personsok|pieper|cercapersone|messageur|пейджер|ポケベル|ポケットベル|' +
    '呼叫器|呼机|寻呼|传呼|호출기|삐삐|βομβητ|telex|телекс|テレックス|电传|電傳|텔렉스|_isdn_|_modem_|модем|_t[td][yd]_|textphone|_bbs_|_tlx_|' +
    'assistant|_assist_|_asst_|assistent|asistent|asystent|ассистент|помощник|секретар|アシスタント|秘書|助理|助手|秘书|비서|assistente',
  mobile:
    '(?<!auto)mobil|mobiel|movil|_cell(?!ar)|cellul|celul|celular|_cel_|handy(?!man)|_natel_|_gsm_|iphone|_portable_|portavel|telemov|_tlm_|komork|' +
    'matkapuh|kannykk|gemsi|farsim|мобил|мобіл|сотов|переносн|κινητ|携帯|携带|手机|手機|移动|行動|流動電話|휴대|핸드폰|جوال|محمول|موبايل|موبایل|خلوي|' +
    'נייד|סלולר|cep_tel|cep_no|cep_num|di_dong|dtdd|มือถือ|मोबाइल|_sms_|_text_(number|phone|no)|_pcs_|whatsapp|wireless|ponsel|_hp_',
  home:
    '_home|privat|_prive|personal|domicil|_casa_|particular|hogar|_thuis|hemtel|_hem_|_hjem|_koti|_dom_|_domu_|domow|domaci|otthon|lakas|домаш|домой|' +
    'дом_|οικια|σπιτι|自宅|住宅|家庭|住家|_家_|집|자택|منزل|בית|ev_tel|_ev_|บ้าน|घर|residen',
  work:
    '_work|business|_bus_|office|company|_desk_|_direct|geschaft|dienst|_buro|_arbeit|_firm|bureau|travail|profess|trabajo|oficina|negocio|' +
    'empresa|trabalho|comercial|escritorio|ufficio|lavoro|aziend|_werk_|zakelijk|kantoor|arbete|arbejd|arbeid|jobb|_tyo|praca|_prac|biuro|biurow|' +
    'sluzb|pracov|munkahely|hivatal|iroda|рабоч|работ|офис|офіс|робоч|служеб|компан|εργασια|会社|勤務|職場|公司|单位|單位|商务|商務|办公|辦公|工作|직장|회사|근무|사무|' +
    'عمل|مكتب|עבודה|משרד|is_tel|_is_|ที่ทำงาน|कार्यालय|employer|callback|ruckruf|_car_|autotelefon|radio',
}
const PHONE_WORDS =
  'phone(?!t)|fono|telef|telep|_tel_|_tels_|_tlf_|_tfno_|_fon_|_ph_|rufnummer|puhelin|puh_|simi_|_tel(?=[0-9])|телефон|_тел_|τηλ|電話|电话|전화|연락처|' +
  'هاتف|تلفن|تلفون|טלפון|_טל_|โทร|फोन|फ़ोन|dien_thoai|_sdt_|_so_dt_|telpon|contact_n(umber|o|r)_|callback|ruckruf'
/** Whole headings that say only that a column has numbers. */
const NUMBER_WORDS =
  '^_(phone_?)?(number|numbers|nr|no|num|nummer|numero|numeros|номер|номера|番号|号码|號碼|번호|numer|szam|numara|رقم|מספר)_$'
/** Columns that say something about a phone, and hold none. */
const LABEL_WORDS =
  '_label|_type|_typ_|_tipo|etikett|etiquet|etichett|_rodzaj|etykiet|_тип_|ярлык|метка|ラベル|種類|标签|標籤|类型|類型|라벨|종류|유형|תווית|نوع|etiket'
const NO_PHONE_WORDS =
  'country|phonetic|_ext_|_extn_|extension|_poste_|durchwahl_(?=nur)|carrier|provider|opt(ed)?_?(in|out)|subscri|consent|verified|status|' +
  '_valid|e_?mail|address|adresse|anschrift|_id_|_date|_datum|landesvorwahl|vorwahl_(land)|headphone|time_?zone|pays_|_count_|_notes?_|bluetooth'

const compile = (words: string) => new RegExp(words.normalize('NFKD').normalize('NFC'), 'u')
const KINDS = Object.entries(WORDS).map(([kind, words]) => [kind as PhoneKind, compile(words)] as const)
const PHONE = compile(PHONE_WORDS)
const NUMBER = compile(NUMBER_WORDS)
const LABEL = compile(LABEL_WORDS)
const NO_PHONE = compile(NO_PHONE_WORDS)

/** Lowercase words between underscores, without accents: "Tél. (domicile)" and "telDomicile" become "_tel_domicile_". */
export function foldHeading(heading: string): string {
  const words = heading
    .normalize('NFKD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$&_')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
  return `_${words}_`.replaceAll(/_+/g, '_')
}

/** Labels repeat in a file. */
const known = new Map<string, PhoneKind>()
const MAX_KNOWN = 1_000

/** The kind of a phone by the words about it; `main` if they say nothing. */
export function phoneKind(words: string): PhoneKind {
  const before = known.get(words)
  if (before) return before
  const folded = foldHeading(words)
  const kind = KINDS.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'main'
  if (known.size < MAX_KNOWN) known.set(words, kind)
  return kind
}

/** Whether a column with this heading has phones, labels them, or neither. */
export function phoneHeading(heading: string): 'phone' | 'label' | null {
  const folded = foldHeading(heading)
  const isPhone = PHONE.test(folded) || NUMBER.test(folded)
  if (isPhone && LABEL.test(folded)) return 'label'
  if (NO_PHONE.test(folded)) return null
  if (isPhone) return 'phone'
  // "Mobile" and "Home Fax" are phones, "Home City" and "Company" are not.
  return ['mobile', 'never'].includes(phoneKind(heading)) &&
    !/assist|asyst|助理|秘|비서|секретар|помощник/u.test(folded)
    ? 'phone'
    : null
}
