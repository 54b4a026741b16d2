import type { ErrorCode } from './errors.ts'
import { z } from './z.ts'

/** The response of every successful call (200): docs/product.md#envelope-and-errors */
export type Envelope<Data> = {
  /** The call's name in the contract, for example `chats.search`. */
  operation: string
  /** A sentence for people, or null. */
  message: string | null
  details: string | null
  data: Data
}

/** The response of every failed call: docs/product.md#envelope-and-errors */
export type ErrorEnvelope = {
  operation: string | null
  /** Null if the request failed validation: `errors` has the sentences. */
  message: string | null
  details: string | null
  /** Errors by field name, if the failure is about fields of the request. */
  errors?: Record<string, string[]>
  error: ErrorCode
  data: null
  /** Identifies this request in the server's log. */
  requestId: string
}

export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ operation: z.string(), message: z.string().nullable(), details: z.string().nullable(), data })
}

export const errorEnvelope = z.object({
  operation: z.string().nullable(),
  message: z.string().nullable(),
  details: z.string().nullable(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  error: z.string(),
  data: z.null(),
  requestId: z.string(),
})

/** The result of calls that do something rather than return something. */
export const operation = z.object({
  succeeded: z.boolean(),
  /** The outcome, or the reason for a failure. */
  details: z.string().nullable(),
  /** Where to continue, for example the consent page. */
  link: z.string().nullable(),
})
export type Operation = z.infer<typeof operation>
