import { useEffect } from 'react'

const ICON = '/favicon.svg'
const ICON_WITH_DOT = '/favicon-unread.svg'

/** Shows unread messages on the tab's icon and as a badge on the installed app, until the session ends. */
export function UnreadIcons({ count }: { count: number }) {
  const waits = count > 0
  useEffect(() => {
    if (!waits) return undefined
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    icon?.setAttribute('href', ICON_WITH_DOT)
    return () => icon?.setAttribute('href', ICON)
  }, [waits])

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return undefined
    // Only installed apps have a badge.
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    shown.catch(() => undefined)
    return () => void navigator.clearAppBadge().catch(() => undefined)
  }, [count])
  return null
}
