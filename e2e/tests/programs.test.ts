import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { formKeys } from '../pages/form-keys.ts'
import { startHookReceiver } from '../pages/hook-receiver.ts'
import { textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { expect, test } from '../test.ts'

/** A call of a program with its key. */
async function callWith(token: string, path: string, body?: object) {
  const response = await fetch(`${appUrl()}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'booking-4711-reminder',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { error = null } = (await response.json()) as { error?: string }
  return { status: response.status, error }
}

test('with the keyboard, an Admin adds, replaces, and revokes the key of a program that texts', async ({
  openBrowser,
}) => {
  const contact = { name: 'Vera Lund', number: '+12025554101' }
  const chat = await arrangeChat({ name: 'Vera Lund', contact })
  const elsewhere = await arrangeChat({
    name: 'Nils Lund',
    number: 'Billing',
    contact: { ...contact, name: 'Vera Lund' },
  })
  const page = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { section, dialog } = await openAdmin(page, '/admin/keys')
  const keys = formKeys(page)
  const item = section('API keys').getByRole('listitem').filter({ hasText: 'Booking system' })
  const shown = dialog('Copy your API key')
  async function copyToken(): Promise<string> {
    await keys.press(shown.getByRole('button', { name: 'Copy' }))
    await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
    const token = await page.evaluate<string>('navigator.clipboard.readText()')
    await keys.press(shown.getByRole('button', { name: 'Done' }))
    await expect(shown).toBeHidden()
    return token
  }

  await keys.press(section('API keys').getByRole('button', { name: 'Add key' }))
  const form = dialog('Add API key')
  const check = (name: string) => keys.press(form.getByRole('checkbox', { name, exact: true }), 'Space')
  await keys.write(form.getByRole('textbox', { name: 'Name' }), 'Booking system')
  await check('Read chats and messages')
  await check('Send texts and start chats')
  await check('All lines')
  await check('Front desk')
  expect(await faultsOf(page)).toEqual([])
  await keys.press(form.getByRole('button', { name: 'Add', exact: true }))
  const first = await copyToken()
  await expect(item).toContainText('Lines: Front desk')

  const text = { message: 'See you tomorrow at 9:00.' }
  expect(await callWith(first, `chats/${chat.id}/messages`, text)).toEqual({ status: 200, error: null })
  expect(await callWith(first, `chats/${elsewhere.id}/messages`, text)).toEqual({ status: 404, error: 'not-found' })
  await expect.poll(async () => (await textsOn(contact.number)).at(-1)).toBe(text.message)

  await keys.press(item.getByRole('button', { name: 'Replace Booking system' }))
  await keys.press(dialog('Replace API key').getByRole('button', { name: 'Replace' }))
  const second = await copyToken()
  await expect(item).toContainText('The replaced key works until')
  for (const token of [first, second]) expect((await callWith(token, `chats/${chat.id}`)).status).toBe(200)

  await keys.press(item.getByRole('button', { name: 'Revoke Booking system' }))
  await keys.press(dialog('Revoke API key').getByRole('button', { name: 'Revoke' }))
  await expect(dialog('Revoke API key')).toBeHidden()
  await expect(item).toBeHidden()
  const refused = { status: 401, error: 'unauthenticated' }
  for (const token of [first, second]) expect(await callWith(token, `chats/${chat.id}`)).toEqual(refused)

  await page.goto(`${appUrl()}/admin/log`)
  const entries = section('Audit log').getByRole('listitem').filter({ hasText: 'Booking system' })
  for (const [at, what] of ['Revoked', 'Replaced', 'Added'].entries())
    await expect(entries.nth(at)).toContainText(`${what} an API key · Booking system`)
  await section('Audit log').getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'Booking system (revoked API key)' }).last().click()
  await expect(section('Audit log').getByText('No results')).toBeVisible()

  await page.goto(appUrl())
  const chats = chatsPage(page)
  await chats.open('Vera Lund')
  await expect(chats.message(text.message)).toContainText('Booking system')
  await chats.membersButton.click()
  await expect(chats.members.getByRole('listitem').filter({ hasText: 'Booking system' })).toContainText('API key')
  expect(await faultsOf(page)).toEqual([])
})

test('an Admin adds a webhook, tests it, and a text arrives as a signed event, also while the secret is replaced', async ({
  openBrowser,
}) => {
  const receiver = await startHookReceiver()
  const contact = { name: 'Ivo Brand', number: '+12025554102' }
  await arrangeChat({ name: 'Ivo Brand', contact })
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/webhooks')
  const shown = dialog('Secret of the webhook')
  async function readSecret(): Promise<string> {
    const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(shown).toBeHidden()
    return secret
  }

  await section('Webhooks').getByRole('button', { name: 'Add webhook' }).click()
  const form = dialog('Add webhook')
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await expect(form.getByRole('checkbox', { name: 'A text arrives' })).toBeChecked()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const first = await readSecret()

  await section('Webhooks')
    .getByRole('button', { name: `Send test to ${receiver.host}` })
    .click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('The test was delivered (204).')
  const entries = section('Log').getByRole('listitem')
  await expect(entries).toHaveText([/^Test.*Delivered/])
  expect(receiver.events(first)).toMatchObject([{ type: 'webhook.test' }])

  receiver.clear()
  await textFrom(contact.number, 'Is 3:30 fine?')
  await expect.poll(() => receiver.events(first)).toMatchObject([{ type: 'message.received' }])
  const from = { name: 'Ivo Brand', number: contact.number }
  expect(receiver.events(first)).toMatchObject([{ data: { text: 'Is 3:30 fine?', from } }])
  await page.reload()
  await expect(entries).toHaveText([/^A text arrives.*Delivered/, /^Test.*Delivered/])
  expect(await faultsOf(page)).toEqual([])

  const more = () => page.getByRole('button', { name: `More actions for ${receiver.host}` }).click()
  await more()
  await page.getByRole('menuitem', { name: 'Replace secret' }).click()
  await dialog('Replace secret').getByRole('button', { name: 'Replace', exact: true }).click()
  const second = await readSecret()
  receiver.clear()
  await textFrom(contact.number, 'Or 4:00?')
  await expect.poll(() => receiver.events(second)).toMatchObject([{ data: { text: 'Or 4:00?' } }])
  expect(receiver.events(first)).toHaveLength(1)

  await more()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog('Delete webhook').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog('Delete webhook')).toBeHidden()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await receiver.close()
})
