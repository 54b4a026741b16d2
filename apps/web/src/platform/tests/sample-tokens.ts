import type { AccessTokenSource } from '../api.ts'

/** The access token of a session that can't be renewed. */
export const SAMPLE_TOKENS: AccessTokenSource = {
  person: () => null,
  current: async () => 'token',
  renew: async () => null,
}
