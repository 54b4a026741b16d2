/** The name is near the start; a photo may follow it. */
export const CARD_START_BYTES = 16_384
const MAX_NAME_LENGTH = 100

/** The formatted name (FN) of the first contact in a vCard: 2.1, 3.0 (RFC 2426) or 4.0 (RFC 6350). Null without one. */
export function contactCardName(card: string): string | null {
  const lines = card
    .slice(0, CARD_START_BYTES)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
  const at = lines.findIndex((line) => /^(?:[\w-]+\.)?FN[;:]/i.test(line))
  const [, parameters = '', first = ''] = /^[^;:]*((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/.exec(lines[at] ?? '') ?? []
  const written = /QUOTED-PRINTABLE/i.test(parameters) ? decodeQuotedPrintable(first, lines.slice(at + 1)) : first
  const name = written
    .replaceAll(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? ' ' : character))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return Array.from(name).slice(0, MAX_NAME_LENGTH).join('') || null
}

/** Version 2.1 encodes non-ASCII names like this. A continued line ends with an equals sign. */
function decodeQuotedPrintable(first: string, following: readonly string[]): string {
  let written = first
  for (const line of following) {
    if (!written.endsWith('=')) break
    written = written.slice(0, -1) + line
  }
  try {
    return decodeURIComponent(written.replaceAll('%', '%25').replaceAll(/=([\dA-F]{2})/gi, '%$1'))
  } catch {
    // Not UTF-8: no name is better than a wrong one.
    return ''
  }
}
