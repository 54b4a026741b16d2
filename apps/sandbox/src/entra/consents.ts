import type { Directory } from '../directories/index.ts'
import type { EntraOptions } from './entra-options.ts'

/** Directories whose administrators have consented to the app. */
export type Consents = {
  isGiven(directory: Directory): boolean
  give(directory: Directory): void
}

const MODEL = 'AdminConsent'

export function createConsents({ directories, journal }: Pick<EntraOptions, 'directories' | 'journal'>): Consents {
  const given = new Set(directories.filter(({ consent }) => consent === 'given').map(({ tenantId }) => tenantId))
  for (const { model, tenantId } of journal.past) if (model === MODEL) given.add(tenantId)
  return {
    isGiven: ({ tenantId }) => given.has(tenantId),
    give({ tenantId }) {
      if (given.has(tenantId)) return
      given.add(tenantId)
      journal.append({ tenantId, model: MODEL, id: tenantId, payload: {}, expiresAt: Number.MAX_SAFE_INTEGER })
    },
  }
}
