/** Decodes a file: UTF-16 by its byte order mark, valid UTF-8, otherwise Windows-1252, which Excel uses in the West. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decodeUnmarked(bytes)
}

/** UTF-8, or Windows-1252 if it is not valid UTF-8. */
function decodeUnmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Quoted-printable, RFC 2045 6.7, of a text in the named character set. */
export function decodeQuotedPrintable(written: string, charset: string | undefined): string {
  const bytes: number[] = []
  for (let at = 0; at < written.length; at += 1) {
    const code = /^=([0-9A-F]{2})/i.exec(written.slice(at, at + 3))?.[1]
    if (code) {
      bytes.push(Number.parseInt(code, 16))
      at += 2
    } else {
      bytes.push(...new TextEncoder().encode(written[at]))
    }
  }
  const whole = Uint8Array.from(bytes)
  if (!charset || /^utf-?8$/i.test(charset)) return decodeUnmarked(whole)
  try {
    return new TextDecoder(charset).decode(whole)
  } catch {
    // An unknown character set.
    return decodeUnmarked(whole)
  }
}
