import { signIn as signInByApi } from '@partyline/driver'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeNotes, DANA } from '../pages/arrange.ts'
import { statusOf } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('changes of a chat appear between its messages, at once and after a reload', async ({ openBrowser }) => {
  const number = '+12025553901'
  const chat = await arrangeChat({ name: 'Told as it happens', contact: { name: 'Tessa Told', number } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Told as it happens')
  await expect(app.transcript.getByRole('listitem')).toHaveText([/^You started the chat · /])
  await app.write('Hello')
  await expect(statusOf(app.message('Hello'), 'Delivered')).toBeVisible()

  const dana = await signInByApi(appUrl(), DANA)
  const users = await dana.get('users.list')
  const omar = users.find(({ name }) => name === 'Omar Haddad')
  if (!omar) throw new Error('Omar is of the team.')
  const memberIds = [...chat.members.map(({ id }) => id), omar.id as string as (typeof chat.members)[0]['id']]
  const { numberId } = chat
  await dana.get('chats.update', { params: { chatId: chat.id }, body: { numberId, name: 'Told anew', memberIds } })
  await textFrom(number, 'STOP')
  const told = [
    /^You started the chat · /,
    /^You took the chat · /,
    /^You named the chat “Told anew” · /,
    /^You added Omar Haddad · /,
    /^Tessa Told texted STOP and gets no more texts from this number · /,
  ]
  await expect(app.transcript.getByRole('listitem')).toHaveText(told)
  expect(await faultsOf(page)).toEqual([])

  await page.reload()
  await expect(app.transcript.getByRole('listitem')).toHaveText(told)
})

test('a message is marked as unread by keyboard, and stays unread until the chat is opened again', async ({
  openBrowser,
}) => {
  const number = '+12025550145'
  await arrangeNotes('Elsewhere')
  await arrangeChat({ name: 'Later', contact: { name: 'Late Reader', number } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Later')
  for (const text of ['First question', 'Second question', 'Third question']) {
    await textFrom(number, text)
    await expect(app.message(text)).toBeVisible()
  }
  await moveTo(page, app.message('Third question'), 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  const more = app.message('Second question').getByRole('button', { name: 'More about Late Reader’s message' })
  await moveTo(page, more)
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Mark as unread' })
  await moveTo(page, item, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(app.chats.filter({ hasText: 'Later' })).toContainText('2 unread messages')
  await expect(app.transcript.getByText('2 new')).toBeVisible()

  await app.find('Elsewhere')
  await app.open('Elsewhere')
  await app.find('Later', 'Late Reader')
  await expect(app.chats.filter({ hasText: 'Later' })).toContainText('2 unread messages')
  await app.open('Later')
  await expect(app.chats.filter({ hasText: 'Later' })).not.toContainText('unread')
})
