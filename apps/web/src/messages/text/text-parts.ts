/** A part of a text; `href` is null unless it is a link. */
export type TextPart = { text: string; href: string | null }

/** A web address, an email address, or a phone number, each not inside of a word. */
const CANDIDATES = [
  String.raw`(?<web>(?:https?:\/\/|www\.)[^\s<>"“”]+)`,
  String.raw`(?<mail>[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,24})`,
  String.raw`(?<international>\+[1-9](?:[ .()-]{0,2}\d){7,14})`,
  String.raw`(?<american>(?:1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-]?)[2-9]\d{2}[ .-]?\d{4})`,
].join('|')
const LINK = new RegExp(String.raw`(?<![\p{L}\p{N}@/+.-])(?:${CANDIDATES})`, 'giu')

/**
 * Finds the links in a text: `http`, `https`, and `www` addresses, email addresses, and phone numbers in international or,
 * if `northAmerican`, North American format. Nothing else ever becomes a link.
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
  const { web, mail, international, american } = groups
  if (web !== undefined) return webLink(withoutPunctuation(web))
  if (mail !== undefined) return { text: mail, href: `mailto:${encodeURIComponent(mail).replace('%40', '@')}` }
  // Part of a longer row of digits or letters.
  if (/[\p{L}\p{N}]/u.test(next)) return null
  if (international !== undefined) return { text: international, href: `tel:+${digitsOf(international)}` }
  if (american === undefined || !northAmerican) return null
  return { text: american, href: `tel:+1${digitsOf(american).slice(-10)}` }
}

function webLink(text: string): TextPart | null {
  const address = /^www\./i.test(text) ? `https://${text}` : text
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
    if (!isUnopened && !/[.,;:!?'’…*_~]/.test(last)) return text
    text = text.slice(0, -1)
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
