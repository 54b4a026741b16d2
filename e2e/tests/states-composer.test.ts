import { signIn } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { arrangeChat, arrangeTexts, DANA } from '../pages/arrange.ts'
import { attach } from '../pages/attach.ts'
import { expectDrawn, statusOf } from '../pages/chats-page.ts'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { comeOnline, hold, lose, REASON, refuse } from '../pages/network.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { expectRefused, playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Composer', state: 'empty', play: nothingWritten },
  { screen: 'Composer', state: 'with text, a quote, and files', play: written },
  { screen: 'Composer', state: 'too long', play: tooLong },
  { screen: 'Composer', state: 'a file is empty', play: emptyFile },
  { screen: 'Composer', state: 'too many files', play: tooManyFiles },
  { screen: 'Composer', state: 'files too large', play: filesTooLarge },
  { screen: 'Composer', state: 'a phone is skipped', play: skipped },
  { screen: 'Composer', state: 'a phone’s country is not allowed', play: barred },
  { screen: 'Emoji', state: 'loading', play: emojiLoading },
  { screen: 'Emoji', state: 'failed', play: emojiFailed },
  { screen: 'Emoji', state: 'no match', play: emojiNoMatch },
  { screen: 'Message', state: 'being sent', play: sending },
  { screen: 'Message', state: 'waiting for the connection', play: waiting },
  { screen: 'Message', state: 'rate limited', play: limited },
  { screen: 'Message', state: 'refused', play: refused },
  { screen: 'Message', state: 'links failed to load', play: linksNotLoaded },
  { screen: 'Message', state: 'picture loading', play: pictureLoading },
  { screen: 'Message', state: 'picture failed', play: pictureFailed },
]

playStates(STATES)

const CONTACT = { name: 'Cora Poser', number: '+12025553181' }

async function comeToChat({ come }: Stage, contact = CONTACT) {
  const chat = await arrangeChat({ name: contact.name, contact })
  const app = await come(chatUrl(chat.id))
  await expect(app.title).toHaveText(contact.name)
  return { app, chat }
}

async function nothingWritten(stage: Stage) {
  const { app } = await comeToChat(stage)
  await expect(app.send).toBeDisabled()
  await app.text.fill('   ')
  await expect(app.send).toBeDisabled()
  await stage.look()
}

async function written(stage: Stage) {
  const { page, look } = stage
  const { app, chat } = await comeToChat(stage)
  await arrangeTexts(chat.id, ['Shall I send the plan?'])
  await app.message('Shall I send the plan?').hover()
  await app.message('Shall I send the plan?').getByRole('button', { name: 'Reply' }).click()
  await attach(page, page)
  await app.text.fill('Here it is, on two pages 🙂')
  await expect(page.getByText('Replying to Dana Cole')).toBeVisible()
  await expect(page.getByText('27 characters · 1 picture message to 1 phone')).toBeVisible()
  await expect(app.send).toBeEnabled()
  await look()
}

async function tooLong(stage: Stage) {
  const { app } = await comeToChat(stage)
  await app.text.fill('x'.repeat(1_601))
  await expect(stage.page.getByText('1 character too many').first()).toBeVisible()
  await expect(app.send).toBeDisabled()
  await stage.look()
}

/** Adds files of these sizes to the composer. */
async function choose(page: Page, sizes: readonly number[]) {
  const files = sizes.map((size, at) => ({
    name: `file-${at + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(size, 'x'),
  }))
  await page.locator('input[type=file]').setInputFiles(files)
}

async function emptyFile(stage: Stage) {
  await comeToChat(stage)
  await choose(stage.page, [0])
  await expect(stage.page.getByRole('alert')).toHaveText('file-1.pdf is empty.')
  await expect(stage.page.getByRole('list', { name: 'Attached' })).toBeHidden()
  await stage.look()
}

async function tooManyFiles(stage: Stage) {
  await comeToChat(stage)
  await choose(stage.page, Array<number>(11).fill(10))
  await expect(stage.page.getByRole('alert')).toHaveText('Use at most 10 files.')
  await expect(stage.page.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(10)
  await stage.look()
}

async function filesTooLarge(stage: Stage) {
  await comeToChat(stage)
  await choose(stage.page, [3_000_000, 3_000_000])
  await expect(stage.page.getByRole('alert')).toHaveText('Attachments can’t exceed 5 MB in total.')
  await expect(stage.page.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(1)
  await stage.look()
}

async function skipped(stage: Stage) {
  const contact = { name: 'Stan Still', number: '+12025553182' }
  const { page } = stage
  await comeToChat(stage, contact)
  await textFrom(contact.number, 'STOP')
  await expect(page.getByText('Stan texted STOP. You can’t text Stan until a START arrives.')).toBeVisible()
  await expect(page.getByText('No contact gets this').first()).toBeVisible()
  await stage.look()
}

async function barred(stage: Stage) {
  const { page, look } = stage
  const { app } = await comeToChat(stage, { name: 'Bea Abroad', number: '+442079460018' })
  await app.text.fill('Good morning')
  await expect(app.send).toBeEnabled()
  const dana = await signIn(appUrl(), DANA)
  const allow = (allowedCountries: string[] | null) =>
    dana.get('settings.updateTenant', { body: { name: 'Lakeside Clinic', allowedCountries } })
  await allow(['US'])
  try {
    const sentence = 'Can’t send while Bea Abroad is in this chat. Texts to United Kingdom are not allowed.'
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('No contact gets this').first()).toBeVisible()
    await expect(app.send).toBeDisabled()
    await app.text.press('Enter')
    await expect(app.text).toHaveValue('Good morning')
    await app.membersButton.click()
    await expect(app.members.getByText('Texts to United Kingdom are not allowed.')).toBeVisible()
    await look()
  } finally {
    await allow(null)
  }
  await expect(app.send).toBeEnabled()
}

const PICKER = /\/assets\/emoji-picker/

async function emojiLoading(stage: Stage) {
  const { page, look } = stage
  const letGo = await hold(page, PICKER)
  await comeToChat(stage)
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByText('Loading emoji')).toBeAttached()
  await look()
  await letGo()
  await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
}

async function emojiFailed(stage: Stage) {
  const { page, look } = stage
  await lose(page, PICKER)
  const { app } = await comeToChat(stage)
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByRole('alert')).toHaveText('Emoji couldn’t be loaded.')
  await look()
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
}

async function emojiNoMatch(stage: Stage) {
  const { page, look } = stage
  await comeToChat(stage)
  await page.getByRole('button', { name: 'Emoji' }).click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('xylophone of ice')
  await expect(page.getByText('No emoji found for “xylophone of ice”.')).toBeVisible()
  await look()
}

async function sending(stage: Stage) {
  const { page, look } = stage
  const { app } = await comeToChat(stage)
  const letGo = await hold(page, 'messages.send')
  await app.write('Just a moment')
  await expect(app.message('Just a moment')).toContainText('Sending…')
  await expect(app.text).toHaveValue('')
  await look()
  await letGo()
  await expect(statusOf(app.message('Just a moment'), 'Delivered')).toBeVisible()
}

async function waiting(stage: Stage) {
  const { page, look } = stage
  const { app } = await comeToChat(stage)
  const find = await lose(page, 'messages.send')
  await app.write('For later')
  await expect(app.message('For later')).toContainText('Waiting for the connection')
  await look()
  await find()
  await expect(statusOf(app.message('For later'), 'Delivered')).toBeVisible()
}

async function limited(stage: Stage) {
  const { page, look } = stage
  const { app } = await comeToChat(stage)
  const allow = await refuse(page, 'messages.send', 429)
  await app.write('In a hurry')
  await expect(app.message('In a hurry')).toContainText('Too many messages at once. Sending soon…')
  await look()
  await allow()
  await expect(statusOf(app.message('In a hurry'), 'Delivered')).toBeVisible()
}

async function refused(stage: Stage) {
  const { page, look } = stage
  const { app } = await comeToChat(stage)
  const allow = await refuse(page, 'messages.send')
  await app.write('Of no avail')
  await expectRefused(stage, app.dialog('Unable to send message'))
  await expect(app.text).toBeFocused()
  await expect(app.message('Of no avail')).toContainText(`Unable to send message. ${REASON}`)
  await look()
  await allow()
  await app.message('Of no avail').getByRole('button', { name: 'Try again' }).click()
  await expect(statusOf(app.message('Of no avail'), 'Delivered')).toBeVisible()
}

async function linksNotLoaded(stage: Stage) {
  const { page } = stage
  const find = await lose(page, /\/assets\/linked-text/)
  const { app } = await comeToChat(stage)
  await app.write('See https://lakeside.example')
  const message = app.message('See https://lakeside.example')
  await expect(statusOf(message, 'Delivered')).toBeVisible()
  await expect(message.getByRole('link')).toHaveCount(0)
  await find()
  await comeOnline(page)
  await expect(message.getByRole('link', { name: 'https://lakeside.example' })).toBeVisible()
}

const PICTURE = /\/api\/v1\/media\//

/** The chat with a picture in it, on a fresh page. */
async function comeToPicture({ page, come }: Stage) {
  const app = await come()
  await app.open('Rivera family')
  return page.getByRole('button', { name: /^Open picture/ }).first()
}

async function pictureLoading(stage: Stage) {
  const letGo = await hold(stage.page, PICTURE)
  const picture = await comeToPicture(stage)
  const message = stage.page.getByRole('article').filter({ has: picture }).first()
  // Other messages may move this one, for example when their delivery status changes.
  const sizes = async () => {
    const boxes = await Promise.all([picture.boundingBox(), message.boundingBox()])
    return boxes.map((box) => box && [box.width, box.height])
  }
  const before = await sizes()
  await stage.look()
  await letGo()
  await expectDrawn(picture.locator('img'))
  await expect.poll(sizes).toEqual(before)
}

async function pictureFailed(stage: Stage) {
  const find = await lose(stage.page, PICTURE)
  const picture = await comeToPicture(stage)
  await expect(picture).toHaveText('The picture couldn’t be loaded.')
  await stage.look()
  await find()
  await comeOnline(stage.page)
  await expectDrawn(picture.locator('img'))
}
