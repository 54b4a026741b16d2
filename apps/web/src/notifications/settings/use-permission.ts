import { useSyncExternalStore } from 'react'

/** The browser's permission to notify, also after the person changes it in the browser's own settings. */
export function usePermission(): NotificationPermission {
  return useSyncExternalStore(onPermissionChange, () => Notification.permission)
}

function onPermissionChange(onChange: () => void) {
  const ended = new AbortController()
  // Browsers that don't know this permission show a change after the next click.
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', onChange, { signal: ended.signal }))
    .catch(() => undefined)
  return () => ended.abort()
}
