import type { Provider } from 'oidc-provider'
import { findDirectory, type Directory } from '../../directories/index.ts'
import { createIdentityProvider } from './identity-provider.ts'
import type { EntraOptions } from '../entra-options.ts'

export type Tenants = {
  /** The directories of a path segment; empty if there is no such tenant. */
  named(segment: string): readonly Directory[]
  providerOf(directory: Directory): Provider
  /** The provider that issued this code or refresh token, whichever tenant is in the path. */
  minterOf(token: { kind: 'AuthorizationCode' | 'RefreshToken'; value: string }): Promise<Provider | undefined>
}

/** Path segments for all organizations. */
const SHARED_SEGMENTS = new Set(['organizations', 'common'])

export function createTenants({ directories, ...shared }: EntraOptions): Tenants {
  const providers = new Map<string, Provider>()

  function providerOf(directory: Directory) {
    const provider = providers.get(directory.tenantId) ?? createIdentityProvider({ directory, ...shared })
    providers.set(directory.tenantId, provider)
    return provider
  }

  return {
    named(segment) {
      if (SHARED_SEGMENTS.has(segment)) return directories
      const directory = findDirectory(directories, segment)
      return directory ? [directory] : []
    },
    providerOf,
    async minterOf({ kind, value }) {
      for (const provider of directories.map(providerOf)) {
        if (await provider[kind].adapter.find(value)) return provider
      }
      return undefined
    },
  }
}
