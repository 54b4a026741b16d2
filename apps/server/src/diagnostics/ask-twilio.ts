import type { Clock } from '../platform/index.ts'
import { TwilioFailure } from '../twilio/index.ts'

/** Milliseconds for an answer of several requests. Reports don't wait longer, and say that it is unknown. */
const ANSWER_WITHIN_MS = 8_000

export type AskTwilio = <Answer>(asked: Promise<Answer>) => Promise<Answer | null>

/** Twilio's answer; null if there is none in time. */
export function createAskTwilio(clock: Clock): AskTwilio {
  return async (asked) => {
    let stop = () => {}
    const late = new Promise<null>((resolve) => {
      stop = clock.after(ANSWER_WITHIN_MS, () => resolve(null))
    })
    try {
      return await Promise.race([asked, late])
    } catch (error) {
      if (error instanceof TwilioFailure) return null
      throw error
    } finally {
      stop()
    }
  }
}
