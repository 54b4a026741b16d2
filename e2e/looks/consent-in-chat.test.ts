import { CONSENT_TEXTS, eventWithoutData } from '@partyline/contract'
import type { Chat, Member } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import { delivered } from '@partyline/web/looks'
import { moveTo } from '../pages/keyboard.ts'
import { newMessage } from '../pages/new-chat.ts'
import { addChat, addressOf } from './arrange.ts'
import { refuse, REASON, sent } from './calls.ts'
import { addEntry } from './consent-entries.ts'
import { receive } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { LONG } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Written consent: a line warns, and asks, by keyboard', ({ stage }) => warned(stage))
test('Written consent: a line blocks, until consent is recorded', ({ stage }) => blocked(stage))
test('Written consent: one of several is skipped', ({ stage }) => someBlocked(stage))
test('Written consent: in Teams', ({ stage }) => inTeams(stage))
test('Written consent: a new chat with a warning', ({ stage }) => newChatWarned(stage))
test('Written consent: a new chat, and someone else records it', ({ stage }) => newChatFollows(stage))
test('Written consent: a new chat begins without a text', ({ stage }) => newChatBlocked(stage))
test('Written consent: an Admin asks for it on a line', ({ stage }) => required(stage))
test('Opt-out offer: under the newest text, taken and undone', ({ stage }) => offered(stage))
test('Opt-out offer: dismissed for good, by keyboard', ({ stage }) => dismissed(stage))
test('Opt-out offer: a wrong number, with a long name', ({ stage }) => wrongNumber(stage))
test('Opt-out offer: refused by the server', ({ stage }) => optOutRefused(stage))
test('Opt-out offer: not for older texts, and other texts', ({ stage }) => notOffered(stage))
test('Opt-out offer: not for people who opted out', ({ stage }) => alreadyOut(stage))
test('Opt-out offer: comes with its text', ({ stage }) => arrives(stage))

const LENA = { name: 'Lena Holt', number: '+12025553801' }
const PETE = { name: 'Pete Ames', number: '+12025553802' }

function addLena(clinic: Clinic, parts: Partial<Member> = {}) {
  const chat = addChat(clinic, { name: 'Lena Holt', contacts: [LENA] })
  const lena = chat.members.find(({ name }) => name === LENA.name)!
  Object.assign(lena, parts)
  return { chat, lena, contact: clinic.contacts.find(({ name }) => name === LENA.name)! }
}

async function warned(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = addLena(clinic, { lacksConsent: 'warn' })
  const app = await come(addressOf(chat.id))
  const composer = page.getByRole('textbox', { name: 'Write to Lena Holt' })
  await expect(page.getByText('No written consent from Lena Holt yet.')).toBeVisible()
  await composer.fill('Hello')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expectUsable(stage)
  const ask = page.getByRole('button', { name: 'Ask for consent' })
  await moveTo(page, ask)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask for consent' })
  await expect(dialog).toContainText('Lena Holt will get this text from Front desk now:')
  await expect(dialog).toContainText(CONSENT_TEXTS.request('Lakeside Clinic'))
  await stage.look()
  const allow = await refuse(page, 'consent.ask')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await allow()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Asked for consent on \w+ \d+\. Waiting for YES\./)).toBeVisible()
  await expect(ask).toHaveCount(0)
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue('Hello')
  await expect(page.getByRole('article').last()).toContainText('Reply YES to get texts from us')
  await expect(page.getByRole('button', { name: 'Record consent…' })).toBeVisible()
  await expect(app.title).toHaveText('Lena Holt')
}

async function blocked(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = addLena(clinic, { lacksConsent: 'block' })
  clinic.lines[0]!.consentRequest = 'Lakeside here. May we text you? Reply YES.'
  await come(addressOf(chat.id))
  const composer = page.getByRole('textbox', { name: 'Write to Lena Holt' })
  await composer.fill('Hello')
  await expect(page.getByText('Can’t send: no written consent from Lena Holt yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await page.keyboard.press('Enter')
  expect(await sent(page, 'messages.send')).toEqual([])
  await expectUsable(stage)
  await page.getByRole('button', { name: 'Ask for consent' }).click()
  const question = page.getByRole('dialog', { name: 'Ask for consent' })
  await expect(question).toContainText('Lakeside here. May we text you? Reply YES.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Record consent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record consent of Lena Holt' })
  await expect(dialog.getByRole('checkbox', { name: 'Front desk' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Billing' })).not.toBeChecked()
  await dialog.getByRole('textbox', { name: 'Exact wording' }).fill('I agree to texts.')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/no written consent/i)).toHaveCount(0)
  await expect(composer).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
}

async function someBlocked(stage: Stage) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, {
    name: 'Lena and Pete',
    contacts: [LENA, PETE, { name: LONG, number: '+12025553803' }],
  })
  const named = (name: string) => chat.members.find((member) => member.name === name)!
  named(LENA.name).lacksConsent = 'block'
  Object.assign(named(LONG), { lacksConsent: 'block', consentAskedAt: '2026-11-03T14:00:00.000Z' })
  await come(addressOf(chat.id))
  await page.getByRole('textbox', { name: 'Write to Lena and Pete' }).fill('Hello')
  await expect(page.getByText(/Won’t be sent to Lena Holt and Maximiliane.*: no written consent\./)).toBeVisible()
  await expect(page.getByText(/Asked Maximiliane.* for consent on Nov 3\. Waiting for YES\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Record consent of Lena Holt…' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask for consent' }).click()
  await expect(page.getByRole('dialog')).toContainText('Lena Holt will get this text from Front desk now:')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectUsable(stage)
}

async function inTeams(stage: Stage) {
  const { page, clinic, come, look } = stage
  const { chat } = addLena(clinic, { lacksConsent: 'warn' })
  chat.messages.push(delivered(950, clinic.contacts.at(-1)!, 'stop texting me', chat.members))
  await come(`/teams-app${addressOf(chat.id)}`)
  await expect(page.getByText('No written consent from Lena Holt yet.')).toBeVisible()
  await expect(page.getByRole('article').last()).toContainText('Lena Holt may not want texts.')
  await look()
}

async function comeToNewChat({ page, clinic, come }: Stage, consent: 'warn' | 'block') {
  const [frontDesk] = clinic.lines
  frontDesk!.consent = consent
  clinic.contacts.push({ ...clinic.contacts[0]!, id: `${clinic.contacts[0]!.id.slice(0, -3)}380` as never, ...LENA })
  await come('/?chat=new')
  const { to, options, text } = newMessage(page)
  await to.fill('Lena Holt')
  await options.filter({ hasText: 'Lena Holt' }).click()
  return text
}

async function newChatWarned(stage: Stage) {
  const { page } = stage
  const composer = await comeToNewChat(stage, 'warn')
  await expect(page.getByText('No written consent from Lena Holt yet.')).toBeVisible()
  await composer.fill('Hello')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expectUsable(stage)
  await page.getByRole('button', { name: 'Record consent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record consent of Lena Holt' })
  await dialog.getByRole('radio', { name: 'In writing' }).check()
  await dialog.getByRole('textbox', { name: 'Exact wording' }).fill('I agree to texts.')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('No written consent from Lena Holt yet.')).toHaveCount(0)
  await expect(composer).toHaveValue('Hello')
}

async function newChatFollows(stage: Stage) {
  const { page, clinic, update, announce } = stage
  await comeToNewChat(stage, 'block')
  const notice = page.getByText('Can’t send: no written consent from Lena Holt yet.')
  await expect(notice).toBeVisible()
  addEntry(clinic, LENA.number)
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  await expect(notice).toHaveCount(0)
}

async function newChatBlocked(stage: Stage) {
  const { page } = stage
  const composer = await comeToNewChat(stage, 'block')
  await composer.fill('Hello')
  await expect(page.getByText('Can’t send: no written consent from Lena Holt yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await expectUsable(stage)
  await page.getByRole('button', { name: 'Start chat without a text' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /Lena/ })).toBeVisible()
  const [request] = await sent(page, 'chats.create')
  expect(request?.form).toMatchObject({ Message: '' })
  await expect(page.getByRole('textbox', { name: /^Write to/ })).toHaveValue('Hello')
}

async function required(stage: Stage) {
  const { page, clinic, come } = stage
  await come('/admin/twilio')
  const card = page.getByRole('listitem', { name: 'Front desk' })
  await moveTo(page, card.getByRole('button', { name: /^More actions/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Written consent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Written consent' })
  await expect(dialog.getByRole('radio', { name: /^Off/ })).toBeChecked()
  await expect(dialog.getByRole('region', { name: 'What contacts will see' })).toContainText(
    CONSENT_TEXTS.request('Lakeside Clinic'),
  )
  const request = dialog.getByRole('textbox', { name: 'Consent request' })
  await expect(request).toHaveAccessibleDescription(/characters, 1 text/)
  await expectUsable(stage)
  await dialog.getByRole('radio', { name: /^Block/ }).check()
  await request.fill('Lakeside here. May we text you? Reply YES.')
  await expect(dialog.getByRole('region', { name: 'What contacts will see' })).toContainText('May we text you?')
  const allow = await refuse(page, 'settings.updateConsent', 'validation', { field: 'consentRequest' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(request).toHaveAccessibleDescription(new RegExp(REASON))
  await expect(request).toBeFocused()
  await allow()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText(/Written consent\s*Block/)
  const requests = await sent(page, 'settings.updateConsent')
  expect(requests.at(-1)?.body).toEqual({
    consent: 'block',
    consentRequest: 'Lakeside here. May we text you? Reply YES.',
    seen: { consent: 'off', consentRequest: null },
  })
  await stage.look()
  await card.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Written consent…' }).click()
  await request.fill('  ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await sent(page, 'settings.updateConsent')).at(-1)?.body).toMatchObject({ consentRequest: null })
  expect(clinic.lines).toHaveLength(2)
}

function addWish(clinic: Clinic, chat: Chat, text: string, index = 950) {
  const lena = clinic.contacts.find(({ name }) => name === chat.members.at(-1)!.name)!
  const message = delivered(index, lena, text, chat.members)
  chat.messages.push(message)
  return message
}

async function offered(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat, lena } = addLena(clinic)
  const wish = addWish(clinic, chat, 'Please stop texting me')
  await come(addressOf(chat.id))
  const article = page.getByRole('article').filter({ hasText: 'Please stop texting me' })
  await expect(article).toContainText('Lena Holt may not want texts.')
  await expectUsable(stage)
  await article.getByRole('button', { name: 'Opt out: Lena Holt' }).click()
  await expect(article).not.toContainText('may not want texts')
  await expect(page.getByText(/Lena was opted out by hand\./).first()).toBeVisible()
  const [request] = await sent(page, 'optOuts.add')
  expect(request).toMatchObject({ params: { chatId: chat.id, memberId: lena.id }, body: { messageId: wish.id } })
  await expect(article).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(article).toContainText('Lena Holt may not want texts.')
  await expect.poll(() => sent(page, 'optOuts.undo')).toHaveLength(1)
}

async function dismissed(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = addLena(clinic)
  // With an ID of its own: a text is announced once.
  addWish(clinic, chat, 'no me manden más mensajes', 952)
  const app = await come(addressOf(chat.id))
  const article = page.getByRole('article').filter({ hasText: 'no me manden' })
  await expect(page.locator('output').filter({ hasText: 'Lena Holt may not want texts.' })).toHaveCount(1)
  await article.focus()
  await moveTo(page, article.getByRole('button', { name: 'Dismiss' }))
  await page.keyboard.press('Enter')
  await expect(article).not.toContainText('may not want texts')
  await expect(article).toBeFocused()
  expect(await sent(page, 'optOuts.add')).toEqual([])
  await app.chats.getByRole('link').first().click()
  await page.goBack()
  await expect(article).toBeVisible()
  await expect(article).not.toContainText('may not want texts')
}

async function wrongNumber(stage: Stage) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, { name: 'Wrong', contacts: [{ name: LONG, number: '+12025553804' }] })
  addWish(clinic, chat, 'who is this? wrong #')
  await come(addressOf(chat.id))
  await expect(page.getByText('This may be the wrong number.').last()).toBeVisible()
  await expectUsable(stage)
}

async function optOutRefused(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = addLena(clinic)
  addWish(clinic, chat, 'lose my number')
  await come(addressOf(chat.id))
  const allow = await refuse(page, 'optOuts.add', 'forbidden')
  await page.getByRole('button', { name: 'Opt out: Lena Holt' }).click()
  await expect(page.getByRole('dialog', { name: 'Unable to opt out' })).toContainText(REASON)
  await allow()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Opt out: Lena Holt' })).toBeFocused()
}

async function notOffered({ page, clinic, come }: Stage) {
  const { chat } = addLena(clinic)
  addWish(clinic, chat, 'stop texting me', 950)
  addWish(clinic, chat, 'I will stop by at 5', 951)
  await come(addressOf(chat.id))
  await expect(page.getByRole('article').filter({ hasText: 'stop by at 5' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
}

async function alreadyOut({ page, clinic, come }: Stage) {
  const { chat } = addLena(clinic, { optedOut: true })
  addWish(clinic, chat, 'stop texting me')
  await come(addressOf(chat.id))
  await expect(page.getByRole('article').filter({ hasText: 'stop texting me' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
}

async function arrives(stage: Stage) {
  const { page, clinic, come } = stage
  const { chat } = addLena(clinic)
  addWish(clinic, chat, 'Who is this?', 2)
  await come(addressOf(chat.id))
  await expect(page.getByRole('article').filter({ hasText: 'Who is this?' })).toBeVisible()
  await receive(stage, chat, 'take me off your list')
  const article = page.getByRole('article').filter({ hasText: 'take me off your list' })
  await expect(article).toContainText('Lena Holt may not want texts.')
  // In one announcement with the text, which it would cut off otherwise.
  const said = page.locator('output').filter({ hasText: 'Lena Holt may not want texts.' })
  await expect(said).toHaveText(/take me off your list\s*Lena Holt may not want texts\./)
  await receive(stage, chat, 'Sorry, wrong chat. See you at 5!')
  await expect(page.getByRole('article').last()).toContainText('See you at 5')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
}
