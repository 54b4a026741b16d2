import type { Chat, Message, Note } from '@partyline/contract'
import type { Locator, Page } from '@playwright/test'
import { noteBy } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import { colorOf, contrastOf } from '../pages/colors.ts'
import { moveTo } from '../pages/keyboard.ts'
import { inTheme } from '../pages/schemes.ts'
import { longPress } from '../pages/touch.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Notes: among the texts of a chat', ({ stage }) => amongTexts(stage))
for (const theme of ['light', 'dark', 'contrast', 'forced'] as const) {
  test(`Notes: no text to a customer, in the theme ${theme}`, ({ stage }) => colors(stage, theme))
}
test('Notes: long texts and names', ({ stage }) => long(stage))
test('Notes: with links, mentions, and files', ({ stage }) => contents(stage))
test('Notes: in a chat without messages', ({ stage }) => alone(stage))
test('Notes: older ones come with older messages, which stay in place', ({ stage }) => olderNotes(stage))
test('Notes: edited by keyboard, and the text stays if that fails', ({ stage }) => edited(stage))
test('Notes: changed words are not discarded without a question', ({ stage }) => notDiscarded(stage))
test('Notes: deleted by keyboard', ({ stage }) => deleted(stage))
test('Notes: those of others have neither Edit nor Delete', ({ stage }) => ofOthers(stage))
test('Notes: Admins see earlier versions', ({ stage }) => history(stage))
test('Notes: Users do not see earlier versions', ({ stage }) => withoutHistory(stage))
test('Notes: one that arrives is shown and announced, and is no unread message', ({ stage }) => arrives(stage))
test('Notes: a change arrives', ({ stage }) => changes(stage))
test('Notes: a mention on screen is seen, once', ({ stage }) => seen(stage))
test('Notes: a mention further up is reached by its button', ({ stage }) => furtherUp(stage))
test('Notes: a mention further down is reached by its button', ({ stage }) => furtherDown(stage))
test('Notes: a new text stays on screen as the notes below it are loaded', ({ stage }) => belowNew(stage))
test('Notes: texts above a screen full of notes stay unread', ({ stage }) => unreadAbove(stage))
test('Notes: mentions of selected chats are marked as seen', ({ stage }) => selected(stage))
test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Notes: a long press opens the menu', ({ stage }) => pressed(stage))
})

const PAT = { name: 'Pat Quill', number: '+12025556301' }
const OMAR = 'Omar Haddad'

function userOf({ users }: Clinic, name: string) {
  const user = users.find((each) => each.name === name)
  if (!user) throw new Error(`The clinic has no ${name}.`)
  return user
}

/** Between a message of a sample chat and the next one, which is a minute later. */
const after = ({ sentOn }: Message) => new Date(Date.parse(sentOn) + 30_000).toISOString()

/** Adds a note to a chat, by default one of Omar after all messages. */
function addNote(clinic: Clinic, chat: Chat, text: string, parts: Partial<Note> = {}, by = OMAR): Note {
  const notes = clinic.notes[chat.id] ?? []
  const version = notes.length + 1
  const createdOn = new Date(Date.now() + version * 1000).toISOString()
  const note = noteBy(userOf(clinic, by), text, { version, createdOn, ...parts })
  clinic.notes[chat.id] = [...notes, note]
  return note
}

const mentionOf = ({ id }: Clinic['me']): Note['mentions'] => [id]

/** Sends the app what changed in the notes of a chat, as the hub would. */
async function announceNotes(stage: Stage, chat: Chat, notes: Note[], mentionCounts: Record<string, number> = {}) {
  const { tenantId } = stage.clinic.me
  const version = Math.max(0, ...(stage.clinic.notes[chat.id] ?? []).map((note) => note.version))
  await stage.update()
  await stage.announce({
    tenantId,
    area: 'Notes',
    kind: 'NotesChanged',
    chatId: chat.id,
    version: null,
    data: { version, notes, mentionCounts },
  })
}

/** A chat with Pat, Omar, and these texts of Dana. */
function arrange({ clinic }: Stage, texts: readonly string[] = ['Good morning, Pat.', 'See you at ten.']) {
  const chat = addChat(clinic, { name: PAT.name, contacts: [PAT], team: [OMAR] })
  return { chat, messages: addTexts(clinic, chat, texts) }
}

const bubbleOf = (article: Locator) => article.getByText('Note', { exact: true }).locator('xpath=..')

async function amongTexts(stage: Stage) {
  const { clinic, come } = stage
  const { chat, messages } = arrange(stage)
  const createdOn = after(messages[0]!)
  addNote(clinic, chat, 'Pat is often late.', { createdOn, editedOn: createdOn })
  addNote(clinic, chat, 'I know.', {}, 'Dana Cole')
  addNote(clinic, chat, '', { deletedOn: new Date().toISOString() })
  const app = await come(addressOf(chat.id))
  const articles = app.transcript.getByRole('article')
  await expect(articles).toHaveCount(5)
  await expect(articles.nth(0)).toContainText('Good morning')
  await expect(articles.nth(1)).toHaveAccessibleName(/^Note by Omar Haddad: Pat is often late\., Edited, /)
  await expect(articles.nth(1)).toContainText(/Omar Haddad.*Edited.*Note.*Pat is often late\./)
  await expect(articles.nth(2)).toContainText('See you at ten.')
  await expect(articles.nth(3)).toHaveAccessibleName(/^Note by you: I know\., /)
  await expect(articles.nth(3)).not.toContainText('Edited')
  await expect(articles.nth(4)).toHaveAccessibleName(/^Note deleted by Omar Haddad, /)
  await expect(articles.nth(4)).toContainText('Note deleted by Omar Haddad')
  await expect(stage.page.locator('output').filter({ hasText: 'Note from' })).toHaveCount(0)
  // Neither a status nor a reply.
  await expect(articles.nth(3).getByRole('button')).toHaveCount(1)
  await expect(app.newest.getByRole('button')).toHaveCount(1)
  await expectUsable(stage)
}

async function colors(stage: Stage, theme: Parameters<typeof inTheme>[1]) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  addUnread(clinic, chat, ['From Pat'])
  addNote(clinic, chat, 'Call @Dana Cole first.', { mentions: mentionOf(clinic.me) })
  const app = await come(addressOf(chat.id))
  await inTheme({ page, frame: page }, theme)
  const note = bubbleOf(app.message('Call @Dana'))
  await expect(note).toHaveCSS('border-left-width', '3px')
  await expect.poll(() => contrastOf(note)).toBeGreaterThanOrEqual(4.5)
  await expect.poll(() => contrastOf(note.getByText('@Dana Cole'))).toBeGreaterThanOrEqual(4.5)
  if (theme === 'contrast' || theme === 'forced') return
  const colorIn = async (text: string) =>
    colorOf(app.message(text).getByText(text).locator('xpath=..'), 'backgroundColor')
  const color = await colorOf(note, 'backgroundColor')
  expect([await colorIn('From Pat'), await colorIn('See you at ten.')]).not.toContain(color)
}

async function long(stage: Stage) {
  const { clinic, come } = stage
  const name = `Omar ${'Haddad-'.repeat(12)}Haddad`
  userOf(clinic, OMAR).name = name
  const chat = addChat(clinic, { name: PAT.name, contacts: [PAT], team: [name] })
  const { id } = clinic.users.find((user) => user.name === name)!
  const text = `@${name} ${'Nobodywouldwritethiswithoutspaces'.repeat(20)} and ${'so on '.repeat(60)}`
  addNote(clinic, chat, text, { mentions: [id] }, 'Dana Cole')
  addNote(clinic, chat, 'Short', {}, name)
  addNote(clinic, chat, '', { deletedOn: new Date().toISOString() }, name)
  const app = await come(addressOf(chat.id))
  await expect(app.newest).toContainText('Note deleted by')
  await expectUsable(stage)
}

async function contents(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  const { me } = clinic
  const mei = userOf(clinic, 'Mei Tanaka')
  // Mei is not in the chat.
  const text = '@Dana Cole, ask @Mei Tanaka or @everyone: call (202) 555-0142, https://lakeside.example/a. Not @Danae.'
  const note = addNote(clinic, chat, text, { mentions: [me.id, mei.id, 'everyone'] })
  addPicture(note)
  const app = await come(addressOf(chat.id))
  const article = app.message('ask @Mei')
  await expect(article.getByRole('link')).toHaveText(['(202) 555-0142', 'https://lakeside.example/a'])
  await expect(article.getByRole('button', { name: 'Open picture' })).toBeVisible()
  const weightOf = (words: string) => article.locator('bdi').filter({ hasText: words })
  await expect(article.locator('p bdi')).toHaveText(['@Dana Cole', '@Mei Tanaka', '@everyone'])
  for (const words of ['@Dana Cole', '@Mei Tanaka', '@everyone'])
    await expect(weightOf(words)).toHaveCSS('font-weight', '600')
  const backgrounds = await Promise.all(
    ['@Dana Cole', '@everyone', '@Mei Tanaka'].map((words) => colorOf(weightOf(words), 'backgroundColor')),
  )
  expect(backgrounds[0]).toBe(backgrounds[1])
  expect(backgrounds[2]).toBe('rgba(0, 0, 0, 0)')
  expect(backgrounds[0]).not.toBe(backgrounds[2])
  await page.mouse.move(0, 0)
  await stage.look()
}

async function alone(stage: Stage) {
  const { clinic, come } = stage
  const { chat } = arrange(stage, [])
  addNote(clinic, chat, 'A new patient.')
  addNote(clinic, chat, 'Welcome.', {}, 'Dana Cole')
  const app = await come(addressOf(chat.id))
  await expect(app.transcript.getByRole('article')).toHaveCount(2)
  await expect(app.transcript).not.toContainText('No messages yet')
  await app.newest.focus()
  await stage.page.keyboard.press('ArrowUp')
  await expect(app.message('A new patient.')).toBeFocused()
  await stage.look()
}

async function olderNotes(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat, messages } = arrange(
    stage,
    Array.from({ length: 120 }, (_, index) => `Text ${index}.`),
  )
  // Two after each text: a page of notes reaches less far back than a page of messages.
  for (const [index, message] of messages.entries()) {
    for (const which of ['First', 'Second'])
      addNote(clinic, chat, `${which} about ${index}.`, { createdOn: after(message) })
  }
  const app = await come(addressOf(chat.id))
  await expect(app.newest).toContainText('about 119.')
  await app.settled()
  const release = await hold(page, 'notes.list')
  const loading = page.getByText('Loading earlier messages')
  await app.newest.focus()
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(app.transcript.getByRole('article').first()).toBeFocused({ timeout: 1_000 })
    await expect(loading).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await nextFrames(page)
  // Texts 20 to 69 are held back until their notes are loaded.
  await expect(app.transcript.getByRole('article').first()).toContainText(/ 4\d\./)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await app.settled()
  const place = app.transcript.locator('article:focus')
  const words = await place.innerText()
  const top = (await place.boundingBox())?.y
  await release()
  await expect(loading).toHaveCount(0)
  await app.settled()
  await expect(place).toHaveText(words.replaceAll('\n', ''))
  expect((await place.boundingBox())?.y).toBe(top)
  await page.keyboard.press('Home')
  await expect(app.message('Text 20.')).toBeAttached()
}

/** Opens the menu of a note by keyboard, and chooses an item. */
async function choose(page: Page, article: Locator, item: string) {
  await article.focus()
  await moveTo(page, article.getByRole('button', { name: /^More about/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await moveTo(page, page.getByRole('menuitem', { name: item }), 'ArrowDown')
  await page.keyboard.press('Enter')
}

async function edited(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  const mentions = [userOf(clinic, OMAR).id, userOf(clinic, 'Mei Tanaka').id]
  const note = addNote(clinic, chat, '@Omar Haddad and @Mei Tanaka, Pat is late.', { mentions }, 'Dana Cole')
  const app = await come(addressOf(chat.id))
  await choose(page, app.message('Pat is late.'), 'Edit')
  const dialog = app.dialog('Edit note')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(note.text)
  await text.fill('  ')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Write a note, or add a file.').first()).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('Write a note, or add a file.')
  await expect(dialog.getByText('Entered data is incorrect')).toHaveCount(0)
  await stage.look()
  const allow = await refuse(page, 'notes.update')
  await text.fill('@Omar Haddad, Pat is on time.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(text).toHaveValue('@Omar Haddad, Pat is on time.')
  await stage.look()
  await allow()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(app.message('Pat is on time.')).toContainText('Edited')
  await expect(app.message('Pat is late.')).toBeHidden()
  await expect(app.message('Pat is on time.').getByRole('button', { name: 'More about your note' })).toBeFocused()
  const bodies = (await sent(page, 'notes.update')).map(({ body }) => body)
  expect(bodies.at(-1)).toEqual({ text: '@Omar Haddad, Pat is on time.', mentions: mentions.slice(0, 1) })
  expect(bodies).toHaveLength(2)
}

async function notDiscarded(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  addNote(clinic, chat, 'Pat is late.', {}, 'Dana Cole')
  const app = await come(addressOf(chat.id))
  await choose(page, app.message('Pat is late.'), 'Edit')
  const dialog = app.dialog('Edit note')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  const question = app.dialog('Discard changes?')
  const keep = question.getByRole('button', { name: 'Keep editing' })
  // Nothing is lost.
  await text.fill('Pat is late')
  await text.fill('Pat is late.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await choose(page, app.message('Pat is late.'), 'Edit')
  await text.fill('Pat is on time.')
  await page.keyboard.press('Escape')
  await expect(keep).toBeFocused()
  await stage.look()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(text).toHaveValue('Pat is on time.')
  await expect(text).toBeFocused()
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(cancel).toBeFocused()
  // The question has left the history, too.
  await expect.poll(() => page.evaluate('history.state.layer')).toBe(1)
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(question).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(app.message('Pat is late.').getByRole('button', { name: 'More about your note' })).toBeFocused()
  expect(await sent(page, 'notes.update')).toEqual([])
}

async function deleted(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.me.role = 'User'
  const { chat } = arrange(stage)
  const note = addNote(clinic, chat, 'Never mind.', {}, 'Dana Cole')
  const app = await come(addressOf(chat.id))
  await choose(page, app.message('Never mind.'), 'Delete')
  const dialog = app.dialog('Delete note')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await stage.look()
  const allow = await refuse(page, 'notes.delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await allow()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toBeHidden()
  await expect(app.newest).toContainText('Note deleted by you')
  await expect(app.newest.getByRole('button')).toHaveCount(0)
  await expect(app.newest).toBeFocused()
  expect((await sent(page, 'notes.delete')).map(({ params }) => params).at(-1)).toEqual({
    chatId: chat.id,
    noteId: note.id,
  })
}

async function itemsOf(page: Page, article: Locator) {
  await article.hover()
  await article.getByRole('button', { name: /^More about/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const items = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return items
}

async function ofOthers(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  addNote(clinic, chat, 'From him')
  addNote(clinic, chat, 'From her', {}, 'Dana Cole')
  const app = await come(addressOf(chat.id))
  expect(await itemsOf(page, app.message('From her'))).toEqual(['Copy text', 'Edit', 'Delete'])
  expect(await itemsOf(page, app.message('From him'))).toEqual(['Copy text'])
  // In a deleted chat, hers don't, either.
  chat.archived = true
  await stage.update()
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await expect(app.closed).toBeVisible()
  expect(await itemsOf(page, app.message('From her'))).toEqual(['Copy text'])
}

async function history(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  addNote(clinic, chat, 'Other words.', { editedOn: new Date().toISOString() })
  addNote(clinic, chat, '', { deletedOn: new Date().toISOString() })
  const app = await come(addressOf(chat.id))
  await expect(app.newest.getByRole('button', { name: 'More about Omar Haddad’s note' })).toHaveCount(1)
  await choose(page, app.message('Other words.'), 'History')
  const dialog = app.dialog('Earlier versions')
  await expect(dialog.getByRole('listitem')).toHaveText(/^Until .*2026.*The first words\.$/)
  await stage.look()
  await page.keyboard.press('Escape')
  const allow = await refuse(page, 'notes.history')
  await choose(page, app.newest, 'History')
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await stage.look()
  await allow()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(/The first words\.$/)
}

async function withoutHistory(stage: Stage) {
  const { page, clinic, come } = stage
  clinic.me.role = 'User'
  const { chat } = arrange(stage)
  addNote(clinic, chat, 'Other words.', { editedOn: new Date().toISOString() })
  addNote(clinic, chat, '', { deletedOn: new Date().toISOString() })
  const app = await come(addressOf(chat.id))
  await expect(app.newest).toContainText('Note deleted')
  await expect(app.newest.getByRole('button')).toHaveCount(0)
  expect(await itemsOf(page, app.message('Other words.'))).toEqual(['Copy text'])
}

async function arrives(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(
    stage,
    Array.from({ length: 30 }, (_, index) => `Text ${index}.`),
  )
  const app = await come(addressOf(chat.id))
  await expect(app.newest).toContainText('Text 29.')
  const note = addNote(clinic, chat, 'Pat called.')
  await announceNotes(stage, chat, [note])
  await expect(app.newest).toContainText('Pat called.')
  await expect(app.newest).toBeInViewport({ ratio: 1 })
  await expect(page.locator('output').filter({ hasText: 'Note from Omar Haddad: Pat called.' })).toHaveCount(1)
  await expect(page.getByText('1 new', { exact: true })).toHaveCount(0)
  await app.newest.focus()
  await page.keyboard.press('Home')
  await expect(app.message('Text 0.')).toBeFocused()
  await announceNotes(stage, chat, [addNote(clinic, chat, 'From him')])
  await expect(page.locator('output').filter({ hasText: 'Note from Omar Haddad: From him' })).toHaveCount(1)
  await nextFrames(page)
  await expect(app.message('Text 0.')).toBeInViewport({ ratio: 1 })
  // Her own, which she has just written.
  await announceNotes(stage, chat, [addNote(clinic, chat, 'From her', {}, 'Dana Cole')])
  await expect(app.message('From her')).toBeInViewport({ ratio: 1 })
  await expect(app.chat(PAT.name)).toContainText('Text 29.')
  await expect(app.chat(PAT.name)).not.toContainText('unread')
  for (const call of ['chats.viewChat', 'chats.viewMessages', 'notes.view'] as const) {
    expect(await sent(page, call)).toEqual([])
  }
}

async function changes(stage: Stage) {
  const { clinic, come } = stage
  const { chat } = arrange(stage)
  const note = addNote(clinic, chat, 'First words.')
  const app = await come(addressOf(chat.id))
  await expect(app.newest).toContainText('First words.')
  const change = async (parts: Partial<Note>) => {
    Object.assign(note, parts)
    await announceNotes(stage, chat, [note])
  }
  await change({ text: 'Second words.', editedOn: new Date().toISOString(), version: 2 })
  await expect(app.newest).toContainText(/Edited.*Second words\./)
  await change({ text: '', deletedOn: new Date().toISOString(), version: 3 })
  await expect(app.newest).toContainText('Note deleted by Omar Haddad')
}

/** Notes on screen would be reported in the next frames. */
const nextFrames = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')

async function seen(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  const { me } = clinic
  chat.mentionCount = 2
  const notes = [
    addNote(clinic, chat, 'For @everyone', { mentions: ['everyone'] }),
    addNote(clinic, chat, 'For @Dana Cole', { mentions: mentionOf(me) }),
    addNote(clinic, chat, 'For no one'),
    addNote(clinic, chat, 'Mine, for @everyone', { mentions: ['everyone'] }, 'Dana Cole'),
  ]
  const app = await come(addressOf(chat.id))
  const reported = async () =>
    (await sent(page, 'notes.view')).map(({ body }) => (body as { noteIds: string[] }).noteIds)
  await expect.poll(reported).toEqual([notes.slice(0, 2).map(({ id }) => id)])
  await announceNotes(stage, chat, [], { [me.id]: 0 })
  // Behind a modal, a mention is not seen.
  await choose(page, app.message('Mine, for'), 'Edit')
  await expect(app.dialog('Edit note')).toBeVisible()
  const next = addNote(clinic, chat, 'And @Dana Cole', { mentions: mentionOf(me) })
  await announceNotes(stage, chat, [next], { [me.id]: 1 })
  await expect(page.getByRole('article', { includeHidden: true }).filter({ hasText: 'And @Dana' })).toBeAttached()
  await nextFrames(page)
  await expect.poll(() => reported()).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await reported()).slice(1)).toEqual([[next.id]])
}

async function furtherUp(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat, messages } = arrange(
    stage,
    Array.from({ length: 40 }, (_, index) => `Text ${index}.`),
  )
  chat.mentionCount = 1
  const createdOn = after(messages[2]!)
  const note = addNote(clinic, chat, 'Up here, @Dana Cole', { createdOn, mentions: mentionOf(clinic.me) })
  const app = await come(addressOf(chat.id))
  await expect(app.newest).toBeInViewport()
  const button = page.getByRole('button', { name: '@ 1, go to the note that mentions you' })
  await expect(button).toHaveText('@ 1')
  expect(await sent(page, 'notes.view')).toEqual([])
  await stage.look()
  await button.click()
  await expect(app.message('Up here')).toBeInViewport({ ratio: 1 })
  await expect(app.message('Up here')).toBeFocused()
  await expect
    .poll(async () => (await sent(page, 'notes.view')).map(({ body }) => body))
    .toEqual([{ noteIds: [note.id] }])
  await expect(button).toBeHidden()
}

/** An older mention, which was seen, is above. */
async function furtherDown(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat, messages } = arrange(
    stage,
    Array.from({ length: 40 }, (_, index) => `Text ${index}.`),
  )
  const mentions = mentionOf(clinic.me)
  addNote(clinic, chat, 'Up here, @Dana Cole', { createdOn: after(messages[2]!), mentions })
  const app = await come(addressOf(chat.id))
  await app.settled()
  await expect(app.message('Text 39.')).toBeInViewport({ ratio: 1 })
  await app.message('Text 39.').focus()
  for (const key of ['PageUp', 'PageUp', 'PageUp']) await page.keyboard.press(key)
  await expect(app.message('Text 39.')).not.toBeInViewport()
  const note = addNote(clinic, chat, 'Down here, @Dana Cole', { mentions })
  chat.mentionCount = 1
  await announceNotes(stage, chat, [note], { [clinic.me.id]: 1 })
  await page.getByRole('button', { name: '@ 1, go to the note that mentions you' }).click()
  await expect(app.message('Down here')).toBeFocused()
  await expect(app.message('Down here')).toBeInViewport({ ratio: 1 })
}

async function unreadAbove(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  addUnread(
    clinic,
    chat,
    Array.from({ length: 40 }, (_, index) => `Unread ${index + 1}.`),
  )
  for (let index = 1; index <= 30; index += 1) addNote(clinic, chat, `Note number ${index}.`)
  const app = await come(addressOf(chat.id))
  await expect(app.message('Unread 1.')).toBeInViewport()
  await app.settled()
  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await expect(app.newest).toContainText('Note number 30.')
  await expect(app.newest).toBeInViewport({ ratio: 1 })
  await app.settled()
  await expect(app.message('Unread 40.')).not.toBeInViewport()
  await nextFrames(page)
  expect(await sent(page, 'chats.viewChat')).toEqual([])
  await expect(app.chat(PAT.name)).toContainText('unread messages')
}

async function belowNew(stage: Stage) {
  const { clinic, come } = stage
  const { chat } = arrange(stage)
  addUnread(clinic, chat, ['Please call me.'])
  for (let index = 1; index <= 30; index += 1) addNote(clinic, chat, `Note number ${index}.`)
  const app = await come(addressOf(chat.id))
  await expect(app.message('Note number 1.')).toBeAttached()
  await app.settled()
  await expect(app.message('Please call me.')).toBeInViewport({ ratio: 1 })
}

async function selected(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  chat.mentionCount = 1
  addNote(clinic, chat, 'For @Dana Cole', { mentions: mentionOf(clinic.me) })
  const app = await come('/?filter=mentions')
  await app.chat(PAT.name).first().focus()
  await page.keyboard.press('x')
  await app.selection.getByRole('button', { name: 'Mark as read' }).click()
  await expect(app.toast).toContainText('marked as read')
  expect((await sent(page, 'notes.view')).map(({ params, body }) => [params, body])).toEqual([
    [{ chatId: chat.id }, {}],
  ])
  expect(await sent(page, 'chats.viewChat')).toEqual([])
}

async function pressed(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = arrange(stage)
  addNote(clinic, chat, 'Hold me', {}, 'Dana Cole')
  const app = await come(addressOf(chat.id))
  await longPress(page, app.message('Hold me').getByText('Hold me'))
  await page.getByRole('menuitem', { name: 'Edit' }).tap()
  await expect(app.dialog('Edit note')).toBeVisible()
  await stage.look()
}
