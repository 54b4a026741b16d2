import { noteBy } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import type { Chat, Note } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { moveTo } from '../pages/keyboard.ts'
import { searchFilters } from '../pages/search-filters.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Mentions: chats of others, and own ones only once', ({ stage }) => group(stage))
test('Mentions: above unclaimed chats, where each chat is once', ({ stage }) => bothGroups(stage))
test('Mentions: a chat leaves the group once they are seen', ({ stage }) => seen(stage))
test('Mentions: the opened chat stays until it is closed', ({ stage }) => opened(stage))
test('Mentions: the opened chat stays in a list of mentions', ({ stage }) => openedInFilter(stage))
test('Mentions: own ones are there with the list, others are asked for after it', ({ stage }) => afterTheList(stage))
test('Mentions: not above search results, unclaimed chats, or a list of mentions', ({ stage }) => notShown(stage))
test('Mentions: the sign of a row', ({ stage }) => sign(stage))
test('Mentions: the sign of a compact row', ({ stage }) => compactSign(stage))
test('Mentions: a row shows the oldest note that was not seen, and opens the chat at it', ({ stage }) => atNote(stage))
test('Mentions: a compact row shows the note', ({ stage }) => compactNote(stage))
test('Mentions: long names', ({ stage }) => longNames(stage))
test('Mentions: the filter', ({ stage }) => filter(stage))
test('Mentions: nothing found by the filter', ({ stage }) => nothingFiltered(stage))
test('Notes in the search: a group, opened by keyboard', ({ stage }) => found(stage))
test('Notes in the search: an old note is opened', ({ stage }) => oldNote(stage))
test('Notes in the search: nothing else found, and that late', ({ stage }) => onlyNotes(stage))
test('Notes in the search: in:notes', ({ stage }) => inNotes(stage))
test('Notes in the search: the filter', ({ stage }) => notesFilter(stage))
test('Notes in the search: other filters', ({ stage }) => otherFilters(stage))
test('Notes in the search: more of them', ({ stage }) => more(stage))
test('Notes in the search: failed', ({ stage }) => failed(stage))
test('Notes in the search: failed in:notes', ({ stage }) => failedInNotes(stage))
test('Notes in the search: long names', ({ stage }) => longNotes(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Mentions on a phone', ({ stage }) => onPhone(stage))
})

const groupIn = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A chat that Dana is not in, with this many notes that mention her. */
function addOthers(clinic: Clinic, name: string, mentionCount: number): Chat {
  const chat = addChat(clinic, { name, contacts: [{ name, number: '+12025557301' }], team: ['Mei Tanaka'] })
  addTexts(clinic, chat, [`Text to ${name}`])
  chat.members.shift()
  return Object.assign(chat, { mentionCount })
}

/** Adds a note of Mei to a chat, after all of its messages unless `parts` says when. */
function addNote({ users, notes }: Clinic, chat: Chat, text: string, parts: Partial<Note> = {}): Note {
  const mei = users.find(({ name }) => name === 'Mei Tanaka')
  if (!mei) throw new Error('The clinic has no Mei Tanaka.')
  const note = noteBy(mei, text, parts)
  notes[chat.id] = [...(notes[chat.id] ?? []), note]
  return note
}

/** Changes how many mentions in a chat Dana has not seen, as the hub announces it. */
async function setMentions({ clinic, update, announce }: Stage, chat: Chat, mentionCount: number) {
  chat.mentionCount = mentionCount
  const { id: me, tenantId } = clinic.me
  await update()
  const data = { version: 1, notes: [], mentionCounts: { [me]: mentionCount } }
  await announce({ tenantId, area: 'Notes', kind: 'NotesChanged', chatId: chat.id, version: null, data })
}

async function group(stage: Stage) {
  const { page, clinic, come } = stage
  const [, , priya] = clinic.chats
  priya!.mentionCount = 2
  addOthers(clinic, 'Ruth Others', 1)
  const app = await come()
  const links = groupIn(page, 'Mentions').getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.first()).toContainText('Ruth Others')
  await expect(links.last()).toContainText('Priya Shah')
  await expect(app.chat('Priya Shah')).toHaveCount(1)
  await expect(app.chat('Tom Becker')).toHaveCount(1)
  await expectUsable(stage)
}

async function bothGroups({ page, clinic, come, look }: Stage) {
  const unclaimed = ['First caller', 'Second caller'].map((name, at) => {
    const chat = addChat(clinic, { name, contacts: [{ name, number: `+1202555740${at}` }] })
    addUnread(clinic, chat, ['Is anyone there?'])
    chat.members.shift()
    return Object.assign(chat, { unclaimedCount: 1 })
  })
  unclaimed[0]!.mentionCount = 1
  addOthers(clinic, 'Ruth Others', 1)
  const app = await come()
  await expect(groupIn(page, 'Mentions').getByRole('link')).toHaveCount(2)
  await expect(groupIn(page, 'Unclaimed').getByRole('link')).toHaveCount(1)
  await expect(app.chat('First caller')).toHaveCount(1)
  await expect(app.list.getByRole('heading', { level: 2 })).toHaveText(['Mentions', 'Unclaimed'])
  await look()
}

async function seen(stage: Stage) {
  const { page, clinic, come } = stage
  const [, , priya] = clinic.chats
  priya!.mentionCount = 1
  const others = addOthers(clinic, 'Ruth Others', 1)
  const app = await come()
  const mentions = groupIn(page, 'Mentions')
  await expect(mentions.getByRole('link')).toHaveCount(2)
  await setMentions(stage, others, 0)
  await expect(mentions.getByRole('link')).toHaveCount(1)
  await expect(app.chat('Ruth Others')).toBeHidden()
  await setMentions(stage, priya!, 0)
  await expect(mentions).toBeHidden()
  await expect(app.chat('Priya Shah')).toBeVisible()
  await setMentions(stage, others, 3)
  await expect(mentions.getByRole('link', { name: 'Ruth Others' })).toContainText('mentioned in 3 notes')
}

async function opened(stage: Stage) {
  const { page, clinic, come } = stage
  const others = addOthers(clinic, 'Ruth Others', 1)
  const app = await come()
  const link = groupIn(page, 'Mentions').getByRole('link', { name: 'Ruth Others' })
  await link.click()
  await expect(app.message('Text to Ruth Others')).toBeVisible()
  await setMentions(stage, others, 0)
  await expect(link.getByText('You were mentioned')).toBeHidden()
  await expect(link).toBeVisible()
  await app.open('Tom Becker')
  await expect(link).toBeHidden()
}

async function openedInFilter(stage: Stage) {
  const { page, clinic, come } = stage
  const others = addOthers(clinic, 'Ruth Others', 1)
  const app = await come('/?filter=mentions')
  await app.open('Ruth Others')
  await setMentions(stage, others, 0)
  await expect(app.list.getByText('You were mentioned')).toBeHidden()
  await expect(app.chat('Ruth Others')).toBeVisible()
  await page.goBack()
  await expect(app.list.getByText('No new mentions')).toBeVisible()
}

async function afterTheList({ page, clinic, come }: Stage) {
  const [, , priya] = clinic.chats
  priya!.mentionCount = 1
  addOthers(clinic, 'Ruth Others', 1)
  const wanted = async () =>
    (await sent(page, 'chats.search')).map(({ body }) => (body as { mentioned?: boolean }).mentioned ?? false)
  const releaseList = await hold(page, 'chats.search')
  const app = await come()
  await expect(app.newChat).toBeVisible()
  await expect.poll(() => wanted()).toEqual([false, false])
  // The list is answered, and the group is not.
  const releaseGroup = await hold(page, 'chats.search')
  await releaseList()
  const links = groupIn(page, 'Mentions').getByRole('link')
  await expect(links).toHaveCount(1)
  await expect(app.chat('Tom Becker')).toBeVisible()
  await expect.poll(wanted).toContain(true)
  await expect(links).toHaveCount(1)
  await releaseGroup()
  await expect(links).toHaveCount(2)
}

async function notShown({ page, clinic, come }: Stage) {
  addOthers(clinic, 'Ruth Others', 1)
  const app = await come()
  const mentions = groupIn(page, 'Mentions')
  await expect(mentions).toBeVisible()
  await app.search.fill('ruth')
  // Dana is not in this chat.
  await expect(app.list.getByText('No results')).toBeVisible()
  await expect(mentions).toBeHidden()
  await app.search.fill('')
  await expect(mentions).toBeVisible()
  await app.filter.click()
  const option = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await option('Unclaimed').click()
  await expect(mentions).toBeHidden()
  await option('Unclaimed').click()
  await expect(mentions).toBeVisible()
  await option('Mentions').click()
  await expect(mentions).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(app.chat('Ruth Others')).toBeVisible()
}

/** Greta’s chat has two mentions, and Tom’s one, with unread texts. */
function mentionInTwo({ clinic }: Stage) {
  const [greta, , , tom] = clinic.chats
  greta!.mentionCount = 2
  tom!.mentionCount = 1
  addUnread(clinic, tom!, ['Is it ready?', 'Hello?'])
}

async function sign(stage: Stage) {
  mentionInTwo(stage)
  const app = await stage.come()
  const [greta, tom] = [app.chat('Greta Lindqvist'), app.chat('Tom Becker')]
  await expect(greta.getByTitle('You were mentioned in 2 notes')).toContainText('@2')
  await expect(tom.getByTitle('You were mentioned in a note')).toContainText('@1')
  await expect(tom.getByText('2 unread messages')).toBeAttached()
  await expect(greta.getByTitle('Greta Lindqvist', { exact: true })).toHaveCSS('font-weight', '700')
  await expect(app.chat('Priya Shah').getByTitle('Priya Shah', { exact: true })).toHaveCSS('font-weight', '400')
  await greta.click()
  await expect(app.newest).toBeVisible()
  await expectUsable(stage)
  await app.search.fill('wonderful')
  await expect(groupIn(stage.page, 'Messages').getByTitle('You were mentioned in 2 notes')).toBeVisible()
}

async function compactSign(stage: Stage) {
  mentionInTwo(stage)
  const app = await stage.come()
  await app.filter.click()
  await stage.page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await stage.page.keyboard.press('Escape')
  await expect(app.chat('Greta Lindqvist')).toHaveCSS('height', '44px')
  await expect(app.chat('Greta Lindqvist').getByTitle('You were mentioned in 2 notes')).toBeInViewport()
  await expectUsable(stage)
}

/** A chat of others with four notes, of which Dana has not seen the last two that mention her. */
function addUnseen(clinic: Clinic): Chat {
  const chat = addOthers(clinic, 'Ruth Others', 2)
  const texts = addTexts(
    clinic,
    chat,
    Array.from({ length: 120 }, (_, index) => `Text ${index}.`),
  )
  const add = (text: string, at: number, mentions: Note['mentions'] = [clinic.me.id]) =>
    addNote(clinic, chat, text, { mentions, createdOn: new Date(Date.parse(texts[at]!.sentOn) + 30_000).toISOString() })
  add('@Dana Cole, seen', 5)
  add('@Dana Cole, please\ncall Ruth', 20)
  add('Ruth called', 30, [])
  add('@Dana Cole, it is urgent', 115)
  return chat
}

async function atNote(stage: Stage) {
  const { page, clinic, come, look } = stage
  const chat = addUnseen(clinic)
  const app = await come('/?filter=mentions')
  const row = app.chat('Ruth Others')
  await expect(row).toContainText('Mei Tanaka: @Dana Cole, please call Ruth')
  await expect(row).toHaveAccessibleName(/Note: Mei Tanaka: @Dana Cole, please call Ruth/)
  await expect(row).not.toContainText('Text 119.')
  await look()
  await app.list.getByRole('button', { name: 'Remove filter: Mentions' }).click()
  const inGroup = groupIn(page, 'Mentions').getByRole('link')
  await expect(inGroup).toContainText('Mei Tanaka: @Dana Cole, please call Ruth')
  await look()
  await inGroup.press('Enter')
  await expect(app.message('please')).toBeFocused()
  await expect(app.message('please')).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(new RegExp(`chat=${chat.id}$`))
  // The next one is shown once the first is seen.
  await setMentions(stage, chat, 1)
  await expect(inGroup).toContainText('Mei Tanaka: @Dana Cole, it is urgent')
  await setMentions(stage, chat, 0)
  await expect(inGroup).toContainText('Text 119.')
  await inGroup.click()
  await expect(page).toHaveURL(new RegExp(`chat=${chat.id}$`))
}

async function compactNote(stage: Stage) {
  const { page, clinic, come } = stage
  addUnseen(clinic)
  const app = await come()
  await app.filter.click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await page.keyboard.press('Escape')
  await expect(groupIn(page, 'Mentions').getByRole('link')).toContainText('Mei Tanaka: @Dana Cole, please call Ruth')
  await expectUsable(stage)
}

async function longNames(stage: Stage) {
  const { clinic, come } = stage
  for (const chat of clinic.chats) {
    Object.assign(chat, { name: 'Rivera family and all of their cousins '.repeat(5).trim(), mentionCount: 250 })
    chat.assignedTo = clinic.me.id
  }
  const app = await come()
  await expect(app.list.getByTitle('You were mentioned in 250 notes').first()).toContainText('@99+')
  await expectUsable(stage)
}

async function filter({ page, clinic, come, look }: Stage) {
  const [greta] = clinic.chats
  greta!.mentionCount = 1
  addOthers(clinic, 'Ruth Others', 2)
  clinic.counts = { mentions: { count: 2, more: false } }
  const app = await come()
  await app.filter.click()
  const options = page.getByRole('menuitemcheckbox')
  await expect(options.nth(1)).toContainText('Mentions')
  await expect(options.nth(1)).toContainText('2 chats')
  await options.nth(1).click()
  await expect(page).toHaveURL(/\?filter=mentions$/)
  await page.keyboard.press('Escape')
  await expect(app.chats).toHaveCount(2)
  await expect(app.chats.first()).toContainText('Ruth Others')
  await look()
  await app.filter.click()
  await page.getByRole('menuitemcheckbox', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/\?filter=unread,mentions$/)
  await page.keyboard.press('Escape')
  await expect(app.list.getByText('No chats match')).toBeVisible()
  await app.list.getByRole('button', { name: 'Remove filter: Unread' }).click()
  await expect(app.chats).toHaveCount(2)
}

async function nothingFiltered({ come, look }: Stage) {
  const app = await come('/?filter=mentions')
  await expect(app.list.getByText('No new mentions')).toBeVisible()
  // It already shows all chats.
  await expect(app.list.getByRole('button', { name: 'Show all chats' })).toBeHidden()
  await look()
}

async function found(stage: Stage) {
  const { page, clinic, come } = stage
  const [greta] = clinic.chats
  const chat = addChat(clinic, { name: 'Wombat care' })
  addTexts(clinic, chat, ['The vet called', 'All is well'])
  addNote(clinic, greta!, 'Greta asked about the wombat', { createdOn: '2026-11-19T07:00:00.000Z' })
  addNote(clinic, chat, `${'Before that, nothing. '.repeat(20)}The wombat bites.`)
  const app = await come()
  await moveTo(page, app.search, 'Shift+Tab')
  await page.keyboard.type('wombat')
  await page.keyboard.press('Enter')
  const notes = groupIn(page, 'Notes').getByRole('link')
  await expect(notes).toHaveCount(2)
  await expect(notes.first()).toContainText('Wombat care')
  await expect(notes.first()).toContainText('Mei Tanaka')
  await expect(notes.first().locator('mark')).toHaveText('wombat')
  await expect(notes.first().locator('mark')).toBeInViewport()
  await expect(app.list.getByText('1 person, 0 chats with messages, 2 notes')).toBeAttached()
  await expectUsable(stage)

  // People come first, then notes.
  await expect(groupIn(page, 'People').getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(notes.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.message('The wombat bites.')).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`chat=${chat.id}$`))

  // Nothing is before the other one.
  await notes.last().click()
  await expect(app.title).toHaveText('Greta Lindqvist')
  await expect(app.message('Greta asked about the wombat')).toBeFocused()
  expect(await sent(page, 'messages.list')).toEqual([])
}

async function oldNote({ page, clinic, come, look }: Stage) {
  const chat = addChat(clinic, { name: 'Wombat care' })
  const texts = addTexts(
    clinic,
    chat,
    Array.from({ length: 200 }, (_, index) => `Text ${index}.`),
  )
  // More than one page of notes.
  for (const [index, text] of texts.entries()) {
    const createdOn = new Date(Date.parse(text.sentOn) + 30_000).toISOString()
    addNote(clinic, chat, index === 40 ? 'The wombat bites.' : `About ${index}.`, { createdOn })
  }
  const app = await come()
  await app.search.fill('wombat bites')
  await app.search.press('Enter')
  await groupIn(page, 'Notes').getByRole('link').click()
  const note = app.message('The wombat bites.')
  await expect(note).toBeFocused()
  await expect(note).toBeInViewport({ ratio: 1 })
  await look()
  await expect(app.message('Text 40.')).toBeVisible()
}

async function onlyNotes({ page, clinic, come }: Stage) {
  const [greta] = clinic.chats
  addNote(clinic, greta!, 'The wombat bites')
  const app = await come()
  const release = await hold(page, 'notes.search')
  await app.search.fill('wombat')
  await app.search.press('Enter')
  await expect.poll(() => sent(page, 'notes.search')).toHaveLength(1)
  await expect(app.list.getByText('Searching', { exact: true })).toBeVisible()
  await expect(app.list.getByText('No results')).toBeHidden()
  await release()
  await expect(groupIn(page, 'Notes').getByRole('link')).toBeFocused()
}

async function inNotes({ page, clinic, come, look }: Stage) {
  const [greta, henry] = clinic.chats
  addNote(clinic, greta!, 'She asked about Monday')
  addNote(clinic, henry!, 'He pays on Friday')
  const app = await come()
  const filters = searchFilters(page)
  await app.search.fill('IN:Notes')
  const notes = groupIn(page, 'Notes').getByRole('link')
  await expect(notes).toHaveCount(2)
  await expect(filters.inNotes).toHaveAttribute('aria-pressed', 'true')
  await look()
  // Messages have the word as well.
  await app.search.fill('monday in:notes')
  await expect(notes).toHaveCount(1)
  await expect(notes.locator('mark')).toHaveText('Monday')
  await expect(groupIn(page, 'Messages')).toBeHidden()
  await expect
    .poll(() => sent(page, 'notes.search'))
    .toContainEqual(expect.objectContaining({ body: expect.objectContaining({ term: 'monday' }) }))
  await app.search.press('Enter')
  await expect(notes).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.search).toBeFocused()
  await filters.inNotes.click()
  await expect(app.search).toHaveValue('monday')
  await expect(groupIn(page, 'Messages')).toBeVisible()
  await app.search.fill('zeppelin in:notes')
  await expect(app.list.getByText('We didn’t find “zeppelin” in notes.')).toBeVisible()
  await look()
}

async function notesFilter({ page, clinic, come, look }: Stage) {
  const [greta] = clinic.chats
  addNote(clinic, greta!, 'She asked about Monday')
  const app = await come()
  const filters = searchFilters(page)
  await app.search.focus()
  await filters.inNotes.click()
  await expect(groupIn(page, 'Notes').getByRole('link')).toHaveCount(1)
  await look()
  // No note has what this filter is about.
  await filters.hasPicture.click()
  await expect(app.list.getByText('Nothing matches all of these filters.')).toBeVisible()
  await filters.hasPicture.click()
  await expect(groupIn(page, 'Notes')).toBeVisible()
  await filters.inNotes.press('Delete')
  await expect(filters.inNotes).toHaveAttribute('aria-pressed', 'false')
  await expect(app.chat('Tom Becker')).toBeVisible()
}

async function otherFilters({ page, clinic, come }: Stage) {
  const [greta, henry] = clinic.chats
  addNote(clinic, greta!, 'A question about Monday')
  addNote(clinic, henry!, 'A question about Friday')
  const app = await come()
  const filters = searchFilters(page)
  await app.search.fill('question')
  const notes = groupIn(page, 'Notes').getByRole('link')
  await expect(notes).toHaveCount(2)
  await filters.line.click()
  await filters.option('Billing').click()
  await expect(notes).toHaveCount(1)
  await expect(notes).toContainText('Henry Okafor')
  await filters.person.click()
  await page.getByRole('radio', { name: 'Sent by' }).check()
  await filters.findPerson.fill('omar')
  await filters.option('Omar Haddad').click()
  await expect(app.list.getByText('Nothing matches all of these filters.')).toBeVisible()
  await filters.remove('From').click()
  await expect(notes).toHaveCount(1)
  await filters.date.click()
  await filters.option('Last 7 days').click()
  await expect.poll(async () => (await sent(page, 'notes.search')).at(-1)?.body).toHaveProperty('from')
  await expect(notes).toHaveCount(1)
  await filters.hasPicture.click()
  await expect(app.list.getByText('Nothing matches all of these filters.')).toBeVisible()
}

async function more({ page, clinic, come }: Stage) {
  const [greta] = clinic.chats
  for (let at = 0; at < 60; at += 1) addNote(clinic, greta!, `Wombat ${at}`)
  const app = await come()
  await app.search.fill('wombat')
  const notes = groupIn(page, 'Notes')
  await expect(notes.getByRole('link')).toHaveCount(50)
  await notes.getByRole('button', { name: 'Show more' }).click()
  await expect(notes.getByRole('link')).toHaveCount(60)
  await expect(notes.getByRole('button', { name: 'Show more' })).toBeHidden()
  await app.search.fill('wom')
  await expect(notes.getByRole('button', { name: 'Show more' })).toBeVisible()
  const filters = searchFilters(page)
  await filters.person.click()
  await filters.findPerson.fill('greta')
  await filters.option('Greta Lindqvist').click()
  await expect(app.list.getByText('Nothing matches all of these filters.')).toBeVisible()
}

async function failed({ page, clinic, come, look }: Stage) {
  const [greta] = clinic.chats
  addNote(clinic, greta!, 'On strike again')
  const app = await come()
  const allow = await refuse(page, 'notes.search')
  await app.search.fill('strike')
  const notes = groupIn(page, 'Notes')
  await expect(notes.getByRole('alert')).toContainText(REASON)
  await expect(groupIn(page, 'Messages').getByRole('link')).toHaveCount(1)
  await look()
  // Groups that were not searched do not report that nothing was found.
  await app.search.fill('zeppelin')
  await expect(groupIn(page, 'Messages')).toBeHidden()
  await expect(notes.getByRole('alert')).toContainText(REASON)
  await expect(app.list.getByText('No results')).toBeHidden()
  await app.search.fill('strike')
  await expect(notes.getByRole('alert')).toContainText(REASON)
  await allow()
  await notes.getByRole('button', { name: 'Try again' }).click()
  await expect(notes.getByRole('link')).toHaveCount(1)
}

async function failedInNotes({ page, clinic, come, look }: Stage) {
  const [greta] = clinic.chats
  addNote(clinic, greta!, 'On strike again')
  const app = await come()
  const allow = await refuse(page, 'notes.search')
  await app.search.fill('in:notes strike')
  await expect(app.list.getByText('The search failed')).toBeVisible()
  await expect(app.list.getByText(REASON)).toBeVisible()
  await look()
  await allow()
  await app.list.getByRole('button', { name: 'Try again' }).click()
  await expect(groupIn(page, 'Notes').getByRole('link')).toHaveCount(1)
}

async function longNotes(stage: Stage) {
  const { page, clinic, come } = stage
  const [greta] = clinic.chats
  greta!.name = 'Rivera family and all of their cousins '.repeat(5).trim()
  clinic.users.find(({ name }) => name === 'Mei Tanaka')!.name = 'Mei Tanaka of the second floor '.repeat(5).trim()
  const author = clinic.users.find(({ name }) => name.startsWith('Mei'))!
  clinic.notes[greta!.id] = [noteBy(author, `wombat${'wombat'.repeat(40)}`)]
  const app = await come()
  await app.search.fill('wombat in:notes')
  await expect(groupIn(page, 'Notes').locator('mark').first()).toBeVisible()
  await expectUsable(stage)
}

async function onPhone({ page, clinic, come, look }: Stage) {
  addOthers(clinic, 'Ruth Others', 1)
  const [greta] = clinic.chats
  addNote(clinic, greta!, 'She asked about Monday')
  const app = await come()
  await expect(groupIn(page, 'Mentions').getByRole('link')).toHaveCount(1)
  await look()
  await app.search.fill('monday in:notes')
  await groupIn(page, 'Notes').getByRole('link').click()
  await expect(app.title).toHaveText('Greta Lindqvist')
  await expect(page).toHaveURL(
    new RegExp(
      `${addressOf(greta!.id)
        .slice(1)
        .replace('?', String.raw`\?`)}$`,
    ),
  )
}
