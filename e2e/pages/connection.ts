import type { Page } from '@playwright/test'

const FACTS = ['State', 'Since', 'Transport', 'Answer time', 'Last disconnected']

/** The screen at `/connection`. */
export function connection(page: Page) {
  const here = page.getByRole('region', { name: 'This browser' })
  const fact = (name: string) => here.getByRole('definition').nth(FACTS.indexOf(name))
  return { here, fact, server: page.getByRole('region', { name: 'Texts' }) }
}
