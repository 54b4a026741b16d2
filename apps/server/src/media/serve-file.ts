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
}

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
  const bytes = isHead ? null : await file.read(range)
  if (!bytes && !isHead) throw new AppError('not-found')
  reply.headers({
    'content-type': file.contentType,
    'content-length': String(bytes?.length ?? file.length),
    'content-disposition': disposition(file),
  })
  if (range) reply.status(206).header('content-range', `bytes ${range.first}-${range.last}/${file.length}`)
  // Fastify takes the length of a HEAD from its payload, except for streams.
  return reply.send(bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Readable.from([]))
}

/** If-None-Match compares weakly, and may list several (RFC 9110, section 13.1.2). */
function namesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}

/** RFC 6266: a plain name for old readers, the real one for all others. */
function disposition({ fileName, isInline }: { fileName: string; isInline: boolean }): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const real = encodeURIComponent(fileName).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${real}`
}
