import type { Clock, Outside } from '../../platform/index.ts'
import { createAnswer } from './answer-test.ts'
import { createAsk } from './ask-test.ts'
import { createTestSecrets } from './test-secrets.ts'

export type SelfTest = ReturnType<typeof createSelfTest>

type Parts = { outside: Outside; clock: Clock; publicUrl: string; /** The same in every process. */ secret: string }

/** The test of our own public address. Another process may answer it. */
export function createSelfTest({ outside, clock, publicUrl, secret }: Parts) {
  const secrets = createTestSecrets({ secret, clock })
  return {
    ask: createAsk({ outside, clock, secrets, publicUrl }),
    answer: createAnswer({ secrets, publicUrl }),
  }
}
