import type { Page } from '@playwright/test'

/** Script for an unfocused window that records notifications, in a browser that grants the permission when asked. */
export const recordNotifications = (permission: 'granted' | 'default') => `
  Document.prototype.hasFocus = () => false
  window.told = []
  window.takenBack = []
  window.Notification = class extends EventTarget {
    static permission = '${permission}'
    static async requestPermission() {
      return (this.permission = 'granted')
    }
    constructor(title, { body }) {
      super()
      this.words = title + ': ' + body
      window.told.push(this.words)
      window.lastNotification = this
    }
    close() {
      window.takenBack.push(this.words)
    }
  }
`

/** The recorded notifications: title and text. */
export const notificationsOf = (page: Page) => page.evaluate<string[]>('window.told')

/** Those that the page has closed. */
export const takenBackOf = (page: Page) => page.evaluate<string[]>('window.takenBack')

export const clickLastNotification = (page: Page) =>
  page.evaluate("window.lastNotification.dispatchEvent(new Event('click'))")
