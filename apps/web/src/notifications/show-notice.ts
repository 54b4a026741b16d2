import type { ChatId } from '@partyline/contract'
import { closeNotices } from '../core/notices/close-notices.ts'
import { NOTICE_ICONS } from '../core/notices/notice.ts'
import type { Notice } from './notifier.ts'

/** Shows a notification. Returns how to close it, or null if the browser does not show it. */
export async function showNotice(
  { title, body, tag, chatId }: Notice,
  onOpen: (chatId: ChatId) => void,
): Promise<(() => void) | null> {
  if (Notification.permission !== 'granted') return null
  const options = { body, tag, ...NOTICE_ICONS }
  let notification: Notification
  try {
    notification = new Notification(title, options)
  } catch {
    // Chrome on Android only shows notifications of service workers. Without one, the page's own signs have to do.
    return showByWorker(title, options)
  }
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    onOpen(chatId)
  })
  return () => notification.close()
}

async function showByWorker(title: string, options: NotificationOptions & { tag: string }) {
  if (!('serviceWorker' in navigator)) return null
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    if (!registration) return null
    await registration.showNotification(title, options)
    return () => void closeNotices(registration, [options.tag]).catch(() => undefined)
  } catch {
    // The same if the service worker may not, either.
    return null
  }
}
