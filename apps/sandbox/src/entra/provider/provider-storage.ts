import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Section } from '../../journal/index.ts'

/** An issued grant or refresh token; without payload, it was revoked. */
export type EntraEvent = { tenantId: string; model: string; id: string; payload?: AdapterPayload; expiresAt: number }

/** Models that survive a restart, because apps keep refresh tokens for months. Others expire within minutes. */
const PERSISTENT = new Set(['Grant', 'RefreshToken'])

/** The storage of one directory's identity provider. */
export function createProviderStorage(tenantId: string, journal: Section<EntraEvent>): (model: string) => Adapter {
  const everything: Map<string, Kept>[] = []
  return (model) => {
    const kept = replay(journal.past.filter((event) => event.tenantId === tenantId && event.model === model))
    everything.push(kept)

    function read(id: string): AdapterPayload | undefined {
      const found = kept.get(id)
      if (found && found.expiresAt > Date.now()) return found.payload
      kept.delete(id)
      return undefined
    }

    function findBy(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
      for (const { payload, expiresAt } of kept.values()) {
        if (expiresAt > Date.now() && matches(payload)) return payload
      }
      return undefined
    }

    function forget(id: string): void {
      if (kept.delete(id) && PERSISTENT.has(model)) journal.append({ tenantId, model, id, expiresAt: 0 })
    }

    return {
      upsert: async (id, payload, expiresIn) => {
        const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Number.MAX_SAFE_INTEGER
        kept.set(id, { payload, expiresAt })
        if (PERSISTENT.has(model)) journal.append({ tenantId, model, id, payload, expiresAt })
        if (model === 'AuthorizationCode') everything.forEach(dropExpired)
      },
      find: async (id) => read(id),
      findByUid: async (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
      destroy: async (id) => forget(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, { payload }] of kept) if (payload.grantId === grantId) forget(id)
      },
      consume: async (id) => {
        const payload = read(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
    }
  }
}

type Kept = { payload: AdapterPayload; expiresAt: number }

function replay(events: readonly EntraEvent[]): Map<string, Kept> {
  const kept = new Map<string, Kept>()
  for (const { id, payload, expiresAt } of events) {
    if (payload) kept.set(id, { payload, expiresAt })
    else kept.delete(id)
  }
  dropExpired(kept)
  return kept
}

function dropExpired(kept: Map<string, Kept>): void {
  const now = Date.now()
  for (const [id, { expiresAt }] of kept) if (expiresAt <= now) kept.delete(id)
}
