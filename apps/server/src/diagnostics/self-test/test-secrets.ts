import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../platform/index.ts'
import type { Clock } from '../../platform/index.ts'

/** How long a test that was begun may be answered. Processes of one installation may differ in time. */
const VALID_MS = 120_000

/**
 * Secrets of a test. With the nonce, every process of the installation, and no one else, knows that one of them asks;
 * the token signs this test alone, and the proof tells the asker who has answered.
 */
export type TestSecrets = {
  newNonce(): string
  isOurs(nonce: string): boolean
  tokenOf(nonce: string): string
  proofOf(nonce: string): string
}

export function createTestSecrets({ secret, clock }: { secret: string; clock: Clock }): TestSecrets {
  const key = derivedKey(secret, 'test of the public address')
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')
  const isEqual = (one: string, other: string) =>
    one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
  return {
    newNonce() {
      const content = `${clock.now().getTime() + VALID_MS}.${randomBytes(16).toString('base64url')}`
      return `${content}.${mac('nonce', content)}`
    },
    isOurs(nonce) {
      const [until = '', random = '', seal = ''] = nonce.split('.')
      return isEqual(seal, mac('nonce', `${until}.${random}`)) && clock.now().getTime() < Number(until)
    },
    tokenOf: (nonce) => mac('token', nonce),
    proofOf: (nonce) => mac('proof', nonce),
  }
}
