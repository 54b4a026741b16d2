/** First and last byte, both included. */
export type ByteRange = { first: number; last: number }

/**
 * The range that a Range header asks for (RFC 9110, section 14): null for the whole file, which also answers what is
 * not a range of bytes, or several of them.
 */
export function byteRangeOf(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const first = Math.max(0, length - Number(to))
    return first < length ? { first, last: length - 1 } : 'unsatisfiable'
  }
  const first = Number(from)
  const last = to === '' ? length - 1 : Number(to)
  if (last < first && to !== '') return null
  return first < length ? { first, last: Math.min(last, length - 1) } : 'unsatisfiable'
}
