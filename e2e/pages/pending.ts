import type { FrameLocator, Page } from '@playwright/test'

/** Messages that have not been sent, above the composer, and the menu next to Send. */
export function pendingMessages(page: Page | FrameLocator) {
  const region = page.getByRole('region', { name: 'Messages that haven’t been sent' })
  return {
    region,
    items: region.getByRole('listitem'),
    item: (text: string) => region.getByRole('listitem').filter({ hasText: text }),
    action: (name: string, text: string) => region.getByRole('button', { name: `${name}: ${text}` }),
    more: page.getByRole('button', { name: 'Message options' }),
    menu: page.getByRole('menu', { name: 'Message options' }),
    schedule: page.getByRole('button', { name: 'Schedule', exact: true }),
    cancelEdit: page.getByRole('button', { name: 'Cancel editing' }),
    /** The button of a held message. */
    undo: page.getByRole('button', { name: 'Undo', exact: true }),
  }
}

/** A day from now, for the API. */
export const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
