import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { usePlatform } from '../platform/platform-context.tsx'
import { queryKeys } from '../platform/query-keys.ts'

/**
 * Goes to Microsoft's consent page, which refuses to be framed: inside Teams it opens in a popup, after which the settings
 * are fetched again. Resolves to whether the browser is leaving this page.
 */
export function useConsent(): (url: string) => Promise<boolean> {
  const { api, openPopup, surface } = usePlatform()
  const client = useQueryClient()
  return useCallback(
    async (url) => {
      if (openPopup) {
        await (await import('./consent-beside.ts')).consentBeside({ api, openPopup })
        await client.invalidateQueries({ queryKey: queryKeys.settings.all })
      } else if (surface === 'teams') window.open(url, '_blank', 'noopener')
      else {
        location.assign(url)
        return true
      }
      return false
    },
    [api, openPopup, surface, client],
  )
}
