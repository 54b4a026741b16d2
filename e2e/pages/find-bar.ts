import type { FrameLocator, Page } from '@playwright/test'

/** The bar that finds messages in the open chat. */
export function findBar(page: Page | FrameLocator) {
  const bar = page.getByRole('search', { name: 'Find in this chat' })
  return {
    open: page.getByRole('button', { name: 'Find in this chat' }),
    bar,
    field: bar.getByRole('searchbox'),
    older: bar.getByRole('button', { name: 'Older match' }),
    newer: bar.getByRole('button', { name: 'Newer match' }),
    close: bar.getByRole('button', { name: 'Close' }),
  }
}
