import { useEffect } from 'react'

const ICON = '/favicon.svg'
const ICON_WITH_DOT = '/favicon-unread.svg'

/** Shows unread chats on the tab's icon and as a badge on the installed app, until the session ends. */
export function UnreadIcons({ count }: { count: number }) {
  const waits = count > 0
  useEffect(() => {
    if (!waits) return undefined
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    icon?.setAttribute('href', ICON_WITH_DOT)
    return () => icon?.setAttribute('href', ICON)
  }, [waits])

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // Only installed apps have a badge.
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    shown.catch(() => undefined)
  }, [count])
  // Not between two counts: the badge would flicker.
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return undefined
    return () => void navigator.clearAppBadge().catch(() => undefined)
  }, [])
  return null
}
