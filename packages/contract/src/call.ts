import { z } from './z.ts'

/**
 * What goes into a call and what comes out of it. The address stands in {@link routes}. Of a plain call the server
 * checks the path, and the query where there is a path to check; what else it brings, its handler reads.
 */
export type CallSchemas = {
  /** One line for the API documentation. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** A JSON body. */
  body?: z.ZodType
  /** A `multipart/form-data` body, its files as {@link upload}s. Where `body` stands too, both are accepted. */
  form?: z.ZodObject
  /** An `application/x-www-form-urlencoded` body of a plain call, as browsers and Twilio post it. */
  webForm?: z.ZodObject
  /** Headers that the call reads: name to meaning. */
  headers?: Record<string, string>
  /** Headers of its answer, by name likewise. */
  replyHeaders?: Record<string, string>
  /** `data` of the envelope, or the whole answer of a plain call. Absent: status 204 without a body. */
  reply?: z.ZodType
  /** The reply holds a token, and is never compressed. */
  holdsToken?: true
  /** The type of a plain call's answer, where it is not JSON. */
  contentType?: string
  /** A plain call that sends a browser on; with a `reply` it answers JSON where the form's `json` is `true`. */
  redirects?: true
}

/** A file of a form, as the server has read it. */
export type Upload = { fileName: string; contentType: string; bytes: Uint8Array }

export const upload = z
  .custom<Upload>((value) => typeof value === 'object' && value !== null && 'bytes' in value)
  .meta({ type: 'string', format: 'binary' })

/** Keeps the exact type of each call while checking its shape. */
export function defineCalls<const Calls extends Record<string, CallSchemas>>(calls: Calls): Calls {
  return calls
}

/** Headers of the calls that may be repeated without doing the thing twice (decisions 4.6). */
export const IDEMPOTENCY_HEADERS = { 'Idempotency-Key': 'The same key and content again answer with the first result' }

/** Headers of the calls that search messages: an answer may hold the results of a part of them. */
export const SEARCH_REPLY_HEADERS = {
  'X-Next-Cursor': 'The cursor of the next page. Absent when everything has been searched and returned',
  'X-Searched-Back-To':
    'Every message after this time has been searched. Absent when all messages have been, or when no time can be named',
}
