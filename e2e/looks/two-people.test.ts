import type { Chat, PresenceEntry, UserId } from '@partyline/contract'
import type { Looks } from '@partyline/web/looks'
import { addChat, addPending, addressOf, addTexts, arrive } from './arrange.ts'
import { eventWithoutData } from '@partyline/contract'
import { sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Two people: who is typing is readable below the composer and on the list’s row', ({ stage }) => typing(stage))
test('Two people: screen readers hear once that a colleague is typing', ({ stage }) => heardOnce(stage))
test('Two people: a note being written is shown in the chat, not on the list’s row', ({ stage }) => writingNote(stage))
test('Two people: Send asks if a colleague has just replied', ({ stage }) => replied(stage))
test('Two people: of two who send at once, the second is asked while the text is held', ({ stage }) => atOnce(stage))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Two people: at 390 px', ({ stage }) => narrow(stage))
  test('Two people: a text and a note being written, and someone who looks, at 390 px', ({ stage }) => three(stage))
})

/** The page's global, for functions that run there. */
declare const looks: Looks

const PIA = { name: 'Pia Lund', number: '+12025553451' }

async function comeToPia({ clinic, come }: Stage, prepare: (chat: Chat) => void = () => undefined) {
  const chat = addChat(clinic, { name: PIA.name, contacts: [PIA], team: ['Omar Haddad'] })
  addTexts(clinic, chat, ['Hello, this is the clinic.'])
  prepare(chat)
  const app = await come(addressOf(chat.id))
  await expect(app.message('Hello, this is the clinic.')).toBeVisible()
  return { app, chat }
}

const omarIn = (stage: Stage, chat: Chat, state: PresenceEntry['state']) =>
  colleagueIn(stage, 'Omar Haddad', chat, state)

function colleagueIn(
  { clinic, page }: Stage,
  colleague: string,
  { id: chatId }: Chat,
  state: PresenceEntry['state'],
  mode: PresenceEntry['mode'] = 'text',
) {
  const userId = clinic.users.find(({ name }) => name === colleague)!.id
  const entry: PresenceEntry = { userId, connectionKey: colleague, chatId, state, mode, isNew: false }
  return page.evaluate((given) => looks.meet(given), entry)
}

/** The line below the composer. */
const lineIn = ({ page }: Stage) => page.getByRole('region', { name: PIA.name }).getByText('Omar is typing…')

async function typing(stage: Stage) {
  const { app, chat } = await comeToPia(stage)
  const priya = stage.clinic.chats.find(({ name }) => name === 'Priya Shah')!
  const line = lineIn(stage)
  // The page may not be connected yet.
  await expect(async () => {
    await omarIn(stage, chat, 'writing')
    await expect(line).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(line).toHaveCSS('font-size', '14px')
  await expect(app.chat(PIA.name)).toContainText('Omar is typing…')
  await stage.look()
  await omarIn(stage, chat, 'gone')
  await expect(line).toHaveCount(0)
  await omarIn(stage, priya, 'writing')
  await expect(app.chat('Priya Shah')).toContainText('Omar is typing…')
  await stage.look()
  await omarIn(stage, priya, 'viewing')
  await expect(app.chat('Priya Shah')).not.toContainText('Omar is typing…')
}

/** Three colleagues in Pia's chat: Omar writes a text, Mei a note, and Sana only looks. */
async function meetThree(stage: Stage) {
  const { clinic } = stage
  const sana = { ...clinic.users[1]!, id: '0000000a-0000-4000-8000-000000000099' as UserId, name: 'Sana Iqbal' }
  clinic.users.push(sana)
  const { app, chat } = await comeToPia(stage)
  const line = stage.page.getByRole('region', { name: PIA.name }).getByText('Mei is writing a note…')
  await expect(async () => {
    await colleagueIn(stage, 'Mei Tanaka', chat, 'writing', 'note')
    await expect(line).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await colleagueIn(stage, sana.name, chat, 'viewing')
  return { app, chat, line }
}

async function writingNote(stage: Stage) {
  const { app, chat, line } = await meetThree(stage)
  await expect(app.chat(PIA.name)).not.toContainText('Mei')
  const here = stage.page.getByTitle('Mei Tanaka is writing a note… Sana Iqbal is also here')
  await expect(here).toBeVisible()
  await expect(here).toContainText('Mei Tanaka is writing a note… Sana Iqbal is also here')
  await stage.look()
  // A note answers no one: Send does not ask.
  await app.text.fill('We open at nine.')
  await app.text.press('Enter')
  await expect.poll(() => sent(stage.page, 'messages.send')).toHaveLength(1)
  // The note becomes a text.
  await colleagueIn(stage, 'Mei Tanaka', chat, 'writing')
  await expect(line).toHaveCount(0)
  // She is not a member, whose names the list has.
  await expect(app.chat(PIA.name)).toContainText('Someone is typing…')
}

async function three(stage: Stage) {
  const { chat } = await meetThree(stage)
  await omarIn(stage, chat, 'writing')
  const line = stage.page.getByRole('region', { name: PIA.name }).getByText('Omar is typing… Mei is writing a note…')
  await expect(line).toBeInViewport({ ratio: 1 })
  await stage.look()
}

async function heardOnce(stage: Stage) {
  const { page } = stage
  const { app, chat } = await comeToPia(stage)
  await page.evaluate(RECORD_TYPING)
  await expect(async () => {
    await omarIn(stage, chat, 'writing')
    await expect(lineIn(stage)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  // Heartbeats, and a pause.
  for (const state of ['writing', 'writing', 'viewing', 'writing'] as const) {
    await omarIn(stage, chat, state)
    await expect(lineIn(stage)).toHaveCount(state === 'writing' ? 1 : 0)
  }
  await expect(app.chat(PIA.name)).toContainText('Omar is typing…')
  await colleagueIn(stage, 'Mei Tanaka', chat, 'writing')
  await expect.poll(() => page.evaluate('window.heard')).toEqual(['Omar is typing…', 'Mei is typing…'])
  await colleagueIn(stage, 'Mei Tanaka', chat, 'writing', 'note')
  await expect.poll(() => page.evaluate('window.heard')).toContain('Mei is writing a note…')
}

/** Records what live regions say about typing, without the marks around names. */
const RECORD_TYPING = `
  window.heard = []
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      if (!element.closest('output, [role=status], [role=alert], [aria-live]:not([aria-live=off])')) continue
      for (const { textContent } of type === 'childList' ? addedNodes : [target]) {
        if (/typing|writing/.test(textContent)) window.heard.push(textContent.replaceAll(/[\\u2066-\\u2069]/g, ''))
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
`

async function replied(stage: Stage) {
  const { page } = stage
  const { app, chat } = await comeToPia(stage)
  await arrive(stage, chat, 'Omar Haddad', 'Before anyone typed.')
  await expect(app.message('Before anyone typed.')).toBeVisible()
  await app.text.fill('We open at nine.')
  await arrive(stage, chat, 'Omar Haddad', 'We open at eight, see you then.')
  await expect(app.message('We open at eight')).toBeVisible()
  await app.text.press('Enter')
  const question = page.getByRole('alert').filter({ hasText: 'Omar Haddad just replied:' })
  await expect(question).toContainText('We open at eight, see you then.')
  await expect(question.getByRole('button', { name: 'Send anyway' })).toBeFocused()
  expect(await sent(page, 'messages.send')).toEqual([])
  await stage.look()
  await question.getByRole('button', { name: 'Don’t send' }).click()
  await expect(question).toBeHidden()
  await expect(app.text).toHaveValue('We open at nine.')
  await expect(app.text).toBeFocused()

  await arrive(stage, chat, 'Omar Haddad', 'At eight sharp.')
  await expect(app.message('At eight sharp.')).toBeVisible()
  await app.text.press('Enter')
  await expect(question).toContainText('At eight sharp.')
  await expect(question.getByRole('button', { name: 'Send anyway' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('')
  await expect(question).toBeHidden()
  await expect.poll(() => sent(page, 'messages.send')).toHaveLength(1)
}

async function atOnce(stage: Stage) {
  const { page, clinic } = stage
  const { app, chat } = await comeToPia(stage, (chat) => addPending(clinic, chat, { text: 'At nine.', state: 'held' }))
  await expect(app.message('At nine.')).toContainText('Sending in')
  const question = page.getByRole('alert').filter({ hasText: 'Omar Haddad just replied:' })
  // Omar’s came second: he is asked, not Dana.
  addPending(clinic, chat, { text: 'At eight.', state: 'held', by: 'Omar Haddad' })
  await change(stage, chat)
  await expect(app.message('At eight.')).toBeVisible()
  await expect(question).toBeHidden()
  chat.pending.reverse()
  await change(stage, chat)
  await expect(question).toContainText('At eight.')
  await stage.look()
  await question.getByRole('button', { name: 'Don’t send' }).click()
  await expect(app.text).toHaveValue('At nine.')
  await expect.poll(() => sent(page, 'messages.cancel')).toHaveLength(1)
}

async function change({ clinic, update, announce }: Stage, chat: Chat) {
  chat.version += 1
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'DeliveryStatusUpdated', chat.id))
}

async function narrow(stage: Stage) {
  const { app, chat } = await comeToPia(stage)
  await omarIn(stage, chat, 'writing')
  await expect(lineIn(stage)).toBeInViewport({ ratio: 1 })
  await app.text.fill('We open at nine.')
  await arrive(stage, chat, 'Omar Haddad', 'We open at eight, see you then. '.repeat(8))
  await app.send.click()
  await expect(stage.page.getByRole('button', { name: 'Send anyway' })).toBeInViewport({ ratio: 1 })
  await stage.look()
}
