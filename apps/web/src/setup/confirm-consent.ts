import type { Operation } from '@partyline/contract'

/** Delays between checks: Microsoft needs up to half a minute until a new consent works everywhere. Milliseconds. */
export const CONSENT_WAITS_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000]

type Parts = { ask: () => Promise<Operation>; wait: (ms: number) => Promise<void> }

/** Checks for consent until it is there or the attempts are used up. */
export async function confirmConsent({ ask, wait }: Parts): Promise<Operation> {
  let answer: Operation = { succeeded: false, details: null, link: null }
  for (const ms of CONSENT_WAITS_MS) {
    await wait(ms)
    answer = await ask()
    if (answer.succeeded) break
  }
  return answer
}
