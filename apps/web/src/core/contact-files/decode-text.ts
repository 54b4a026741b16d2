/** Encodings of contact files (WHATWG), and what people call them. */
export const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European (Windows)',
  'iso-8859-2': 'Central European (ISO)',
  'windows-1257': 'Baltic (Windows)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  ibm866: 'Cyrillic (DOS)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'windows-1253': 'Greek (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  'windows-1258': 'Vietnamese (Windows)',
  'windows-874': 'Thai (Windows)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  gb18030: 'Chinese, simplified (GBK)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
} as const
export type Encoding = keyof typeof ENCODINGS

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true })
/** Reads bytes that aren't UTF-8 one by one as Windows-1252, so that one of them does not garble all other letters. */
const REPAIR: Encoding = 'windows-1252'
/** A character of UTF-8, as bytes in a binary string. */
const UTF8_CHARACTER =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}/
const UTF8_OR_BYTE = new RegExp(`(?:${UTF8_CHARACTER.source})|[\\x80-\\xFF]`, 'g')

/** Bytes as characters U+0000 to U+00FF: texts of unknown or several encodings can be taken apart before they are decoded. */
export function binaryOf(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192)
    parts.push(Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 8_192)))
  return parts.join('')
}

export function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Decodes without a byte order mark. Never fails for a known encoding. */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes)
  try {
    return STRICT_UTF8.decode(bytes)
  } catch {
    const repaired = binaryOf(bytes).replaceAll(UTF8_OR_BYTE, (found) =>
      new TextDecoder(found.length === 1 ? REPAIR : 'utf-8', { ignoreBOM: true }).decode(bytesOf(found)),
    )
    return repaired.replace(/^\uFEFF/, '')
  }
}

/** The encoding that a file names itself: by a byte order mark, by zeros between its bytes, or by escapes of ISO-2022-JP. */
export function markedEncoding(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return utf16WithoutMark(bytes) ?? (hasJapaneseEscapes(bytes) ? 'iso-2022-jp' : null)
}

/** Digits, separators, and line ends have a zero as their second byte in UTF-16, also between letters of other scripts. */
function utf16WithoutMark(bytes: Uint8Array): Encoding | null {
  const start = bytes.subarray(0, 10_000)
  const zeros = [0, 0]
  for (let at = 0; at < start.length; at += 1) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < start.length / 10) return null
  if (odd > even * 4) return 'utf-16le'
  return even > odd * 4 ? 'utf-16be' : null
}

function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  const escape = bytes.indexOf(0x1b)
  return escape >= 0 && bytes[escape + 1] === 0x24 && (bytes[escape + 2] === 0x40 || bytes[escape + 2] === 0x42)
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT_UTF8.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether all but a few bytes are UTF-8: someone pasted those into it. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [characters, strays] = [0, 0]
  for (const [found] of binaryOf(bytes).matchAll(UTF8_OR_BYTE)) {
    if (found.length > 1) characters += 1
    else strays += 1
  }
  return characters > 0 && characters >= strays
}

/** Whether the encoding makes a difference. */
export function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80 || byte === 0x1b || byte === 0) return false
  }
  return true
}
