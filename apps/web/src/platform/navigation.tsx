import type { ChatId } from '@partyline/contract'
import { useCallback, useEffect, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { Router, useLocation, useRouter, useSearch } from 'wouter'
import type { AroundNavHandler } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { layers } from './layers.ts'
import { linkTo } from './links.ts'
import { NEW_CHAT, newChatId } from './new-chat-id.ts'
import { notePageChange } from './page-change.ts'
import { usePlatform } from './platform-context.tsx'
import { basenameOf } from './surface.ts'

// Only this file and app/routes.tsx import the router: docs/adr/0005-a-small-first-load.md.
export { Link } from 'wouter'

/** Makes addresses relative to the app's base: `/`, or `/teams-app` in Teams. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const { surface } = usePlatform()
  const base = basenameOf(surface)
  return (
    <Router base={base === '/' ? '' : base} aroundNav={navigateBelowLayers}>
      {children}
    </Router>
  )
}

/** Layers over a page have entries in the history, which navigation has to respect. */
const navigateBelowLayers: AroundNavHandler = (navigate, to, { replace = false, ...options } = {}) => {
  const note = notePageChange({ replace })
  layers().navigate((how) => note(() => navigate(to, { ...options, ...how })), { replace })
}

/** Turns a path into a link target; in Teams, with the parameters to keep. */
export function useLinkTo(): (path: string) => string {
  const { surface } = usePlatform()
  // Elsewhere nothing is kept, so that links don't render again when another chat is opened.
  const search = useLocationProperty(() => (surface === 'teams' ? location.search : ''))
  return useCallback((path) => linkTo(path, { surface, search }), [surface, search])
}

/** Navigates to a path, by the rules of {@link useLinkTo}. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const [, navigate] = useLocation()
  const link = useLinkTo()
  return useCallback((path, options) => navigate(link(path), options), [navigate, link])
}

/** The address's path without the app's base. */
export function usePath(): string {
  return useLocation()[0]
}

/** The address's query parameters. */
export function useQueryParameters(): URLSearchParams {
  return new URLSearchParams(useSearch())
}

/** Keeps the query of the address as `change` makes it, whichever entry of the history is shown, without new entries. */
export function useKeptQuery(change: (current: URLSearchParams) => URLSearchParams): void {
  const search = useSearch()
  useEffect(() => {
    const current = new URLSearchParams(search)
    const query = change(current).toString()
    if (query === current.toString()) return
    // A comma needs no encoding in a query.
    const address = (query && `?${query.replaceAll('%2C', ',')}`) + location.hash
    history.replaceState(history.state, '', location.pathname + address)
  }, [search, change])
}

/** The path and query with the app's base. */
export function useWholeAddress(): string {
  const { base } = useRouter()
  const [path] = useLocation()
  const search = useSearch()
  return base + path + (search && `?${search}`)
}

/** The opened chat, which is in the address as `?chat={id}`, or a new one; null shows only the list. */
export function useOpenedChat(): [ChatId | null, (chatId: ChatId | null, options?: { replace?: boolean }) => void] {
  const chatId = useQueryParameters().get('chat') as ChatId | null
  const go = useGo()
  const open = useCallback<(id: ChatId | null, options?: { replace?: boolean }) => void>(
    (id, options) => go(`/?chat=${id ?? ''}`, options),
    [go],
  )
  useLayoutEffect(() => {
    if (chatId === NEW_CHAT) open(newChatId(), { replace: true })
  }, [chatId, open])
  return [chatId || null, open]
}
