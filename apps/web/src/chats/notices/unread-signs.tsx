import { useEffect } from 'react'

const ICON = '/favicon.svg'
const ICON_WITH_DOT = '/favicon-unread.svg'

/**
 * Shows how many messages wait where the page itself cannot be seen: on its tab's icon, and on the installed app's.
 * Nothing of it is left when the session has ended.
 */
export function UnreadSigns({ count }: { count: number }) {
  const waits = count > 0
  useEffect(() => {
    if (!waits) return undefined
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    icon?.setAttribute('href', ICON_WITH_DOT)
    return () => icon?.setAttribute('href', ICON)
  }, [waits])

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return undefined
    // Only an installed app has a badge; elsewhere there is nothing to show it on.
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    shown.catch(() => undefined)
    return () => void navigator.clearAppBadge().catch(() => undefined)
  }, [count])
  return null
}
