import type { Sandbox } from '@partyline/sandbox'
import type { Page } from '@playwright/test'
import type { TestBrowser } from './browser.ts'

/** Opens the page and collects errors of the browser. */
export async function openPhones(browser: TestBrowser, { url }: Sandbox, size = { width: 1366, height: 768 }) {
  const page = await browser.context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) complaints.push(request.url())
  })
  await page.setViewportSize(size)
  await page.goto(url)
  await page.getByRole('article', { name: 'Henry Okafor’s phone' }).waitFor()
  return { page, complaints }
}

export const phoneOf = (page: Page, name: string) => page.getByRole('article', { name: `${name}’s phone` })
export const threadOf = (page: Page, name: string) => page.getByRole('log', { name: `Texts on ${name}’s phone` })
