import { signIn as signInByApi } from '@partyline/driver'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeNotes, arrangeTexts, DANA } from '../pages/arrange.ts'
import { moveTo } from '../pages/keyboard.ts'
import { openPhones } from '../pages/phones-page.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('changes of a chat appear between its messages, at once and after a reload', async ({ openBrowser }) => {
  const number = '+12025553901'
  const chat = await arrangeChat({ name: 'Told as it happens', contact: { name: 'Tessa Told', number } })
  const page = await openBrowser()
  const phones = await openPhones(await openBrowser())
  const app = await signIn(page, 'Dana Cole')
  await app.open('Told as it happens')
  await expect(app.transcript.getByRole('listitem')).toHaveText([/^You started the chat · /])
  await app.write('Hello')
  await expect(app.message('Hello')).toBeVisible()

  const dana = await signInByApi(appUrl(), DANA)
  const users = await dana.get('users.list')
  const omar = users.find(({ name }) => name === 'Omar Haddad')
  if (!omar) throw new Error('Omar is of the team.')
  const memberIds = [...chat.members.map(({ id }) => id), omar.id as string as (typeof chat.members)[0]['id']]
  const { numberId } = chat
  await dana.get('chats.update', { params: { chatId: chat.id }, body: { numberId, name: 'Told anew', memberIds } })
  await phones.phone(number).text('STOP')
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

test('a moved phone is shown with a link to its former chat', async ({ openBrowser }) => {
  const contact = { name: 'Mo Ved', number: '+12025550144' }
  const { numberId, members } = await arrangeChat({ name: 'Before the move', contact })
  const dana = await signInByApi(appUrl(), DANA)
  const memberIds = members.map(({ id }) => id)
  await dana.get('chats.create', { body: { numberId, name: 'After the move', memberIds, moveMembers: true } })
  const app = await signIn(await openBrowser(), 'Dana Cole')
  await app.open('After the move')
  const line = app.transcript.getByRole('listitem').filter({ hasText: 'Mo Ved moved here from' })
  await line.getByRole('link', { name: 'Before the move' }).click()
  await expect(app.title).not.toHaveText('After the move')
})

test('URLs, email addresses, and phone numbers in a text are links, and nothing else is', async ({ openBrowser }) => {
  const chat = await arrangeNotes('Links')
  await arrangeTexts(chat.id, [
    'See https://lakeside.example/a, or www.lakeside.example. Write to dana@lakeside.example or call (202) 555-0142!',
    'javascript:alert(123)',
  ])
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Links')
  const links = app.message('See https').getByRole('link')
  await expect(links).toHaveText([
    'https://lakeside.example/a',
    'www.lakeside.example',
    'dana@lakeside.example',
    '(202) 555-0142',
  ])
  const targets = await links.evaluateAll((all) =>
    all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
  )
  expect(targets).toEqual([
    ['https://lakeside.example/a', '_blank', 'noopener noreferrer'],
    ['https://www.lakeside.example/', '_blank', 'noopener noreferrer'],
    ['mailto:dana@lakeside.example', null, null],
    ['tel:+12025550142', null, null],
  ])
  await expect(app.message('javascript:').getByRole('link')).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
})

test('a message is marked as unread by keyboard, and stays unread until the chat is opened again', async ({
  openBrowser,
}) => {
  const number = '+12025550145'
  await arrangeNotes('Elsewhere')
  await arrangeChat({ name: 'Later', contact: { name: 'Late Reader', number } })
  const page = await openBrowser()
  const phones = await openPhones(await openBrowser())
  const app = await signIn(page, 'Dana Cole')
  await app.open('Later')
  await app.write('Any questions?')
  await expect(phones.phone(number).thread).toContainText('Any questions?')
  await page.bringToFront()
  for (const text of ['First question', 'Second question', 'Third question']) {
    await phones.phone(number).text(text)
    await expect(app.message(text)).toBeVisible()
  }
  await moveTo(page, app.message('Third question'), 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  const more = app.message('Second question').getByRole('button', { name: 'More about the message of Late Reader' })
  await moveTo(page, more)
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Mark as unread' })
  await moveTo(page, item, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(app.chats.filter({ hasText: 'Later' })).toContainText('2 unread messages')
  await expect(app.transcript.getByText('2 new')).toBeVisible()

  await app.search.fill('Elsewhere')
  await app.open('Elsewhere')
  await app.search.fill('Late Reader')
  await expect(app.chats.filter({ hasText: 'Later' })).toContainText('2 unread messages')
  await app.open('Later')
  await expect(app.chats.filter({ hasText: 'Later' })).not.toContainText('unread')
})

test('the details of an inbound message show which users have seen it, without its author', async ({ openBrowser }) => {
  const app = await signIn(await openBrowser(), 'Dana Cole')
  await app.open('Greta Lindqvist')
  const message = app.message('bus is on strike')
  await message.hover()
  await message.getByRole('button', { name: /^More about/ }).click()
  await message.page().getByRole('menuitem', { name: 'Delivery details' }).click()
  const rows = app.dialog('Message Delivery Status').getByRole('listitem')
  await expect(rows.filter({ hasText: 'Greta Lindqvist' })).toContainText('Sender')
  await expect(rows.filter({ hasText: 'Dana Cole' })).toContainText('Seen')
})

test('marks piled up by the hundred paint over no other message', async ({ openBrowser }) => {
  const contact = { name: 'Piled Pat', number: '+12025556292' }
  const chat = await arrangeChat({ name: contact.name, contact })
  await textFrom(contact.number, 'The text above')
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const above = app.message('The text above').getByText('The text above')
  await expect(above).toBeVisible()
  const before = await above.screenshot()
  const marks = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x300 + (at % 70))).join('')
  await textFrom(contact.number, Array.from('Piled', (letter) => letter + marks).join(''))
  await expect(app.transcript.getByRole('article').nth(1)).toBeInViewport({ ratio: 1 })
  expect((await above.screenshot()).equals(before)).toBe(true)
})
