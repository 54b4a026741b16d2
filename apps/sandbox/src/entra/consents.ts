import type { Directory } from '../directories/index.ts'
import type { EntraOptions } from './entra-options.ts'

/** Directories whose administrators have consented to the app. */
export type Consents = {
  isGiven(directory: Directory): boolean
  give(directory: Directory): void
}

const MODEL = 'AdminConsent'

export function createConsents({ journal }: Pick<EntraOptions, 'journal'>): Consents {
  const given = new Set<string>()
  for (const { model, tenantId } of journal.past) if (model === MODEL) given.add(tenantId)
  const isGiven = ({ tenantId, consent }: Directory) => consent === 'given' || given.has(tenantId)
  return {
    isGiven,
    give(directory) {
      if (isGiven(directory)) return
      const { tenantId } = directory
      given.add(tenantId)
      journal.append({ tenantId, model: MODEL, id: tenantId, payload: {}, expiresAt: Number.MAX_SAFE_INTEGER })
    },
  }
}
