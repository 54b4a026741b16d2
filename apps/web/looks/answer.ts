import type {
  CallBody,
  CallForm,
  CallParams,
  CallQuery,
  CallReply,
  EnvelopeCallName,
  ErrorCode,
} from '@partyline/contract'
import type { Clinic } from './clinic.ts'

/** A request has either `body` or `form`. */
type Input<Name extends EnvelopeCallName> = {
  params: CallParams<Name>
  query: CallQuery<Name>
  body: CallBody<Name>
  form: CallForm<Name>
}
export type Answer<Name extends EnvelopeCallName> = (
  clinic: Clinic,
  input: Input<Name>,
) => CallReply<Name> | PageOf<CallReply<Name>>
type PageOf<Reply> = Reply extends (infer Item)[] ? Page<Item> : never

/** A list with the headers of its page. */
export class Page<Item> {
  readonly items: Item[]
  readonly headers: Record<string, string>
  constructor(items: Item[], headers: Record<string, string>) {
    this.items = items
    this.headers = headers
  }
}

type About = { field: string | null; details: string | null }

/** A refusal of the server. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** The field of the request that it is about. */
  readonly field: string | null
  readonly details: string | null
  constructor(code: ErrorCode, message: string, { field = null, details = null }: Partial<About> = {}) {
    super(message)
    this.code = code
    this.field = field
    this.details = details
  }
}

export const DONE = { succeeded: true, details: null, link: null }

/** The page that begins at the cursor, which is a position. */
export function pageOf<Item>(
  items: Item[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Page<Item> {
  const from = Number(cursor ?? 0)
  const end = from + limit
  return new Page(items.slice(from, end), end < items.length ? { 'X-Next-Cursor': String(end) } : {})
}

export function find<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((each) => each.id === id)
  if (!item) throw new Refusal('not-found', 'It does not exist.')
  return item
}
