import type { NumberId, TwilioNumber } from '@partyline/contract'
import { CONSENT_BOUNDS } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import type { Recipient } from './recipients.ts'

const NONE: readonly never[] = []

/** The phones that have not given the written consent that the line asks for. A new number can’t have. */
export function useLackingConsent(
  line: Pick<TwilioNumber, 'id' | 'consent'> | undefined,
  phones: readonly Recipient[],
): readonly Recipient[] {
  const api = useApi()
  const isAsked = line !== undefined && line.consent !== 'off'
  const lineId = line?.id ?? ('' as NumberId)
  const numberIds = phones
    .filter(({ isNewNumber }) => !isNewNumber)
    .map(({ id }) => id as string as NumberId)
    .toSorted()
    .slice(0, CONSENT_BOUNDS.checked)
  const { data = NONE } = useQuery({
    queryKey: queryKeys.contacts.consentChecks(lineId, numberIds),
    queryFn: ({ signal }) => api.call('consent.check', { body: { lineId, numberIds }, signal }),
    enabled: isAsked && numberIds.length > 0,
    staleTime: 0,
  })
  if (!isAsked) return NONE
  const lacking: readonly string[] = data
  return phones.filter(({ id, isNewNumber }) => isNewNumber || lacking.includes(id))
}
