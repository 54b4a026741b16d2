import { isUtf8 } from 'node:buffer'

/** The text of bytes in the encoding that they are in, or else that their content type names. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? ''
  const text = decoderOf(bytes, declared).decode(bytes)
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed()
}

function decoderOf(bytes: Buffer, declared: string) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  // Japanese texts in seven bits are valid UTF-8, too.
  if (declared.startsWith('iso-2022-')) return namedDecoder(declared)
  if (bytes.includes(0)) return new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le')
  return isUtf8(bytes) ? new TextDecoder() : namedDecoder(declared === 'utf-8' ? '' : declared)
}

/** Western European for unknown names. */
function namedDecoder(name: string) {
  try {
    return new TextDecoder(name || 'windows-1252')
  } catch {
    return new TextDecoder('windows-1252')
  }
}
