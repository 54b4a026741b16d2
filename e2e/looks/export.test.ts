import { chatPane } from '../pages/chat-pane.ts'
import { addChat, addressOf } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Export conversation: by keyboard, with a period that is wrong at first', ({ stage }) => period(stage))
test('Export conversation: of a deleted chat, at 390 px', ({ stage }) => deleted(stage))

async function openModal({ page, come }: Stage, { id }: ReturnType<typeof addChat>) {
  const app = await come(addressOf(id))
  await app.membersButton.click()
  await chatPane(page).choose('Export conversation…')
  const dialog = page.getByRole('dialog', { name: 'Export conversation' })
  await expect(dialog.getByRole('radio', { name: /^Page to print or send/ })).toBeFocused()
  /** Its address, once the work has started it. */
  async function downloadOf(work: () => Promise<void>): Promise<URL> {
    const started = page.waitForEvent('download')
    await work()
    const download = await started
    await download.cancel()
    return new URL(download.url())
  }
  return { dialog, downloadOf, toast: app.toast }
}

async function period(stage: Stage) {
  const { page, clinic, look } = stage
  const chat = addChat(clinic, { name: 'Ruth Export', contacts: [{ name: 'Ruth Export', number: '+12025557611' }] })
  const { dialog, downloadOf, toast } = await openModal(stage, chat)
  await look()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  const [from, to] = [dialog.getByRole('textbox', { name: 'From' }), dialog.getByRole('textbox', { name: 'To' })]
  await from.fill('2026-03-02')
  await to.fill('2026-03-01')
  await dialog.getByRole('checkbox', { name: /Include notes/ }).check()
  const submit = dialog.getByRole('button', { name: 'Export' })
  await submit.press('Enter')
  await expect(to).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('The period ends before it begins.')
  await look()
  await to.fill('')
  await submit.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Choose a date.')
  // A typo for 2026.
  await from.fill('0026-03-01')
  await to.fill('2026-03-01')
  await submit.press('Enter')
  await expect(from).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('Choose a date.')
  await from.fill('2999-01-01')
  await to.fill('2999-01-02')
  await submit.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Choose a day that has begun.')

  await from.fill('2026-03-02')
  await to.fill('2026-03-02')
  const { pathname, searchParams } = await downloadOf(() => submit.press('Enter'))
  await expect(dialog).toBeHidden()
  await expect(toast).toContainText('Export started')
  expect(pathname).toBe(`/api/v1/chats/${chat.id}/export`)
  const { timeZone, ...query } = Object.fromEntries(searchParams)
  expect(timeZone).toBe(await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone'))
  const [start, end] = await page.evaluate(() => [
    new Date(2026, 2, 2).toISOString(),
    new Date(2026, 2, 3).toISOString(),
  ])
  expect(query).toEqual({ format: 'html', notes: 'true', from: start, to: end })
}

async function deleted(stage: Stage) {
  const { page, clinic, look } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = addChat(clinic, { name: 'Ruth Deleted' })
  chat.archived = true
  const { dialog, downloadOf } = await openModal(stage, chat)
  await look()
  await dialog.getByRole('radio', { name: /JSON/ }).check()
  const { searchParams } = await downloadOf(() => dialog.getByRole('button', { name: 'Export' }).click())
  const query = Object.fromEntries(searchParams)
  expect(query).toMatchObject({ format: 'json', notes: 'false' })
  expect(query).not.toHaveProperty('from')
}
