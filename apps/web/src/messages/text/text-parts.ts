/** A part of a text; `href` is null unless it is a link. */
export type TextPart = { text: string; href: string | null }

/** Letters of languages that put no space between a word and a link: East Asian, Thai, Lao, Khmer, and Burmese. */
const UNSPACED = String.raw`\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3100-\u318F\u31A0-\u31FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}`
/** Such letters are part of a link only after another one or a sign, as in `/wiki/東京`: “https://a.example/xを見て” ends at を. */
const NEXT_WORD = String.raw`(?<=[A-Za-z0-9])[${UNSPACED}]`
/** Letters and digits of any language, but of all signs only ASCII's: other punctuation, quotes, and emoji end a link. */
const IN_LINK = String.raw`(?:(?!${NEXT_WORD}|[\u034F\uFE00-\uFE0F]|[,;|]https?:)[!#-;=?-~\p{L}\p{M}\p{N}])`
const HOST_LABEL = String.raw`(?:(?!${NEXT_WORD})[\p{L}\p{M}\p{N}-]){1,63}`
const TOP_LEVEL = String.raw`(?:xn--[a-z0-9-]{2,59}|(?:(?!${NEXT_WORD})\p{L}){2,24})`
/** Top-level domains that make a link of an address without `www.`. Others, as in “See you.Me too”, are too often no address. */
const BARE_TOP_LEVEL = '(?:com|net|org|edu|gov|info|biz)'

/** A web address, an email address, or a phone number, each not inside of a word. */
const CANDIDATES = [
  String.raw`(?<web>(?:https?:\/\/|www\.)${IN_LINK}+)`,
  String.raw`(?<mail>(?![${UNSPACED}])[\p{L}\p{N}](?:(?![${UNSPACED}])[\p{L}\p{N}._%+-]){0,63}@(?:${HOST_LABEL}\.)+${TOP_LEVEL})`,
  String.raw`(?<bare>(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,4}${BARE_TOP_LEVEL}(?![a-z0-9@_-]|\.[a-z0-9])(?:[/?#:]${IN_LINK}*)?)`,
  String.raw`(?<international>\+[1-9](?:[ .()-]{0,2}\d){7,14})`,
  String.raw`(?<american>(?:1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-]?)[2-9]\d{2}[ .-]?\d{4})`,
].join('|')
const LINK = new RegExp(String.raw`(?<![@/+.-]|(?![${UNSPACED}])[\p{L}\p{N}])(?:${CANDIDATES})`, 'giu')
const IN_WORD = new RegExp(`(?![${UNSPACED}])[\\p{L}\\p{N}]`, 'u')

/**
 * Finds the links in a text: `http`, `https`, and `www` addresses, those with a common top-level domain, email addresses, and
 * phone numbers in international or, if `northAmerican`, North American format. Nothing else ever becomes a link. A link ends
 * where its reader would end it.
 */
export function textParts(text: string, { northAmerican }: { northAmerican: boolean }): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const link = linkOf(match, { northAmerican, next: text[match.index + match[0].length] ?? '' })
    // Skip parts of a longer link.
    if (link === null || match.index < end) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push(link)
    end = match.index + link.text.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

function linkOf(
  { groups = {} }: RegExpMatchArray,
  { northAmerican, next }: { northAmerican: boolean; next: string },
): TextPart | null {
  const { web, mail, bare, international, american } = groups
  const address = web ?? bare
  if (address !== undefined) return webLink(withoutPunctuation(address))
  if (mail !== undefined) return { text: mail, href: `mailto:${encodeURIComponent(mail).replace('%40', '@')}` }
  // Part of a longer row of digits or letters.
  if (IN_WORD.test(next)) return null
  if (international !== undefined) return { text: international, href: `tel:+${digitsOf(international)}` }
  if (american === undefined || !northAmerican) return null
  return { text: american, href: `tel:+1${digitsOf(american).slice(-10)}` }
}

function webLink(text: string): TextPart | null {
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { href, hostname, username } = new URL(address)
  // A user name before the host could make the host look like another one.
  const isPlain = username === '' && hostname.includes('.')
  return isPlain ? { text, href } : null
}

/** Drops trailing punctuation, which belongs to the sentence; also a bracket, unless it was opened inside. */
function withoutPunctuation(address: string): string {
  let text = address
  for (;;) {
    const last = text.at(-1) ?? ''
    const opening = { ')': '(', ']': '[', '}': '{' }[last]
    const isUnopened = opening !== undefined && count(text, opening) < count(text, last)
    if (!isUnopened && !/[.,;:!?'`|*_~]/.test(last)) return text
    text = text.slice(0, -1)
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
