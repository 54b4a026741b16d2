import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { usePlatform } from '../platform/platform-context.tsx'

/**
 * Goes to Microsoft's consent page. It refuses to be framed: inside Teams it opens in a window beside, and what it
 * changed is asked for when that window is closed.
 */
export function useConsent(): (url: string) => Promise<void> {
  const { api, openBeside, surface } = usePlatform()
  const client = useQueryClient()
  return useCallback(
    async (url) => {
      if (openBeside) {
        await (await import('./consent-beside.ts')).consentBeside({ api, openBeside })
        await client.invalidateQueries({ queryKey: ['settings'] })
      } else if (surface === 'teams') window.open(url, '_blank', 'noopener')
      else location.assign(url)
    },
    [api, openBeside, surface, client],
  )
}
