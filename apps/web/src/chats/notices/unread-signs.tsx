import { useEffect } from 'react'

const ICON = '/favicon.svg'
const ICON_WITH_DOT = '/favicon-unread.svg'

/** Shows how many messages wait where the page itself cannot be seen: on its tab's icon, and on the installed app's. */
export function UnreadSigns({ count }: { count: number }) {
  const waits = count > 0
  useEffect(() => {
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', waits ? ICON_WITH_DOT : ICON)
  }, [waits])

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // Only an installed app has a badge; elsewhere there is nothing to show it on.
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    shown.catch(() => undefined)
  }, [count])
  return null
}
