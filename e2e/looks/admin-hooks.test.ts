import { hookEvent, hookOf } from '@partyline/web/looks'
import { moveTo } from '../pages/keyboard.ts'
import { hold, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Webhooks: none yet', ({ stage }) => none(stage))
test('Webhooks: each state', ({ stage }) => states(stage))
test('Webhooks: two of the same host', ({ stage }) => sameHost(stage))
test('Webhooks: a test', ({ stage }) => tested(stage))
test('Webhooks: a test that fails', ({ stage }) => testFailed(stage))
test('Webhooks: the secret is copied', ({ stage }) => copied(stage))
test('Webhooks: the log, with events sent again by keyboard', ({ stage }) => log(stage))
test('Webhooks: the log, loading, failed, and by the page', ({ stage }) => pages(stage))

const HOST = 'prod-12.eastus.logic.azure.com'

async function none(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.hooks = []
  await come('/admin/webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Log' })).toBeHidden()
  await expectUsable(stage)
}

async function states(stage: Stage) {
  const { page, clinic, come } = stage
  const since = '2026-11-20T09:00:00.000Z'
  clinic.hooks = [
    hookOf(1, 'https://crm.example.com/events'),
    { ...hookOf(2, 'https://slow.example.com/'), failingSince: since, previousSecretUntil: '2026-11-21T09:00:00.000Z' },
    { ...hookOf(3, 'https://gone.example.com/'), enabled: false, disabled: { since, reason: 'gone' } },
    { ...hookOf(4, 'https://failing.example.com/'), enabled: false, disabled: { since, reason: 'failing' } },
    { ...hookOf(5, 'https://off.example.com/'), enabled: false, disabled: { since, reason: 'admin' } },
  ]
  await come('/admin/webhooks')
  const cards = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  await expect(cards).toHaveCount(5)
  await expect(cards.nth(1)).toContainText('It has been failing since')
  await expect(cards.nth(1)).toContainText('also signed with the previous secret')
  await expect(cards.nth(2)).toContainText('it is gone (410)')
  await expect(cards.nth(3)).toContainText('Disabled after failing for five days')
  await expect(cards.nth(4)).toContainText('Disabled by an Admin')
  await expect(page.getByRole('link', { name: 'Webhooks' })).toContainText('A webhook needs attention')
  await expectUsable(stage)
}

async function sameHost(stage: Stage) {
  const { page, clinic, come } = stage
  const flow = (id: string) => `https://${HOST}/workflows/${id.repeat(32)}/triggers/manual/paths/invoke?sig=x`
  clinic.hooks = [hookOf(1, flow('a')), hookOf(2, flow('b')), hookOf(3, 'https://crm.example.com/events')]
  await come('/admin/webhooks')
  await expect(page.getByRole('list', { name: 'Webhooks' }).getByRole('heading')).toHaveText([
    `${HOST}/workflows/${'a'.repeat(32)}/triggers/manual/paths/invoke`,
    `${HOST}/workflows/${'b'.repeat(32)}/triggers/manual/paths/invoke`,
    'crm.example.com',
  ])
  const card = page.getByRole('region', { name: 'Log' })
  await card.getByRole('combobox', { name: 'Webhook' }).click()
  await expect(page.getByRole('option')).toHaveText([/\/a+\//, /\/b+\//, 'crm.example.com'])
  await page.keyboard.press('Escape')
  await expectUsable(stage)
}

const sendTest = ({ page }: Stage) => page.getByRole('button', { name: /^Send(ing…| test) to prod-12/ })

async function tested(stage: Stage) {
  const { page, come } = stage
  await come('/admin/webhooks')
  const send = sendTest(stage)
  const letGo = await hold(page, 'hooks.test')
  await moveTo(page, send)
  await page.keyboard.press('Enter')
  await expect(send).toHaveText('Sending…')
  await letGo()
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('The test was delivered (202).')
  await expect(send).toHaveText('Send test')
}

async function testFailed(stage: Stage) {
  const { page, clinic, come, look } = stage
  clinic.hookEvents.unshift({ ...hookEvent(0, 'failed'), kind: 'webhook.test' })
  await come('/admin/webhooks')
  const send = sendTest(stage)
  await moveTo(page, send)
  await page.keyboard.press('Enter')
  const failed = page.getByRole('dialog', { name: 'The test failed' })
  await expect(failed).toContainText('The server answered with an error · HTTP 503')
  await look()
  await page.keyboard.press('Escape')
  await expect(send).toBeFocused()
}

async function copied({ page, come, look }: Stage) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await come('/admin/webhooks')
  await page.getByRole('button', { name: `More actions for ${HOST}` }).click()
  await page.getByRole('menuitem', { name: 'Replace secret' }).click()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the webhook' })
  await look()
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expect(shown.getByRole('status')).toHaveText('Copied')
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
  const pasted = page.evaluate<string>('navigator.clipboard.readText()')
  expect(await pasted).toBe(secret)
}

async function log(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.hooks.push(hookOf(2, 'https://crm.example.com/'))
  clinic.hookEvents = [
    hookEvent(1, 'waiting'),
    hookEvent(2, 'failed'),
    hookEvent(3, 'missed'),
    hookEvent(4, 'delivered'),
    { ...hookEvent(5, 'failed'), kind: 'webhook.test' },
    { ...hookEvent(6, 'waiting'), attempts: [], nextAttemptOn: null },
  ]
  await come('/admin/webhooks')
  const card = page.getByRole('region', { name: 'Log' })
  const entries = card.getByRole('listitem')
  await expect(entries).toHaveCount(6)
  await expect(entries.nth(0)).toContainText('Next attempt')
  await expect(entries.nth(0).getByRole('button', { name: /Send again/ })).toBeVisible()
  await expect(entries.nth(5).getByRole('button', { name: /Send again/ })).toBeHidden()
  await moveTo(page, entries.nth(1).locator('summary'))
  await page.keyboard.press('Enter')
  await expect(entries.nth(1)).toContainText('The server answered with an error · HTTP 503 · 122 ms')
  await expectUsable(stage)
  await moveTo(page, entries.nth(1).getByRole('button', { name: /^Send again/ }))
  await page.keyboard.press('Enter')
  await expect(entries.nth(1)).toContainText('Delivered')
  await expect(entries.nth(2)).toContainText('Not sent')
  await moveTo(page, card.getByRole('button', { name: 'Send all again' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('3 events are being sent again.')
  await expect(entries.nth(2)).toContainText('Delivered')
}

async function pages({ page, clinic, come, look }: Stage) {
  clinic.hookEvents = Array.from({ length: 60 }, (_, nth) => hookEvent(nth + 1, 'delivered'))
  const allow = await refuse(page, 'hooks.events')
  const letGo = await hold(page, 'hooks.events')
  await come('/admin/webhooks')
  const card = page.getByRole('region', { name: 'Log' })
  await expect(card.locator('[aria-busy=true]')).toBeVisible()
  await letGo()
  await expect(card.getByText('The log couldn’t be loaded')).toBeVisible()
  await look()
  await allow()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(50)
  await moveTo(page, card.getByRole('button', { name: 'Show more' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('listitem')).toHaveCount(60)
}
