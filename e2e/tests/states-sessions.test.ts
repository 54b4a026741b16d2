import { answer, hold, REASON, refuse } from '../pages/network.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Active sessions', state: 'loading', play: loading },
  { screen: 'Active sessions', state: 'failed', play: failed },
  { screen: 'Active sessions', state: 'ending one: submitting and refused', play: ending },
  { screen: 'Active sessions', state: 'ending all: submitting and refused', play: endingAll },
]

playStates(STATES)

async function open({ page, come }: Stage) {
  const app = await come()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Active sessions' }).click()
  return app.dialog('Active sessions')
}

async function loading(stage: Stage) {
  const letGo = await hold(stage.page, 'sessions.list')
  const dialog = await open(stage)
  await expect(dialog.getByText('Loading', { exact: true })).toBeAttached()
  await stage.look()
  await letGo()
  await expect(dialog.getByText('This browser')).toBeVisible()
  await expect(dialog.getByText('Loading', { exact: true })).not.toBeAttached()
}

async function failed(stage: Stage) {
  const allow = await refuse(stage.page, 'sessions.list')
  const dialog = await open(stage)
  await expect(dialog.getByText('Sessions couldn’t be loaded')).toBeVisible()
  await expect(dialog.getByText(REASON)).toBeVisible()
  await stage.look()
  await allow()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('This browser')).toBeVisible()
}

/** Two browsers: this one, and another. */
async function openWithAnother(stage: Stage) {
  const seenOn = '2026-11-20T09:00:00.000Z'
  const id = '019a0000-0000-7000-8000-000000000001'
  const here = { id, device: 'Chrome on Windows', seenOn, current: true }
  const another = { ...here, id: id.replace(/1$/, '2'), device: 'Safari on iPhone', current: false }
  await answer(stage.page, 'sessions.list', (route) => route.fulfill({ json: { data: [here, another] } }))
  return open(stage)
}

async function ending(stage: Stage) {
  const dialog = await openWithAnother(stage)
  await refuse(stage.page, 'sessions.end')
  const letGo = await hold(stage.page, 'sessions.end')
  await dialog.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click()
  await expect(dialog.getByRole('button', { name: 'Signing out…: Safari on iPhone' })).toBeVisible()
  await stage.look()
  await letGo()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await stage.look()
  await expect(dialog.getByRole('button', { name: 'Sign out: Safari on iPhone' })).toBeEnabled()
}

async function endingAll(stage: Stage) {
  const dialog = await openWithAnother(stage)
  await refuse(stage.page, 'sessions.endAll')
  const letGo = await hold(stage.page, 'sessions.endAll')
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(dialog.getByRole('button', { name: 'Signing out…' })).toBeVisible()
  await letGo()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await stage.look()
  await expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toBeEnabled()
}
