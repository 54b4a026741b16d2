/** The kind of a phone, by the word next to its number. */
export type PhoneLabel = 'mobile' | 'home' | 'work' | 'phone' | 'fax' | 'pager'

const WORDS: Record<PhoneLabel, string> = {
  mobile:
    'mobile phone|mobile|mob|m|cellphone|cell phone|cellular|cell|c|iphone|handy|mobil|mobiltelefon|handynummer|natel|gsm|' +
    'portable|port|mobiel|móvil|movil|celular|cel|telemóvel|telemovel|tlm|cellulare|komórka|komórkowy|kom|mobilní|matkapuhelin|' +
    'kännykkä|mobilnummer|мобильный|моб|сотовый|мобільний|κινητό|cep|cep telefonu|携帯電話|携帯|手机|手機|휴대폰|휴대전화|नंबर|جوال|موبايل|' +
    'نייד|נייד|מוביל',
  home: 'home phone|home|h|privat|private|domicile|casa|hogar|particular|thuis|hjem|hem|dom|koti|domowy|домашний|дом|自宅|家|집',
  work:
    'work phone|work|w|business|business phone|office|o|office phone|direct|desk|geschäftlich|büro|dienstlich|arbeit|durchwahl|bureau|travail|' +
    'trabajo|oficina|trabalho|ufficio|lavoro|werk|kantoor|arbete|arbejde|arbeid|praca|biuro|рабочий|раб|офис|会社|勤務先|公司|직장|회사',
  phone:
    'telephone number|telephone|telephone no|phone number|phone|phone no|phone #|phone1|phone 1|phone2|phone 2|ph|p|tel|tel no|tel nr|tel #|tél|téléphone|' +
    'telefon|telefonnummer|telefono|teléfono|telefone|telefoon|telefoonnummer|tfno|tlf|tlfno|puhelin|puh|sími|t|' +
    'main|number|no|nr|num|número|numero|numéro|contact|contact no|contact number|call|text|txt|sms|whatsapp|wa|viber|signal|telegram|imessage|' +
    'тел|телефон|τηλ|τηλέφωνο|電話番号|電話|电话|전화|전화번호|연락처|फ़ोन|फोन|नंबर|هاتف|تلفن|تلفون|טלפון|טל|โทร|☎|📞|📱|☏|✆',
  fax: 'fax number|fax|fax no|facsimile|f|telefax|telefaks|faks|télécopie|telecopie|télécopieur|fax nr|факс|φαξ|ファックス|ファクス|传真|傳真|팩스|فاكس|פקס|work fax|home fax|office fax|business fax',
  pager: 'pager|beeper|bip|пейджер|ポケベル',
}

const LABELS = new Map<string, PhoneLabel>()
for (const [label, words] of Object.entries(WORDS) as [PhoneLabel, string][]) {
  for (const word of words.split('|')) LABELS.set(word, label)
}

/** Words right before numbers that aren't phones. */
const OTHER_NUMBERS = new Set(
  (
    'order|orders|invoice|inv|account|acct|zip|zipcode|postcode|postal|ticket|case|ref|reference|tracking|sku|isbn|ssn|ein|tin|vat|' +
    'iban|bic|id|po|p.o|box|serial|sn|s/n|apt|suite|room|unit|item|part|policy|claim|license|licence|passport|imei|' +
    'upc|ean|asin|code|pin|otp|card|visa|mastercard|version|ip|lot|batch|contract|receipt|confirmation|booking|reservation|' +
    'bestellung|bestellnummer|auftrag|rechnung|rechnungsnummer|kundennummer|konto|kontonummer|plz|commande|facture|compte|dossier|' +
    'pedido|factura|cuenta|orden|fatura|nota|conta|ordine|fattura|conto|bestelling|factuur|rekening|заказ|счет|счёт|инн|' +
    '訂單|订单|注文|注文番号|주문|주문번호'
  ).split('|'),
)
/** People and their things: their number isn't a phone, but a phone may follow their name. */
const PARTIES = new Set('customer|client|patient|member|employee|vendor|supplier|cliente|kunde|kunden|klant'.split('|'))
/** Words that only say that the word before them names a number. */
const NUMBER_WORDS = new Set('#|no|nr|num|number|nº|n°|№|numero|número|numéro|nummer|is|номер'.split('|'))
/** Between numbers of a list. */
const CONNECTORS = new Set(
  'or|and|oder|und|ou|et|o|y|e|och|eller|og|en|of|и|или|lub|i|&|+|/|または|和|或|또는'.split('|'),
)

const words = (text: string) =>
  text.toLocaleLowerCase('en').match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}/]*|[#№☎📞📱☏✆&]/gu) ?? []

/** The kind of phone that a label names, alone or at the end of a text: "Pat, mobile". */
export function phoneLabel(text: string): PhoneLabel | null {
  return endingLabel(text)?.label ?? null
}

/** The label that a text ends with, and what is before it. A single letter needs a mark after it, or nothing before it. */
export function endingLabel(text: string): { label: PhoneLabel; before: string } | null {
  const bare = text.replace(/[\s:.=\-–(<["'~*|#№]+$/u, '')
  const hasMark = /[:.]\s*$/.test(text)
  const parts = words(bare)
  for (let count = Math.min(3, parts.length); count > 0; count--) {
    const phrase = parts.slice(-count).join(' ')
    const found = LABELS.get(phrase)
    if (!found || (phrase.length === 1 && parts.length > 1 && !hasMark)) continue
    const label = found === 'phone' && count < parts.length ? (refined(parts.slice(0, -count)) ?? found) : found
    const start = startOfLast(bare, count)
    return { label, before: bare.slice(0, start) }
  }
  return null
}

/** "Mobile no.", "Work tel.": the word before a plain "number" is more specific. */
function refined(before: readonly string[]): PhoneLabel | null {
  return LABELS.get(before.at(-1) ?? '') ?? null
}

function startOfLast(text: string, count: number): number {
  const found = [...text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}/]*|[#№☎📞📱☏✆&]/gu)]
  return found.at(-count)?.index ?? 0
}

/** Whether the text before a number identifies it as something else, as in "Order no.". */
export function namesOtherNumber(text: string): boolean {
  const parts = words(text)
  const last = parts.findLastIndex((word) => !NUMBER_WORDS.has(word))
  const word = parts[last] ?? ''
  return OTHER_NUMBERS.has(word) || (PARTIES.has(word) && last < parts.length - 1)
}

/** Drops the words and marks between two numbers of a list. */
export function withoutConnectors(text: string): string {
  const bare = text.replaceAll(/^[\s/,;|+&-]+|[\s/,;|+&-]+$/gu, '')
  return CONNECTORS.has(bare.toLocaleLowerCase('en').replace(/[.:]$/, '')) ? '' : bare
}
