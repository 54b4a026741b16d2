import type { Directory } from '../directories/index.ts'
import type { Section } from '../journal/index.ts'
import type { EntraEvent } from './provider/provider-memory.ts'
import type { SigningKey } from './signing-key.ts'

export type EntraOptions = {
  directories: readonly Directory[]
  /** Where the app lives: `{appUrl}/api/auth/callback/azure-ad` is the accepted redirect URI. */
  appUrl: string
  signingKey: SigningKey
  /** What was handed out and must outlive a restart. */
  journal: Section<EntraEvent>
}
