import { attach } from '../pages/attach.ts'
import { pendingMessages } from '../pages/pending.ts'
import { hold, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { addUser, comeToChat, expectNoText, userId } from './note-chat.ts'
import { expectUsable } from './sizes.ts'

test('Was a note meant: the text is held back', ({ stage }) => heldBack(stage))
test('Was a note meant: kept as a text', ({ stage }) => keptAsText(stage))
test('Was a note meant: switched', ({ stage }) => switched(stage))
test('Was a note meant: the colleague is mentioned', ({ stage }) => addressee(stage))
test('Was a note meant: before the colleagues are known', ({ stage }) => unknownColleagues(stage))
test('Was a note meant: asked again', ({ stage }) => askedAgain(stage))
test('Was a note meant: not about times and addresses', ({ stage }) => notAsked(stage))

async function heldBack(stage: Stage) {
  const { page } = stage
  const { app, question, switchToNote } = await comeToChat(stage)
  // Omar is not in the chat.
  await app.text.pressSequentially('@omar she always pays late')
  await expect(question).toBeVisible()
  await expect(app.text).toBeFocused()
  await expectUsable(stage)
  await app.text.press('Enter')
  await expect(switchToNote).toBeFocused()
  await app.send.click()
  await expect(switchToNote).toBeFocused()
  await pendingMessages(page).more.click()
  await page
    .getByRole('menuitem', { name: /^Tomorrow/ })
    .first()
    .click()
  await expect(switchToNote).toBeFocused()
  await expect(app.text).toHaveValue('@omar she always pays late')
  await expectNoText(stage)
}

async function keptAsText(stage: Stage) {
  const { page } = stage
  const { app, question, keepAsText } = await comeToChat(stage)
  await app.text.pressSequentially('@omar will be there')
  await app.text.press('Enter')
  await keepAsText.click()
  await expect(question).toBeHidden()
  await expect(app.text).toBeFocused()
  await expectNoText(stage)
  await app.text.pressSequentially(', and @mei too')
  await expect(question).toBeHidden()
  await app.text.press('Enter')
  await expect(app.newest).toContainText('@omar will be there, and @mei too')
  // The next draft is asked about again.
  await app.text.pressSequentially('@om')
  await expect(question).toBeVisible()
  await keepAsText.click()
  await expect(app.text).toHaveValue('@om')
  await app.text.press('Enter')
  await expect(app.newest).toContainText('@om')
  await expect.poll(() => sent(page, 'messages.send')).toHaveLength(2)
  expect(await sent(page, 'notes.add')).toEqual([])
}

async function switched(stage: Stage) {
  const { page } = stage
  addUser(stage, 'Omar Sharif')
  const { app, text, question, options } = await comeToChat(stage)
  await attach(page, page)
  await app.text.pressSequentially('Hi @om')
  await expect(question).toBeVisible()
  await app.text.press('Enter')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Hi @om')
  await expect(text).toBeFocused()
  await expect(question).toBeHidden()
  await expect(page.getByRole('list', { name: 'Attached' })).toBeVisible()
  // Two people can be meant.
  await expect(options).toHaveText([/Omar Haddad/, /Omar Sharif/])
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Hi @Omar Haddad ')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('')
  await expect
    .poll(() => sent(page, 'notes.add'))
    .toMatchObject([{ body: { mentions: [userId(stage, 'Omar Haddad')] } }])
  await expectNoText(stage)
}

async function addressee(stage: Stage) {
  const { page } = stage
  const { app, text, options, question, switchToNote } = await comeToChat(stage)
  await app.text.pressSequentially('@omar please call her, or ask @Mei')
  await expect(question).toBeVisible()
  await switchToNote.click()
  await expect(text).toHaveValue('@Omar Haddad please call her, or ask @Mei Tanaka ')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('')
  const mentions = [userId(stage, 'Mei Tanaka'), userId(stage, 'Omar Haddad')]
  const words = '@Omar Haddad please call her, or ask @Mei Tanaka'
  await expect.poll(() => sent(page, 'notes.add')).toMatchObject([{ body: { text: words, mentions } }])
  await expectNoText(stage)
}

async function unknownColleagues(stage: Stage) {
  const { page } = stage
  const { app, question, switchToNote } = await comeToChat(stage)
  const letGo = await hold(page, 'users.list')
  await app.text.pressSequentially('@omar')
  await expect(question).toBeHidden()
  await app.text.press('Enter')
  await expect(switchToNote).toBeFocused()
  await expectNoText(stage)
  await letGo()
  await expect(question).toBeVisible()
  // Escape decides nothing.
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
  await expect(question).toBeVisible()
  await app.text.press('Enter')
  await expect(switchToNote).toBeFocused()
  await expectNoText(stage)
}

/** After one question, the next one takes no focus while the person types. */
async function askedAgain(stage: Stage) {
  const { page } = stage
  const { app, text, textMode, question, switchToNote } = await comeToChat(stage)
  await app.text.pressSequentially('@omar')
  // Now the names of all colleagues are known.
  await expect(question).toBeVisible()
  await app.text.press('Enter')
  await expect(switchToNote).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('@Omar Haddad ')
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await textMode.click()
  await app.text.pressSequentially('Hello, @Mei says hi')
  await expect(question).toBeVisible()
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('Hello, @Mei says hi')
}

async function notAsked(stage: Stage) {
  const { page } = stage
  addUser(stage, 'Gone Gary', { disabled: true })
  const { app, question } = await comeToChat(stage)
  for (const text of ['See you @ 3pm', 'Mail omar@omar.com', '@home', '@o', '@gary', '@dana']) {
    await app.text.fill(text)
    await app.text.press('Enter')
    await expect(app.newest).toContainText(text)
    await expect(question).toBeHidden()
  }
  await expect.poll(() => sent(page, 'messages.send')).toHaveLength(6)
}
