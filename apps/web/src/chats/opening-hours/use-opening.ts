import { openingAt } from '@partyline/contract'
import type { NumberId, Opening } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'

const CHECK_EVERY_MS = 15_000
const MINUTE_MS = 60_000

/** Whether a line is open now and, if it is closed, when it opens. An unknown line counts as open. */
export function useOpening(numberId: NumberId): Opening {
  const { data: numbers } = useQuery(twilioNumbersQuery(useApi()))
  const { now } = useTimes()
  const [minute, setMinute] = useState(() => Math.floor(now() / MINUTE_MS))
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(now() / MINUTE_MS)), CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [now])
  const hours = numbers?.find(({ id }) => id === numberId)?.hours ?? null
  return openingAt(hours, new Date(minute * MINUTE_MS))
}
