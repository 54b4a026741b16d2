import { z } from './z.ts'

/**
 * The request and response of a call. Its address is in {@link routes}. For a plain call, the server validates only
 * the path, and the query if there are path parameters; its handler reads the rest.
 */
export type CallSchemas = {
  /** One line for the API documentation. */
  summary: string
  /** Further information for callers, in sentences. Access, inputs, and errors are described without it. */
  details?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** A JSON body. */
  body?: z.ZodType
  /** A `multipart/form-data` body, with files as {@link upload}s, for callers who do not send the `body`. */
  form?: z.ZodObject
  /** An `application/x-www-form-urlencoded` body of a plain call, from browsers and Twilio. */
  webForm?: z.ZodObject
  /** Request headers of the call, by name with their description. */
  headers?: Record<string, string>
  /** Response headers, in the same form. */
  replyHeaders?: Record<string, string>
  /** `data` of the envelope, or the whole response of a plain call. Absent: status 204 without a body. */
  reply?: z.ZodType
  /** The response contains a token, and is never compressed. */
  holdsToken?: true
  /** The content type of a plain call's response if it is not JSON; with a `reply`, callers choose. */
  contentType?: string
  /** A plain call that redirects; with a `reply`, it returns JSON if the form's `json` is `true`. */
  redirects?: true
}

/** A file of a form, as read by the server. */
export type Upload = { fileName: string; contentType: string; bytes: Uint8Array }

export const upload = z
  .custom<Upload>((value) => typeof value === 'object' && value !== null && 'bytes' in value)
  .meta({ type: 'string', format: 'binary' })

/** Checks the shape of each call and keeps its exact type. */
export function defineCalls<const Calls extends Record<string, CallSchemas>>(calls: Calls): Calls {
  return calls
}

export const MAX_IDEMPOTENCY_KEY_LENGTH = 200

/** Headers of calls that can be retried safely: docs/product.md#idempotency */
export const IDEMPOTENCY_HEADERS = {
  'Idempotency-Key': `A retry with the same key and content returns the first result. At most ${MAX_IDEMPOTENCY_KEY_LENGTH} characters`,
}

/** Whether a retry is recognized by its Idempotency-Key, which API keys have to send. */
export const isRepeatable = ({ headers }: Pick<CallSchemas, 'headers'>): boolean => headers === IDEMPOTENCY_HEADERS

/** Headers of the calls that change a chat only if no one else has in the meantime. */
export const IF_MATCH_HEADERS = {
  'If-Match': 'The version that the caller saw; 409 where the chat has changed since',
}

/** See {@link SEARCH_REPLY_HEADERS}. */
export const SEARCH_DETAILS =
  'With a term and without a cursor, the call searches until it finds something or has searched everything.'

/** Headers of the calls that search messages. A response may cover only a part of the messages. */
export const SEARCH_REPLY_HEADERS = {
  'X-Next-Cursor': 'The cursor of the next page. Absent when everything has been searched and returned',
  'X-Searched-Back-To':
    'Every message after this time has been searched. Absent when all messages have been, or when no time can be named',
}

/** Calls for people who may write in a chat: docs/product.md#roles */
export const WRITERS_ONLY = 'Only for members of the chat and Admins; others get 403 `not-a-member`.'
export const WRITERS_OR_UNCLAIMED =
  'Only for members of the chat and Admins, or for everyone if the chat is unclaimed; others get 403 `not-a-member`.'
