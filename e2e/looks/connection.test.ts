import { connection } from '../pages/connection.ts'
import { refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Connection: this browser', ({ stage }) => browser(stage))
test('Connection: the texts, for Admins', ({ stage }) => texts(stage))
test('Connection: Twilio does not respond', ({ stage }) => paused(stage))
test('Connection: the texts failed to load', ({ stage }) => failed(stage))
test('Connection: at 820 px and 390 px', ({ stage }) => narrow(stage))

async function browser({ page, clinic, come, look }: Stage) {
  clinic.me = clinic.users.find(({ name }) => name === 'Omar Haddad')!
  const app = await come()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Connection' }).click()
  const { fact, here, server } = connection(page)
  await expect(fact('State')).toHaveText('Connected')
  await expect(fact('Transport')).toHaveText('WebSocket (fastest)')
  await expect(fact('Answer time')).toHaveText(/^[\d,]+ ms$/)
  await expect(fact('Last disconnected')).toHaveText('Not since this page was opened')
  await here.getByRole('button', { name: 'Measure again' }).press('Enter')
  await expect(fact('Answer time')).toHaveText(/^[\d,]+ ms$/)
  await expect(server).toBeHidden()
  await look()
  await page.getByRole('button', { name: 'Back to chats' }).press('Enter')
  await expect(app.list).toBeVisible()
}

async function texts({ page, come, look }: Stage) {
  await come('/connection')
  const { server } = connection(page)
  await expect(server).toContainText('Texts go out as they are written.')
  await expect(server.getByRole('definition').first()).toHaveText('None')
  await look()
}

async function paused({ page, clinic, come, look }: Stage) {
  const waiting = { waiting: 3, waitingSince: '2026-11-21T11:00:00.000Z', unknown: 1 }
  clinic.serverState = { ...waiting, paused: true, lastReportOn: null, lastDeliveredOn: null, lastTextOn: null }
  await come('/connection')
  const { server } = connection(page)
  await expect(server).toContainText('Twilio isn’t responding.')
  await expect(server.getByRole('definition').first()).toContainText('3, the oldest since Saturday, November 21, 2026')
  await look()
}

async function failed({ page, come, look }: Stage) {
  const allow = await refuse(page, 'settings.state')
  await come('/connection')
  const { server } = connection(page)
  const retry = server.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await look()
  await allow()
  await retry.click()
  await expect(server).toContainText('Texts go out as they are written.')
}

async function narrow({ page, come }: Stage) {
  await come('/connection')
  await expect(connection(page).fact('Answer time')).toHaveText(/ms$/)
  await expect(connection(page).server).toContainText('Texts go out as they are written.')
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
}
