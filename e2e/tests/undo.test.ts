import type { Page } from '@playwright/test'
import { arrangeChat, arrangeContact, arrangePending, releasePending } from '../pages/arrange.ts'
import { chatUrl } from '../pages/addresses.ts'
import { attach } from '../pages/attach.ts'
import { pictureOf, statusOf } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { newMessage } from '../pages/new-chat.ts'
import { pendingMessages, tomorrow } from '../pages/pending.ts'
import { textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const PHONE = { width: 390, height: 844 }
/** The longest, so that a slow machine can undo in time. */
const HELD = { HoldSeconds: '30' }

test('the first message of a new chat is held for the chosen time, undone with its picture, and sent anew', async ({
  openBrowser,
}) => {
  const contact = { name: 'Ulla Doe', number: '+12025553308' }
  await arrangeContact(contact, { disabled: false })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const on = pendingMessages(page)
  await startChat(page, contact.name, '30 seconds')
  await page.keyboard.type('See you at nein')
  await page.keyboard.press('Enter')

  const held = app.message('See you at nein')
  await expect(app.title).toHaveText(contact.name)
  await expect(held).toContainText(/Sending in \d+ s/)
  await expect(app.chat(contact.name)).toContainText('You: See you at nein')
  await expect(app.text).toHaveValue('')
  await expect(app.text).toBeFocused()

  await page.keyboard.press('Control+z')
  await expect(app.text).toHaveValue('See you at nein')
  await expect(app.text).toBeFocused()
  await expect(held).toHaveCount(0)
  await expect(app.chat(contact.name)).not.toContainText('waiting to be sent')
  expect(await textsOn(contact.number)).toEqual([])

  // The chat is there, and its first message can be sent anew.
  const anew = app.message('See you at nine')
  await attach(page, page)
  await app.write('See you at nine')
  await expect(anew).toContainText(/Sending in \d+ s/)
  await expect(pictureOf(anew).button).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(app.text).toHaveValue('See you at nine')
  await expect(anew).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible()
  expect(await textsOn(contact.number)).toEqual([])

  // The time to undo is chosen next to Send.
  await on.more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: '5 seconds' }).click()
  await page.keyboard.press('Escape')
  await app.text.press('Enter')
  await expect(anew).toContainText(/Sending in \d+ s/)
  await expect(on.region).toHaveCount(0)
  await expect(statusOf(anew, 'Delivered')).toBeVisible()
  await expect(anew).toHaveCount(1)
  await expect(app.chat(contact.name)).toContainText('See you at nine')
  expect(await textsOn(contact.number)).toEqual(['See you at nine'])
})

/** By keyboard, up to the text. Chooses how long it can be undone. */
async function startChat(page: Page, name: string, undoTime: string) {
  const view = newMessage(page)
  await page.keyboard.press('Alt+n')
  await expect(view.to).toBeFocused()
  await page.keyboard.type(name)
  await expect(view.options).toContainText([name])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(view.text).toBeFocused()
  await moveTo(page, pendingMessages(page).more)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: undoTime }).press('Enter')
  await moveTo(page, view.text, 'Shift+Tab')
}

test('the team sees what is held, and an Admin undoes the message of someone else, who gets the draft', async ({
  openBrowser,
}) => {
  const contact = { name: 'Ulf Doe', number: '+12025553302' }
  const chat = await arrangeChat({ name: contact.name, contact })
  const [ofOmar, ofDana] = [await openBrowser(), await openBrowser()]
  const omar = await signIn(ofOmar, 'Omar Haddad', chatUrl(chat.id))
  await expect(omar.title).toHaveText(contact.name)
  const held = await arrangePending(chat.id, 'On our way', HELD)
  await expect(omar.message('On our way')).toContainText(/Sending in \d+ s/)
  await expect(pendingMessages(ofOmar).undo).toHaveCount(0)
  await releasePending(chat.id, held)
  await expect(omar.message('On our way')).not.toContainText('Sending in')
  await expect(omar.message('On our way')).toHaveCount(1)
  await expect.poll(() => textsOn(contact.number)).toEqual(['On our way'])

  await ofOmar.getByRole('button', { name: 'Join' }).click()
  await pendingMessages(ofOmar).more.click()
  await ofOmar.getByRole('menuitemradio', { name: '30 seconds' }).click()
  await ofOmar.keyboard.press('Escape')
  await omar.write('It is free')
  const dana = await signIn(ofDana, 'Dana Cole', chatUrl(chat.id))
  await expect(dana.message('It is free')).toContainText(/Sending in \d+ s/)
  await pendingMessages(ofDana).undo.click()
  await expect(dana.message('It is free')).toHaveCount(0)
  await expect(dana.text).toHaveValue('')
  await expect(pendingMessages(ofDana).region).toHaveCount(0)
  await expect(pendingMessages(ofOmar).item('It is free')).toContainText('Not sent')
  expect(await textsOn(contact.number)).toEqual(['On our way'])
})

test('a message that was undone or returned by a reply replaces nothing newer, is on other devices, and is announced in another chat', async ({
  openBrowser,
}) => {
  const contact = { name: 'Ugo Doe', number: '+12025553303' }
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const on = pendingMessages(page)
  await expect(app.title).toHaveText(contact.name)
  await arrangePending(chat.id, 'Too early', HELD)
  await expect(app.message('Too early')).toBeVisible()
  await app.text.fill('Something newer')
  await on.undo.click()
  await expect(on.item('Too early')).toContainText('Not sent')
  await expect(app.text).toHaveValue('Something newer')

  const other = await openBrowser({ viewport: PHONE })
  const onPhone = await signIn(other, 'Dana Cole', chatUrl(chat.id))
  const there = pendingMessages(other)
  await there.action('Edit', 'Too early').click()
  await expect(onPhone.text).toHaveValue('Too early')
  await onPhone.text.fill('Just in time')
  await onPhone.send.click()
  await expect(onPhone.message('Just in time')).toBeVisible()
  await expect(there.region).toHaveCount(0)
  await expect(on.region).toHaveCount(0)
  await expect(app.text).toHaveValue('Something newer')
  await expect.poll(() => textsOn(contact.number)).toEqual(['Just in time'])

  await arrangePending(chat.id, 'Any news?', { SendAt: tomorrow() })
  await expect(on.item('Any news?')).toContainText('Scheduled for')
  await app.open('Priya Shah')
  await textFrom(contact.number, 'Yes, all good')
  await expect(app.toast).toContainText('Your message wasn’t sent')
  // A failure stays over the end of the list until it is closed.
  await app.toast.getByRole('button', { name: 'Close' }).click()
  await app.open(contact.name)
  await expect(on.item('Any news?')).toContainText('Not sent: someone replied first.')
  await on.action('Discard', 'Any news?').click()
  await expect(on.region).toHaveCount(0)
})

test('a message is scheduled by keyboard, edited, deleted, and sent now', async ({ openBrowser }) => {
  const contact = { name: 'Uma Doe', number: '+12025553304' }
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const on = pendingMessages(page)
  await expect(app.title).toHaveText(contact.name)
  await app.text.fill('Your order is ready')
  await on.more.focus()
  await page.keyboard.press('Enter')
  await expect(on.menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(on.item('Your order is ready')).toContainText('Scheduled for')
  await expect(on.item('Your order is ready')).toContainText('Canceled if someone replies first')
  await expect(app.text).toHaveValue('')
  await expect(app.text).toBeFocused()

  await on.action('Edit', 'Your order is ready').press('Enter')
  await expect(app.text).toHaveValue('Your order is ready')
  await app.text.fill('Your order is ready to pick up')
  await expect(on.schedule).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(on.items).toHaveCount(1)
  await expect(on.item('to pick up')).toContainText('Scheduled for')

  await on.action('Delete', 'Your order is ready to pick up').press('Enter')
  await expect(on.region).toHaveCount(0)
  await expect(app.text).toBeFocused()
  expect(await textsOn(contact.number)).toEqual([])

  await arrangePending(chat.id, 'See you tomorrow', { SendAt: tomorrow() })
  await on.action('Send now', 'See you tomorrow').click()
  await expect(on.region).toHaveCount(0)
  await expect.poll(() => textsOn(contact.number)).toEqual(['See you tomorrow'])
})
