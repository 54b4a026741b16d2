import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { consentBody, consentErrors, firstConsent } from './consent-values.ts'
import type { ConsentValues } from './consent-values.ts'

/** The consent form of an import. Errors are shown from the first attempt on. */
export function useStatedConsent() {
  const lines = useQuery(twilioNumbersQuery(useApi()))
  const [changes, setChanges] = useState<Partial<ConsentValues>>({})
  const [attempts, setAttempts] = useState(0)
  const values = { ...firstConsent(lines.data?.map(({ id }) => id) ?? []), ...changes }
  const errors = consentErrors(values)
  return {
    values,
    errors: attempts > 0 ? errors : {},
    /** Failed attempts. */
    attempts,
    body: consentBody(values),
    /** A signature counts only for what was signed. */
    change: (change: Partial<ConsentValues>) => setChanges({ ...changes, isSigned: false, ...change }),
    /** Whether it can be recorded. Shows the errors. */
    check(): boolean {
      const isComplete = Object.keys(errors).length === 0
      setAttempts(isComplete ? 0 : attempts + 1)
      return isComplete
    },
  }
}
