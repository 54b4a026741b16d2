import { instant, userId } from './ids.ts'
import { HOLD_SECONDS } from './limits.ts'
import { z } from './z.ts'

/**
 * The state of a message that has not been sent (docs/product.md#undo-and-send-later). `held`: for a few seconds, so that it can
 * be undone. `scheduled`: until its time. `late`: its time passed while the server was down, and someone has to confirm it.
 * `returned`: a draft of its owner again.
 */
export const pendingState = z.enum(['held', 'scheduled', 'late', 'returned'])
export type PendingState = z.infer<typeof pendingState>

/** Why a message was returned instead of sent. */
export const returnReason = z.enum([
  'undone',
  'replied',
  'author left',
  'chat closed',
  'line changed',
  'line not in use',
  'tenant suspended',
  'recipients changed',
  'opted out',
  'country not allowed',
  'file missing',
  'too long',
])
export type ReturnReason = z.infer<typeof returnReason>

export const pending = z.object({
  state: pendingState,
  /** When it is due. */
  sendOn: instant,
  /** A contact's reply returns it. */
  cancelOnReply: z.boolean(),
  /** Null unless it was returned. */
  reason: returnReason.nullable(),
  /** The owner of the draft: its author, or someone else if the author is disabled. Null unless it was returned. */
  owner: userId.nullable(),
})
export type Pending = z.infer<typeof pending>

const WRONG_HOLD = { error: `HoldSeconds should be one of ${HOLD_SECONDS.join(', ')}.` }
const isHold = (seconds: number) => HOLD_SECONDS.some((each) => each === seconds)

/** How long a message can be undone. */
export const holdSeconds = z.number(WRONG_HOLD).refine(isHold, WRONG_HOLD).default(0)
/** The same as a field of a form. */
export const holdSecondsField = z.coerce.number(WRONG_HOLD).refine(isHold, WRONG_HOLD)
