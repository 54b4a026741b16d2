import type { Operation } from '@partyline/contract'

/** Microsoft needs a while until a new consent works everywhere; about half a minute is waited. Milliseconds. */
export const CONSENT_WAITS_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000]

type Parts = { ask: () => Promise<Operation>; wait: (ms: number) => Promise<void> }

/** Asks until the consent is there, or for the last time. */
export async function confirmConsent({ ask, wait }: Parts): Promise<Operation> {
  let answer: Operation = { succeeded: false, details: null, link: null }
  for (const ms of CONSENT_WAITS_MS) {
    await wait(ms)
    answer = await ask()
    if (answer.succeeded) break
  }
  return answer
}
