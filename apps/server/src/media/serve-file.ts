import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/index.ts'
import { byteRangeOf } from './byte-range.ts'
import type { ByteRange } from './byte-range.ts'

/** A file, or a smaller copy of it, that was found and may be read. */
export type ServableFile = {
  contentType: string
  fileName: string
  isInline: boolean
  length: number
  /** Names these bytes; they never change. */
  etag: string
  /** Null if the bytes are gone. */
  read(range: ByteRange | null): Promise<Uint8Array | null>
  /** Awaited before bytes are sent. */
  beforeSending?: () => Promise<void>
}

/** A larger file is read and sent in pieces. */
const PIECE_BYTES = 8_000_000

/** Answers GET and HEAD, with single ranges and conditions. @throws {AppError} `not-found`, `range-not-satisfiable` */
export async function serveFile(request: FastifyRequest, reply: FastifyReply, file: ServableFile) {
  const { headers } = request
  reply.headers({
    etag: file.etag,
    'accept-ranges': 'bytes',
    // Browsers ask each time whether they may still see it; unchanged bytes are not sent again.
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  if (namesTag(headers['if-none-match'], file.etag)) return reply.status(304).send()

  const isHead = request.method === 'HEAD'
  const mayBePartial = !isHead && [undefined, file.etag].includes(headers['if-range']?.toString())
  const range = mayBePartial ? byteRangeOf(headers.range, file.length) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.length}`)
    throw new AppError('range-not-satisfiable')
  }
  const [start, end] = range ? [range.first, range.last + 1] : [0, file.length]
  const isLarge = end - start > PIECE_BYTES
  const bytes = isHead ? null : await file.read(isLarge ? { first: start, last: start + PIECE_BYTES - 1 } : range)
  if (!bytes && !isHead) throw new AppError('not-found')
  if (bytes) await file.beforeSending?.()
  reply.headers({
    'content-type': file.contentType,
    'content-length': String(isLarge ? end - start : (bytes?.length ?? file.length)),
    'content-disposition': disposition(file),
  })
  if (range) reply.status(206).header('content-range', `bytes ${range.first}-${range.last}/${file.length}`)
  if (bytes && isLarge) return reply.send(Readable.from(piecesOf(file, bytes, end - start, start)))
  // Fastify takes the length of a HEAD from its payload, except for streams.
  return reply.send(bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Readable.from([]))
}

/** A failure ends the connection, so that no one mistakes a part for the whole file. */
async function* piecesOf(file: ServableFile, firstPiece: Uint8Array, length: number, start: number) {
  yield firstPiece
  for (let sent = firstPiece.length; sent < length;) {
    const first = start + sent
    const piece = await file.read({ first, last: Math.min(first + PIECE_BYTES, start + length) - 1 })
    if (!piece?.length) throw new Error('The bytes of a file are gone.')
    yield piece
    sent += piece.length
  }
}

/** If-None-Match compares weakly, and may list several (RFC 9110, section 13.1.2). */
function namesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}

/** RFC 6266: a plain name for old readers, the real one for all others. */
export function disposition({ fileName, isInline }: { fileName: string; isInline: boolean }): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const real = encodeURIComponent(fileName).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${real}`
}
