import type { Directory } from '../directories/index.ts'
import type { Section } from '../journal/index.ts'
import type { EntraEvent } from './provider/provider-storage.ts'
import type { SigningKey } from './signing-key.ts'

export type EntraOptions = {
  directories: readonly Directory[]
  /** The app's address: `{appUrl}/api/auth/callback/azure-ad` is the accepted redirect URI. */
  appUrl: string
  signingKey: SigningKey
  /** Issued tokens and consents that must survive a restart. */
  journal: Section<EntraEvent>
}

/** Options of one directory's provider. */
export type IdentityProviderOptions = Omit<EntraOptions, 'directories'> & { directory: Directory }
