import type { SessionId } from '@partyline/contract'
import { hold, REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Active sessions: loading', ({ stage }) => loading(stage))
test('Active sessions: failed', ({ stage }) => failed(stage))
test('Active sessions: ending one: submitting, refused, and ended', ({ stage }) => ending(stage))
test('Active sessions: ending all: submitting and refused', ({ stage }) => endingAll(stage))

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
  const [here] = stage.clinic.sessions
  const another = {
    id: '0000000d-0000-4000-8000-000000000002' as SessionId,
    device: 'Safari on iPhone',
    current: false,
  }
  stage.clinic.sessions.push({ ...here!, ...another })
  return open(stage)
}

async function ending(stage: Stage) {
  const dialog = await openWithAnother(stage)
  const allow = await refuse(stage.page, 'sessions.end')
  const letGo = await hold(stage.page, 'sessions.end')
  await dialog.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click()
  await expect(dialog.getByRole('button', { name: 'Signing out…: Safari on iPhone' })).toBeVisible()
  await stage.look()
  await letGo()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await stage.look()
  await expect(dialog.getByRole('button', { name: 'Sign out: Safari on iPhone' })).toBeEnabled()
  await allow()
  await dialog.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText([/This browser/])
  await expect(dialog.getByRole('button', { name: /^Sign out:/ })).toHaveCount(0)
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
