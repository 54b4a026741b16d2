import type { Page } from '@playwright/test'
import { attach } from '../pages/attach.ts'
import { expectDrawn } from '../pages/chats-page.ts'
import { comeOnline, hold as holdFile, lose as loseFile } from '../pages/network.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { hold, lose, REASON, refuse } from './calls.ts'
import { expect, expectRefused, test } from './look.ts'
import type { Stage } from './look.ts'

test('Composer: empty', ({ stage }) => nothingWritten(stage))
test('Composer: with text, a quote, and files', ({ stage }) => written(stage))
test('Composer: too long', ({ stage }) => tooLong(stage))
test('Composer: plain characters save texts', ({ stage }) => plainCharacters(stage))
test('Composer: a file is empty', ({ stage }) => emptyFile(stage))
test('Composer: a file can’t be sent', ({ stage }) => unsendableFile(stage))
test('Composer: too many files', ({ stage }) => tooManyFiles(stage))
test('Composer: files too large', ({ stage }) => filesTooLarge(stage))
test('Composer: a phone is skipped', ({ stage }) => skipped(stage))
test('Composer: a phone’s country is not allowed', ({ stage }) => barred(stage))
test('Composer: typing does not wait for the count', ({ stage }) => countedLater(stage))
test('Composer: the focused field in forced colors', ({ stage }) => forcedColors(stage))
test('Emoji: no match', ({ stage }) => emojiNoMatch(stage))
test('Emoji: those used last are first', ({ stage }) => emojiRecent(stage))
test('Message: being sent', ({ stage }) => sending(stage))
test('Message: waiting for the connection', ({ stage }) => waiting(stage))
test('Message: rate limited', ({ stage }) => limited(stage))
test('Message: refused', ({ stage }) => refused(stage))

test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('Emoji: loading', ({ stage }) => emojiLoading(stage))
  test('Emoji: failed', ({ stage }) => emojiFailed(stage))
  test('Message: picture loading', ({ stage }) => pictureLoading(stage))
  test('Message: picture failed', ({ stage }) => pictureFailed(stage))
})

const CONTACT = { name: 'Cora Poser', number: '+12025553181' }

async function comeToChat({ clinic, come }: Stage, texts: string[] = []) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  addTexts(clinic, chat, texts)
  const app = await come(addressOf(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return app
}

async function nothingWritten(stage: Stage) {
  const app = await comeToChat(stage)
  await expect(app.send).toBeDisabled()
  await app.text.fill('   ')
  await expect(app.send).toBeDisabled()
  await stage.look()
}

async function written(stage: Stage) {
  const { page, look } = stage
  const app = await comeToChat(stage, ['Shall I send the plan?'])
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
  const app = await comeToChat(stage)
  await app.text.fill('x'.repeat(1_601))
  await expect(stage.page.getByText('1 character too many').first()).toBeVisible()
  await expect(app.send).toBeDisabled()
  await stage.look()
}

async function plainCharacters(stage: Stage) {
  const { page, look } = stage
  const app = await comeToChat(stage)
  const plain = page.getByRole('button', { name: /^Use plain characters/ })
  const typed = `“Tomorrow” – it’s at 9… ${'See you then. '.repeat(10)}`
  await app.text.pressSequentially('a')
  await app.text.fill(typed)
  await expect(page.getByText(/3 texts to 1 phone · curly quotes, dashes, and ellipses/).first()).toBeVisible()
  await expect(plain).toHaveText('Use plain characters (saves 1 text)')
  await look()
  await plain.click()
  await expect(app.text).toHaveValue(/^"Tomorrow" - it's at 9\.\.\. See/)
  await expect(app.text).toBeFocused()
  await expect(page.getByText(/ · 2 texts to 1 phone$/).first()).toBeVisible()
  await expect(plain).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(app.text).toHaveValue(typed)

  await app.text.fill(`“Tomorrow” 😀 ${'See you then. '.repeat(10)}`)
  await expect(page.getByText(/curly quotes and emoji make this longer$/).first()).toBeVisible()
  await expect(plain).toBeHidden()
}

/** Draws no more frames until `drawFrames()`. */
const HOLD_FRAMES = `
  const { requestAnimationFrame } = window
  const frames = []
  window.requestAnimationFrame = (run) => frames.push(run)
  window.drawFrames = () => {
    window.requestAnimationFrame = requestAnimationFrame
    for (const run of frames) requestAnimationFrame(run)
  }`

async function countedLater(stage: Stage) {
  const { page } = stage
  const app = await comeToChat(stage)
  await app.text.fill('a')
  const count = (text: RegExp) => page.getByText(text).first()
  await expect(count(/^1 character\b/)).toBeVisible()
  await page.evaluate(`(() => {${HOLD_FRAMES}})()`)
  await app.text.pressSequentially('b')
  await expect(app.text).toHaveValue('ab')
  await expect(count(/^1 character\b/)).toBeVisible()
  await page.evaluate('drawFrames()')
  await expect(count(/^2 characters\b/)).toBeVisible()
}

async function forcedColors(stage: Stage) {
  const app = await comeToChat(stage)
  await stage.page.emulateMedia({ forcedColors: 'active' })
  const field = app.text.locator('xpath=..')
  await app.text.focus()
  await expect(field).toHaveCSS('outline-style', 'solid')
  await app.search.focus()
  await expect(field).toHaveCSS('outline-style', 'none')
}

/** Adds files of these sizes to the composer. */
async function choose(page: Page, sizes: readonly number[]) {
  const files = sizes.map((size, at) => ({
    name: `file-${at + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(size, '%PDF-1.7\n'),
  }))
  await page.locator('input[type=file]').setInputFiles(files)
}

async function emptyFile(stage: Stage) {
  await comeToChat(stage)
  await choose(stage.page, [0])
  await expect(stage.page.getByRole('alert')).toHaveText('“file-1.pdf” is empty. Choose another file.')
  await expect(stage.page.getByRole('list', { name: 'Attached' })).toBeHidden()
  await stage.look()
}

async function unsendableFile(stage: Stage) {
  const { page } = stage
  await comeToChat(stage)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'prices.csv', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('Room,Price\n12,90\n') },
    { name: 'IMG_0412.HEIC', mimeType: '', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic') },
  ])
  await expect(page.getByRole('alert')).toContainText('“IMG_0412.HEIC” can’t be sent to phones. Save it as a JPEG')
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveText(['prices.csv'])
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

/** Opens a chat whose only phone is like this. */
async function comeToPhone({ clinic, come }: Stage, phone: { optedOut?: boolean; barred?: string }) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  Object.assign(chat.members[1]!, phone)
  return come(addressOf(chat.id))
}

async function skipped(stage: Stage) {
  const { page, look } = stage
  await comeToPhone(stage, { optedOut: true })
  await expect(page.getByText('Cora texted STOP. You can’t text Cora until a START arrives.')).toBeVisible()
  await expect(page.getByText('No contact gets this').first()).toBeVisible()
  await look()
}

async function barred(stage: Stage) {
  const { page, look } = stage
  const app = await comeToPhone(stage, { barred: 'Texts to United Kingdom are not allowed.' })
  await app.text.fill('Good morning')
  const sentence = 'Can’t send while Cora Poser is in this chat. Texts to United Kingdom are not allowed.'
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText('No contact gets this').first()).toBeVisible()
  await expect(app.send).toBeDisabled()
  await app.text.press('Enter')
  await expect(app.text).toHaveValue('Good morning')
  await app.membersButton.click()
  await expect(app.members.getByText('Texts to United Kingdom are not allowed.')).toBeVisible()
  await look()
}

const PICKER = /\/assets\/emoji-picker/

async function emojiLoading(stage: Stage) {
  const { page, look } = stage
  const letGo = await holdFile(page, PICKER)
  await comeToChat(stage)
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByText('Loading emoji')).toBeAttached()
  await look()
  await letGo()
  await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
}

async function emojiFailed(stage: Stage) {
  stage.forgive(/ERR_FAILED/)
  const { page, look } = stage
  await loseFile(page, PICKER)
  const app = await comeToChat(stage)
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByRole('alert')).toHaveText('Emoji couldn’t be loaded.')
  await look()
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
}

async function emojiRecent(stage: Stage) {
  const { page, look } = stage
  const app = await comeToChat(stage)
  const open = page.getByRole('button', { name: 'Emoji' })
  const search = page.getByRole('searchbox', { name: 'Search emoji' })
  const first = page.getByRole('row').first().getByRole('gridcell')
  await open.click()
  await expect(first).toHaveCount(8)
  for (const term of ['waving hand', 'hot beverage']) {
    await search.fill(term)
    await expect(first.first()).toHaveAttribute('aria-label', term)
    await search.press('Enter')
    await expect(search).toBeHidden()
    await open.click()
  }
  await expect(page.getByText('Recently used')).toBeVisible()
  await expect(first).toHaveText(['☕️', '👋'])
  await look()
  await page.keyboard.press('Escape')
  await expect(app.text).toHaveValue('👋☕️')
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
  const app = await comeToChat(stage)
  const letGo = await hold(page, 'messages.send')
  await app.write('Just a moment')
  await expect(app.message('Just a moment')).toContainText('Sending…')
  await expect(app.text).toHaveValue('')
  await look()
  await letGo()
  await expect(app.message('Just a moment')).toContainText('Sending in')
}

async function waiting(stage: Stage) {
  const { page, look } = stage
  const app = await comeToChat(stage)
  const find = await lose(page, 'messages.send')
  await app.write('For later')
  await expect(app.message('For later')).toContainText('Waiting for the connection')
  await look()
  await find()
  await expect(app.message('For later')).toContainText('Sending in')
}

async function limited(stage: Stage) {
  const { page, look } = stage
  const app = await comeToChat(stage)
  const allow = await refuse(page, 'messages.send', 'too-many-requests')
  await app.write('In a hurry')
  await expect(app.message('In a hurry')).toContainText('Too many messages at once. Sending soon…')
  await look()
  await allow()
  await expect(app.message('In a hurry')).toContainText('Sending in')
}

async function refused(stage: Stage) {
  const { page, look } = stage
  const app = await comeToChat(stage)
  const allow = await refuse(page, 'messages.send')
  await app.write('Of no avail')
  await expectRefused(stage, app.dialog('Unable to send message'))
  await expect(app.text).toBeFocused()
  await expect(app.message('Of no avail')).toContainText(`Unable to send message. ${REASON}`)
  await look()
  await allow()
  await app.message('Of no avail').getByRole('button', { name: 'Try again' }).click()
  await expect(app.message('Of no avail')).toContainText('Sending in')
}

const PICTURE = /\/api\/v1\/media\//

async function comeToPicture({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  const [message] = addTexts(clinic, chat, ['Behind the meadow'])
  addPicture(message!)
  await come(addressOf(chat.id))
  return page.getByRole('button', { name: /^Open picture/ }).first()
}

async function pictureLoading(stage: Stage) {
  const letGo = await holdFile(stage.page, PICTURE)
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
  stage.forgive(/ERR_FAILED/)
  const find = await loseFile(stage.page, PICTURE)
  const picture = await comeToPicture(stage)
  await expect(picture).toHaveText('The picture couldn’t be loaded.')
  await stage.look()
  await find()
  await comeOnline(stage.page)
  await expectDrawn(picture.locator('img'))
}
