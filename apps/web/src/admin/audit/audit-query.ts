import type { AuditEntryId, AuditKind, UserId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { settingsKeys } from '../../settings/index.ts'

/** Whose deeds, and of which kind; null: all. */
export type AuditFilter = { by: UserId | null; kind: AuditKind | null }

/** Newest first, by the page. */
export function auditQuery(api: Api, { by, kind }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...settingsKeys.all, 'audit', by, kind] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(by && { by }), ...(kind && { kind }), ...(pageParam && { before: pageParam }) }
      return api.call('settings.audit', { query: { ...query, limit: PAGE.auditEntries }, signal })
    },
    initialPageParam: null as AuditEntryId | null,
    getNextPageParam: (page) => (page.length < PAGE.auditEntries ? null : (page.at(-1)?.id ?? null)),
    // Almost everything that is done anywhere adds to it.
    staleTime: 0,
  })
}
