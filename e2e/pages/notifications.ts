import type { Page } from '@playwright/test'

/** Script for an unfocused window that records notifications, in a browser that grants the permission when asked. */
export const recordNotifications = (permission: 'granted' | 'default') => `
  Document.prototype.hasFocus = () => false
  window.told = []
  window.Notification = class extends EventTarget {
    static permission = '${permission}'
    static async requestPermission() {
      return (this.permission = 'granted')
    }
    constructor(title, { body }) {
      super()
      window.told.push(title + ': ' + body)
      window.lastNotification = this
    }
    close() {}
  }
`

/** The recorded notifications: title and text. */
export const notificationsOf = (page: Page) => page.evaluate<string[]>('window.told')

export const clickLastNotification = (page: Page) =>
  page.evaluate("window.lastNotification.dispatchEvent(new Event('click'))")
