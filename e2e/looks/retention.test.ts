import type { AuditEntry, Chat, Message } from '@partyline/contract'
import { eventWithoutData, PACE, RETENTION } from '@partyline/contract'
import { noteBy } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import { expectWrong } from '../pages/form-keys.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addressOf, addSpareLine, addTexts, quote } from './arrange.ts'
import { hold, lose, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Retention: on the cards of the lines', ({ stage }) => facts(stage))
test('Retention: counted while the person types', ({ stage }) => counted(stage))
test.describe('with a clock', () => {
  test.use({ device: 'laptopWithClock', newPage: true })
  test('Retention: counted once the person has stopped typing', ({ stage }) => countedOnce(stage))
})
test('Retention: what is deleted is named before it is saved', ({ stage }) => asked(stage))
test('Retention: saved without a question if nothing is deleted', ({ stage }) => notAsked(stage))
test('Retention: what is deleted can’t be counted', ({ stage }) => uncounted(stage))
test('Retention: another Admin changes it', ({ stage }) => changedByOthers(stage))
test('Chat: older texts were deleted', ({ stage }) => deletedBefore(stage))
test('Chat: all texts were deleted', ({ stage }) => allDeleted(stage))
test('Chat: texts are deleted while it is open', ({ stage }) => deletedMeanwhile(stage))
test('Chat: a link to a text that was deleted', ({ stage }) => linkToDeleted(stage))
test('Log: retention and legal holds', ({ stage }) => logged(stage))

const DAY_MS = 86_400_000

async function facts(stage: Stage) {
  const { page, clinic, come } = stage
  const [frontDesk, billing] = clinic.lines
  Object.assign(frontDesk!, { keepDays: 90, deletesFrom: '2099-12-01T14:00:00.000Z' })
  Object.assign(billing!, { keepDays: 2_557, deletesFrom: '2026-11-01T14:00:00.000Z' })
  addSpareLine(clinic)
  await come('/admin/twilio')
  const kept = (name: string) => page.getByRole('listitem', { name }).getByRole('definition').last()
  await expect(kept('Front desk')).toHaveText(/^For 90 days; deletion begins 12\/1\/99, \d+:\d\d\s[AP]M$/)
  await expect(kept('Billing')).toHaveText('For 2,557 days')
  await expect(kept('Spare line')).toHaveText('Forever')
  await expectUsable(stage)
}

async function open(stage: Stage) {
  await stage.come('/admin/twilio')
  return openDialog(stage)
}

async function openDialog({ page }: Stage) {
  const card = page.getByRole('listitem', { name: 'Front desk' })
  await card.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Keep texts…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep texts' })
  return {
    dialog,
    forever: dialog.getByRole('radio', { name: 'Forever' }),
    some: dialog.getByRole('radio', { name: 'For a number of days' }),
    days: dialog.getByRole('textbox', { name: 'Days' }),
    preview: dialog.getByRole('region', { name: 'What would be deleted now' }).getByRole('status'),
    suggestion: (name: string) => dialog.getByRole('button', { name }),
    save: dialog.getByRole('button', { name: 'Save' }),
    question: page.getByRole('dialog', { name: 'Delete old texts?' }),
    kept: card.getByRole('definition').last(),
  }
}

async function counted(stage: Stage) {
  const { page, clinic, look, update } = stage
  const { dialog, forever, some, days, preview, suggestion } = await open(stage)
  await expect(forever).toBeChecked()
  await expect(preview).toBeHidden()
  await some.check()
  const noDays = 'Enter a whole number of days from 30 to 36,500 to see it.'
  await expect(preview).toHaveText(noDays)
  await days.pressSequentially('30.5')
  await expect(days).toHaveValue('30.5')
  await expect(preview).toHaveText(noDays)
  await days.press('Enter')
  await expectWrong(days, 'Enter a whole number of days from 30 to 36,500.', '30.5')
  expect(await sent(page, 'retention.preview')).toEqual([])
  await days.fill('')
  const letGo = await hold(page, 'retention.preview')
  await days.pressSequentially('90')
  await expect(preview).toHaveText('Counting…')
  await letGo()
  await expect(preview).toHaveText(
    '1,204 texts and 3 notes in 88 chats, the oldest from March 3, 2024. 2 chats on legal hold keep their texts.',
  )
  expect((await sent(page, 'retention.preview')).map(({ query }) => query)).toEqual([{ days: 90 }])
  await expectUsable(stage)
  const { counted: count } = RETENTION
  Object.assign(clinic.tooOld, { texts: count, notes: 0, chats: 1, chatsOnHold: 0, isComplete: false })
  await update()
  await suggestion('1 year').click()
  await expect(days).toHaveValue('365')
  await expect(preview).toHaveText('At least 100,000 texts in 1 chat.')
  Object.assign(clinic.tooOld, { texts: 0, chats: 0, oldest: null, chatsOnHold: 1, isComplete: true })
  await update()
  await suggestion('7 years').click()
  await expect(preview).toHaveText('Nothing is older than 2,557 days yet. 1 chat on legal hold keeps its texts.')
  const find = await lose(page, 'retention.preview')
  await days.fill('40')
  await expect(preview).toHaveText('It couldn’t be counted.')
  await look()
  await find()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(preview).toHaveText(/^Nothing is older than 40 days yet\./)
  await days.fill('1,000')
  await expect(preview).toHaveText(/^Nothing is older than 1,000 days yet\./)
}

async function countedOnce(stage: Stage) {
  const { page } = stage
  await page.clock.install()
  const { some, days, preview } = await open(stage)
  await some.check()
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
  // 36 days would be enough.
  await days.pressSequentially('365')
  await expect(preview).toHaveText('Counting…')
  await page.clock.runFor(PACE.searchDebounceMs)
  await page.clock.resume()
  await expect(preview).toContainText('1,204 texts')
  expect((await sent(page, 'retention.preview')).map(({ query }) => query)).toEqual([{ days: 365 }])
}

/** By keyboard. */
async function asked(stage: Stage) {
  const { page } = stage
  const { some, days, suggestion, save, question, dialog, kept } = await open(stage)
  await some.check()
  await moveTo(page, suggestion('90 days'))
  await page.keyboard.press('Enter')
  await expect(days).toHaveValue('90')
  await moveTo(page, save)
  await page.keyboard.press('Enter')
  await expect(question).toContainText(
    'In 24 hours, Partyline begins to delete what is too old: 1,204 texts and 3 notes in 88 chats, the oldest from March 3, 2024.',
  )
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectUsable(stage)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(save).toBeFocused()
  expect(await sent(page, 'settings.updateRetention')).toEqual([])
  await page.keyboard.press('Enter')
  await moveTo(page, question.getByRole('button', { name: 'Save and delete' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(kept).toHaveText(/^For 90 days; deletion begins ./)
  const [request] = await sent(page, 'settings.updateRetention')
  expect(request?.body).toEqual({ keepDays: 90, seen: { keepDays: null } })
}

async function notAsked(stage: Stage) {
  const { page, clinic } = stage
  Object.assign(clinic.tooOld, { texts: 0, notes: 0, chats: 0, oldest: null })
  const first = await open(stage)
  await first.some.check()
  await first.days.fill('90')
  await first.save.click()
  await expect(first.dialog).toBeHidden()
  await expect(first.kept).toHaveText(/^For 90 days/)
  const { forever, save, dialog, kept } = await openDialog(stage)
  await forever.check()
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(kept).toHaveText('Forever')
  const bodies = (await sent(page, 'settings.updateRetention')).map(({ body }) => body)
  expect(bodies.at(-1)).toEqual({ keepDays: null, seen: { keepDays: 90 } })
}

async function uncounted(stage: Stage) {
  const { page, look } = stage
  const { some, days, save, question, dialog } = await open(stage)
  const find = await lose(page, 'retention.preview')
  await some.check()
  await days.fill('90')
  await save.click()
  await expect(question).toContainText(
    'In 24 hours, Partyline begins to delete texts and notes that are older than 90 days. They couldn’t be counted.',
  )
  await look()
  await question.getByRole('button', { name: 'Save and delete' }).click()
  await expect(dialog).toBeHidden()
  await find()
}

async function changedByOthers(stage: Stage) {
  const { clinic, update, announce } = stage
  const { some, days, dialog, kept } = await open(stage)
  await some.check()
  await days.fill('365')
  clinic.lines[0]!.keepDays = 90
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  await expect(dialog).toContainText('how long texts are kept')
  await expect(days).toHaveValue('365')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(days).toHaveValue('90')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(kept).toHaveText('For 90 days')
}

const DELETED_BEFORE = '2026-03-03T15:00:00.000Z'
const DELETED = 'Texts and notes from before March 3, 2026 were deleted.'

function addDeleted(clinic: Clinic, texts: readonly string[]): { chat: Chat; messages: Message[] } {
  const chat = addChat(clinic, { name: 'Ada Quist', contacts: [{ name: 'Ada Quist', number: '+12025557601' }] })
  const messages = addTexts(clinic, chat, texts)
  return { chat: Object.assign(chat, { deletedBefore: DELETED_BEFORE }), messages }
}

async function deletedBefore(stage: Stage) {
  const { clinic, come } = stage
  const { chat, messages } = addDeleted(clinic, ['See you at nine.', 'Thank you!'])
  quote(messages[1]!, messages[0]!)
  // The quoted text is gone.
  Object.assign(messages[1]!, { parentId: null, parent: null })
  const { transcript } = await come(addressOf(chat.id))
  await expect(transcript.getByText(DELETED)).toBeVisible()
  await expect(transcript.getByText('This is the start of the chat.')).toBeHidden()
  await expect(transcript.getByRole('article')).toHaveCount(2)
  await expectUsable(stage)
}

async function allDeleted(stage: Stage) {
  const { clinic, come } = stage
  const { chat } = addDeleted(clinic, [])
  const { transcript, chat: row } = await come(addressOf(chat.id))
  await expect(transcript).toContainText(DELETED)
  await expect(transcript).not.toContainText('yet')
  await expect(row('Ada Quist')).toContainText('No messages')
  await expect(row('Ada Quist')).not.toContainText('yet')
  await expectUsable(stage)
}

/** Texts that were fetched earlier are no longer shown. */
async function deletedMeanwhile(stage: Stage) {
  const { clinic, come, update, announce } = stage
  const { chat, messages } = addDeleted(clinic, ['Too old', 'New enough'])
  Object.assign(chat, { deletedBefore: undefined })
  clinic.notes[chat.id] = [noteBy(clinic.me, 'An old note', { createdOn: messages[0]!.sentOn })]
  const { transcript } = await come(addressOf(chat.id))
  await expect(transcript.getByText('Too old')).toBeVisible()
  await expect(transcript.getByText('An old note')).toBeVisible()
  Object.assign(chat, { deletedBefore: messages[1]!.sentOn, messages: messages.slice(1), version: chat.version + 1 })
  clinic.notes[chat.id] = []
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'MessageAddedToChat', chat.id))
  await expect(transcript.getByText(/^Texts and notes from before .* were deleted\.$/)).toBeVisible()
  await expect(transcript.getByText('Too old')).toHaveCount(0)
  await expect(transcript.getByText('An old note')).toHaveCount(0)
  await expect(transcript.getByText('New enough')).toBeVisible()
}

/** As from a search, the ledger of consent, or a colleague. */
async function linkToDeleted(stage: Stage) {
  const { clinic, come, page, look } = stage
  const { chat, messages } = addDeleted(clinic, ['Too old', 'New enough'])
  const [old] = messages
  chat.messages.shift()
  const { transcript } = await come(addressOf(chat.id, old!.id))
  await expect(page.getByText('This message is not in the chat.')).toBeVisible()
  await expect(transcript.getByText('New enough')).toBeVisible()
  await look()
}

async function logged(stage: Stage) {
  const { page, clinic, come } = stage
  const at = new Date(Date.now() - DAY_MS).toISOString()
  const by = { id: clinic.me.id, name: clinic.me.name }
  const change = (field: AuditEntry['changes'][number]['field'], to: string, from = '') => ({ field, from, to })
  const entries: Pick<AuditEntry, 'kind' | 'subject' | 'by' | 'changes'>[] = [
    {
      kind: 'textsDeleted',
      subject: '+12025550100',
      by: null,
      changes: [change('texts', '1,204'), change('notes', '3')],
    },
    { kind: 'legalHoldReleased', subject: 'Rivera family', by, changes: [change('appliesTo', 'Chat')] },
    {
      kind: 'legalHoldPlaced',
      subject: 'Rivera family',
      by,
      changes: [change('appliesTo', 'Contact'), change('reason', 'Rivera v. Lakeside')],
    },
    // Older entries do not say it.
    { kind: 'legalHoldPlaced', subject: 'Rivera family', by, changes: [] },
    { kind: 'retentionChanged', subject: '+12025550100', by, changes: [change('keepDays', '90 days', 'Forever')] },
  ]
  clinic.audit = entries.map((entry, index) => ({
    ...entry,
    id: `019a0000-0000-7000-8000-${String(1_000 - index).padStart(12, '0')}` as AuditEntry['id'],
    at,
  }))
  await come('/admin/log')
  const items = page.getByRole('region', { name: 'Audit log' }).getByRole('listitem')
  await expect(items).toContainText([
    /Deleted old texts of a number · \(202\) 555-0100.*Texts deleted: 1,204.*Notes deleted: 3.*Partyline/,
    /Released a legal hold · Rivera familyApplies to: ChatDana Cole/,
    /Placed a legal hold · Rivera familyApplies to: ContactReason: Rivera v\. LakesideDana Cole/,
    /Placed a legal hold · Rivera familyDana Cole/,
    /Changed how long a number keeps texts.*Keeps texts: 90 days \(before: Forever\)/,
  ])
  await expectUsable(stage)
}
