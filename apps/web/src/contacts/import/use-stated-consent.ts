import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { consentBody, consentErrors, firstConsent } from './consent-values.ts'
import type { ConsentValues } from './consent-values.ts'
import { suggestedRows } from './row-choice.ts'
import type { ChoiceColumn } from './row-choice.ts'

/** The consent form of an import, for all rows or those of a choice. Errors are shown from the first attempt on. */
export function useStatedConsent(columns: readonly ChoiceColumn[]) {
  const lines = useQuery(twilioNumbersQuery(useApi()))
  const [changes, setChanges] = useState<Partial<ConsentValues>>({})
  const [attempts, setAttempts] = useState(0)
  const { state = 'none' } = changes
  const suggested = useMemo(() => (state === 'none' ? null : suggestedRows(columns, state)), [columns, state])
  const values = {
    ...firstConsent(lines.data?.map(({ id }) => id) ?? []),
    ...changes,
    rows: changes.rows === undefined ? suggested : changes.rows,
  }
  const errors = consentErrors(values)
  return {
    values,
    errors: attempts > 0 ? errors : {},
    /** Failed attempts. */
    attempts,
    body: consentBody(values),
    /** A signature counts only for what was signed, and a choice of rows only for its statement. */
    change: (change: Partial<ConsentValues>) =>
      setChanges({ ...changes, isSigned: false, ...(change.state && { rows: undefined }), ...change }),
    /** For another file, or other columns. */
    forgetRows: () => setChanges({ ...changes, isSigned: false, rows: undefined }),
    /** Whether it can be recorded. Shows the errors. */
    check(): boolean {
      const isComplete = Object.keys(errors).length === 0
      setAttempts(isComplete ? 0 : attempts + 1)
      return isComplete
    },
  }
}
