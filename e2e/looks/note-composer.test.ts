import { attach } from '../pages/attach.ts'
import { notesIn } from '../pages/notes.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addChat, addPending, addressOf } from './arrange.ts'
import { hold, lose, loseAnswer, REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { comeToChat, CONTACT, expectNoText, offer, userId } from './note-chat.ts'
import { expectUsable } from './sizes.ts'

test('Note: written, with a mention, by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Note: nothing of it is about texts', ({ stage }) => nothingOfTexts(stage))
test('Note: the mode stays, also after a reload', ({ stage }) => modeStays(stage))
test('Note: text, files, and the reply stay when the mode changes', ({ stage }) => draftStays(stage))
test('Note: on its way', ({ stage }) => onItsWay(stage))
test('Note: not added without a connection, and added once by a retry', ({ stage }) => offline(stage))
test('Note: refused', ({ stage }) => refused(stage))
test('Note: too long', ({ stage }) => tooLong(stage))
test('Note: an edited message can’t become one', ({ stage }) => edited(stage))
test('Note: undo makes a text of the returned message', ({ stage }) => undone(stage))
test('Note: a new chat has none', ({ stage }) => inNewChat(stage))
test('Note: by someone who is not in the chat', ({ stage }) => notMember(stage))
test('Note: stays one when its author joins', ({ stage }) => joined(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Note: on a phone', ({ stage }) => onPhone(stage))
})

async function byKeyboard(stage: Stage) {
  const { page } = stage
  const { app, chat, text, noteMode, option } = await comeToChat(stage, { team: ['Mei Tanaka'] })
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+Shift+N')
  await expect(text).toBeFocused()
  await expect(noteMode).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('Please call her, @mei')
  await expect(option('Mei Tanaka')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Please call her, @Mei Tanaka ')
  await page.keyboard.type('today.')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Thanks')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  const added = await sent(page, 'notes.add')
  expect(added).toHaveLength(1)
  expect(added[0]).toMatchObject({
    params: { chatId: chat.id },
    body: {
      text: 'Please call her, @Mei Tanaka today.\nThanks',
      mentions: [userId(stage, 'Mei Tanaka')],
      media: [],
    },
  })
  expect(added[0]?.key).toMatch(/^[-\da-f]{36}$/)
  await expectNoText(stage)
  await expect(noteMode).toHaveAttribute('aria-pressed', 'true')
  // Everyone mentioned is in the chat.
  await expect(offer(page, /in this chat\.$/)).toBeHidden()
}

async function nothingOfTexts(stage: Stage) {
  const { page, clinic } = stage
  clinic.settings.addSignature = true
  const chat = addChat(clinic, {
    name: CONTACT.name,
    contacts: [CONTACT, { name: 'Otto Off', number: '+12025553922' }],
  })
  chat.members.at(-1)!.disabled = true
  const app = await stage.come(addressOf(chat.id))
  const { text, add, noteMode, textMode } = notesIn(page)
  const ofTexts = [
    app.send,
    pendingMessages(page).more,
    page.getByText(/Won’t be sent to/),
    page.getByText(/to 1 phone/).first(),
  ]
  await app.text.fill('Hello')
  for (const each of ofTexts) await expect(each).toBeVisible()
  await noteMode.click()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('Hello')
  await expect(text).toHaveAttribute('placeholder', 'Write a note. Only your team sees it.')
  await expect(add).toBeEnabled()
  for (const each of ofTexts) await expect(each).toBeHidden()
  await expect(page.getByRole('button', { name: 'Emoji' })).toBeVisible()
  await expectUsable(stage)
  await text.fill('')
  await expect(add).toBeDisabled()
  await stage.look()
  await textMode.click()
  for (const each of ofTexts.slice(0, 3)) await expect(each).toBeVisible()
}

async function modeStays(stage: Stage) {
  const { page, come } = stage
  const { app, chat, text, noteMode, textMode } = await comeToChat(stage, { team: ['Mei Tanaka'] })
  await noteMode.click()
  await text.pressSequentially('Ask @mei')
  await text.press('Enter')
  await page.reload()
  await come(addressOf(chat.id))
  await expect(text).toHaveValue('Ask @Mei Tanaka ')
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await expect
    .poll(() => sent(page, 'notes.add'))
    .toMatchObject([{ body: { mentions: [userId(stage, 'Mei Tanaka')] } }])
  await app.open('Tom Becker')
  await expect(app.text).toBeVisible()
  await app.open(CONTACT.name)
  await expect(text).toBeVisible()
  await textMode.click()
  await app.write('See you at nine')
  await expect(app.newest).toContainText('See you at nine')
  await expect(textMode).toHaveAttribute('aria-pressed', 'true')
}

async function draftStays(stage: Stage) {
  const { page } = stage
  const { app, text, textMode, noteMode } = await comeToChat(stage, { texts: ['Who is in on Monday?'] })
  await app.message('Who is in').hover()
  await app.message('Who is in').getByRole('button', { name: 'Reply' }).click()
  await attach(page, page)
  await app.text.pressSequentially('I am')
  await app.text.press('ArrowLeft')
  await page.keyboard.press('Alt+Shift+N')
  await expect(text).toHaveValue('I am')
  await page.keyboard.type('X')
  await expect(text).toHaveValue('I aXm')
  await expect(page.getByRole('list', { name: 'Attached' })).toBeVisible()
  const cancelReply = page.getByRole('button', { name: 'Cancel reply' })
  await expect(cancelReply).toBeHidden()
  await page.keyboard.press('Escape')
  await textMode.click()
  await expect(cancelReply).toBeVisible()
  await expect(app.text).toHaveValue('I aXm')
  await noteMode.click()
  await expect(cancelReply).toBeHidden()
  // A note is no reply.
  await app.message('Who is in').hover()
  await app.message('Who is in').getByRole('button', { name: 'Reply' }).click()
  await expect(cancelReply).toBeVisible()
  await expect(textMode).toHaveAttribute('aria-pressed', 'true')
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('I aXm')
  await noteMode.click()
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Attached' })).toBeHidden()
  const [added] = await sent(page, 'notes.add')
  expect(added).toMatchObject({ body: { media: [{ fileName: 'meadow.png', contentType: 'image/png' }] } })
  await expectNoText(stage)
}

async function onItsWay(stage: Stage) {
  const { page } = stage
  const { text, noteMode, textMode, adding, add } = await comeToChat(stage)
  await noteMode.click()
  const letGo = await hold(page, 'notes.add')
  await text.fill('Call Marta')
  await text.press('Enter')
  await expect(adding).toBeDisabled()
  await text.press('Enter')
  await page.keyboard.press('Alt+Shift+N')
  await textMode.click()
  await handFilesOn(stage)
  // Text typed in the meantime becomes the next note.
  await text.pressSequentially(' Thanks')
  await expect(text).toHaveValue('Call Marta Thanks')
  await stage.look()
  await letGo()
  await expect(text).toHaveValue('Thanks')
  await expect(add).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attached' })).toBeHidden()
  await expect.poll(() => sent(page, 'notes.add')).toHaveLength(1)
  await expectNoText(stage)
}

/** Drops a file where a note is written. */
async function handFilesOn({ page }: Stage) {
  await page.evaluate(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' }))
    const drop = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
    document.querySelector('textarea').dispatchEvent(drop)
  })()`)
}

async function offline(stage: Stage) {
  const { page } = stage
  const { text, noteMode } = await comeToChat(stage)
  await noteMode.click()
  const connect = await lose(page, 'notes.add')
  await text.fill('Call Marta')
  await text.press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Couldn’t add the note: no connection. It’s still here.')
  await expect(text).toHaveValue('Call Marta')
  await stage.look()
  await connect()
  const recover = await loseAnswer(page, 'notes.add')
  await text.press('Enter')
  await expect(alert).toBeVisible()
  await recover()
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await expect(alert).toBeHidden()
  const keys = (await sent(page, 'notes.add')).map(({ key }) => key)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  await text.fill('Call Marta')
  await text.press('Enter')
  await expect(text).toHaveValue('')
  const next = (await sent(page, 'notes.add')).at(-1)
  expect(keys).not.toContain(next?.key)
}

async function refused(stage: Stage) {
  const { page } = stage
  const { text, noteMode, add } = await comeToChat(stage)
  await noteMode.click()
  await refuse(page, 'notes.add')
  await text.fill('Call Marta')
  await add.click()
  await expect(page.getByRole('alert')).toHaveText(`Couldn’t add the note. ${REASON}`)
  await expect(text).toHaveValue('Call Marta')
  await expect(text).toBeFocused()
  await stage.look()
}

async function tooLong(stage: Stage) {
  const { text, noteMode, add } = await comeToChat(stage)
  await noteMode.click()
  // Longer than a text may be.
  await text.fill('x'.repeat(4_000))
  await expect(add).toBeEnabled()
  await text.fill('x'.repeat(4_001))
  await expect(stage.page.getByText('1 character too many')).toBeVisible()
  await expect(add).toBeDisabled()
  await text.press('Enter')
  expect(await sent(stage.page, 'notes.add')).toEqual([])
}

async function edited(stage: Stage) {
  const { page, clinic } = stage
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  addPending(clinic, chat, { text: 'See you at ten' })
  const app = await stage.come(addressOf(chat.id))
  const { noteMode, text } = notesIn(page)
  await page.getByRole('button', { name: 'Edit: See you at ten' }).click()
  await expect(app.text).toHaveValue('See you at ten')
  await expect(noteMode).toBeDisabled()
  await expect(page.getByText('A message that you’re editing can’t become a note.')).toBeVisible()
  await page.keyboard.press('Alt+Shift+N')
  await expect(text).toBeHidden()
  await stage.look()
  await page.getByRole('button', { name: 'Cancel editing' }).click()
  await expect(noteMode).toBeEnabled()
}

async function undone(stage: Stage) {
  const { page } = stage
  const { app, noteMode, textMode, text } = await comeToChat(stage)
  await app.write('See you at nine')
  await expect(app.newest).toContainText('See you at nine')
  await noteMode.click()
  await text.press('Control+z')
  await expect(app.text).toHaveValue('See you at nine')
  await expect(textMode).toHaveAttribute('aria-pressed', 'true')
  expect(await sent(page, 'notes.add')).toEqual([])
}

async function inNewChat({ page, come }: Stage) {
  const app = await come()
  await app.newChat.click()
  await expect(app.text).toBeVisible()
  await app.text.fill('@Omar')
  await page.keyboard.press('Alt+Shift+N')
  const { mode, text, question } = notesIn(page)
  await expect(app.text).toHaveValue('@Omar')
  await expect(mode).toBeHidden()
  await expect(text).toBeHidden()
  await expect(question).toBeHidden()
}

/** A chat of Mei, which Dana is not in. */
async function comeToOthers(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.me.role = 'User'
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT], team: ['Mei Tanaka'] })
  chat.members.shift()
  const app = await come(addressOf(chat.id))
  await expect(page.getByText('You’re not a member of this chat.')).toBeVisible()
  return { app, chat, ...notesIn(page) }
}

async function notMember(stage: Stage) {
  const { page } = stage
  const { app, text, textMode, option } = await comeToOthers(stage)
  await expect(textMode).toBeDisabled()
  await expect(page.getByText('Join the chat to send texts.')).toBeVisible()
  await page.keyboard.press('Alt+Shift+N')
  await expect(text).toBeVisible()
  await expect(app.send).toBeHidden()
  await expectUsable(stage)
  await text.pressSequentially('Ask @om')
  await option('Omar Haddad').click()
  await handFilesOn(stage)
  await expect(page.getByRole('list', { name: 'Attached' })).toBeVisible()
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await expect
    .poll(() => sent(page, 'notes.add'))
    .toMatchObject([{ body: { text: 'Ask @Omar Haddad', media: [{ fileName: 'plan.pdf' }] } }])
  await expectNoText(stage)
  // People who may not write can't add anyone.
  await expect(offer(page, /isn’t in this chat/)).toBeHidden()
}

async function joined(stage: Stage) {
  const { page } = stage
  const { text, noteMode, textMode } = await comeToOthers(stage)
  await text.fill('She is always late')
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText('You’re not a member of this chat.')).toBeHidden()
  await expect(textMode).toBeEnabled()
  await expect(noteMode).toHaveAttribute('aria-pressed', 'true')
  await text.press('Enter')
  await expect(text).toHaveValue('')
  await expect.poll(() => sent(page, 'notes.add')).toHaveLength(1)
  await expectNoText(stage)
}

async function onPhone(stage: Stage) {
  const { look } = stage
  const { text, noteMode, question, app, switchToNote } = await comeToChat(stage)
  await app.text.fill('@mei')
  await expect(question).toBeVisible()
  await look()
  await switchToNote.tap()
  await look()
  await expect(text).toHaveValue('@Mei Tanaka ')
  await expect(noteMode).toHaveAttribute('aria-pressed', 'true')
}
