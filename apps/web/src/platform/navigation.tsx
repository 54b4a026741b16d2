import type { ChatId } from '@partyline/contract'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { Router, useLocation, useRouter, useSearch } from 'wouter'
import type { AroundNavHandler } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { layers } from './layers.ts'
import { linkTo } from './links.ts'
import { usePlatform } from './platform-context.tsx'
import { basenameOf } from './surface.ts'

// The only file, with app/routes.tsx, that knows the router: docs/adr/0005-a-small-first-load.md.
export { Link } from 'wouter'

/** Makes every address below relative to where the app stands: `/`, or `/teams-app` in Teams. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const { surface } = usePlatform()
  const base = basenameOf(surface)
  return (
    <Router base={base === '/' ? '' : base} aroundNav={navigateBelowLayers}>
      {children}
    </Router>
  )
}

/** What lies over a page has entries in the history, which navigation has to know of. */
const navigateBelowLayers: AroundNavHandler = (navigate, to, { replace = false, ...options } = {}) =>
  layers().navigate((how) => navigate(to, { ...options, ...how }), { replace })

/** Turns a path into a link's target: in Teams with the parameters that are kept. */
export function useLinkTo(): (path: string) => string {
  const { surface } = usePlatform()
  // Elsewhere nothing is kept: a list of links need not be drawn anew because another chat was opened.
  const search = useLocationProperty(() => (surface === 'teams' ? location.search : ''))
  return useCallback((path) => linkTo(path, { surface, search }), [surface, search])
}

/** Goes to a path, by the same rule as {@link useLinkTo}. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const [, navigate] = useLocation()
  const link = useLinkTo()
  return useCallback((path, options) => navigate(link(path), options), [navigate, link])
}

/** The path of the address, without where the app stands. */
export function usePath(): string {
  return useLocation()[0]
}

/** The query of the address. */
export function useQueryParameters(): URLSearchParams {
  return new URLSearchParams(useSearch())
}

/** The address as the browser shows it, from the host's root on. */
export function useWholeAddress(): string {
  const { base } = useRouter()
  const [path] = useLocation()
  const search = useSearch()
  return base + path + (search && `?${search}`)
}

/** The opened chat stands in the address as `?chat={id}`; null shows the list alone. */
export function useOpenedChat(): [ChatId | null, (chatId: ChatId | null) => void] {
  const chatId = useQueryParameters().get('chat') as ChatId | null
  const go = useGo()
  const open = useCallback((id: ChatId | null) => go(`/?chat=${id ?? ''}`), [go])
  return [chatId || null, open]
}
