import { attach } from '../pages/attach.ts'
import { moveTo } from '../pages/keyboard.ts'
import { hold as holdFile } from '../pages/network.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { pendingMessages } from '../pages/pending.ts'
import { addChat, addContacts } from './arrange.ts'
import { hold, lose, loseAnswer, REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('New chat: from the line on which the person wrote last', ({ stage }) => fromLastLine(stage))
test('New chat: empty', ({ stage }) => empty(stage))
test('New chat: matches', ({ stage }) => matches(stage))
test('New chat: searching', ({ stage }) => searching(stage))
test('New chat: search failed', ({ stage }) => searchFailed(stage))
test('New chat: no match', ({ stage }) => noMatch(stage))
test('New chat: new number', ({ stage }) => newNumber(stage))
test('New chat: several recipients', ({ stage }) => several(stage))
test('New chat: unknown names', ({ stage }) => unknownNames(stage))
test('New chat: phone in another chat', ({ stage }) => busy(stage))
test('New chat: country not allowed', ({ stage }) => barred(stage))
test('New chat: sending', ({ stage }) => sending(stage))
test('New chat: sent', ({ stage }) => justSent(stage))
test('New chat: failed', ({ stage }) => failed(stage))
test('New chat: more options before the people are loaded', ({ stage }) => optionsTooEarly(stage))
test('New chat: more options keep text and pictures', ({ stage }) => optionsKeepMessage(stage))
test('New chat: no line', ({ stage }) => noLine(stage))
test('New chat: lines failed to load', ({ stage }) => linesFailed(stage))

test('New chat: by keyboard alone', ({ stage }) => byKeyboard(stage))
test('New chat: Tab and Enter pick the person, although a chat with them exists', ({ stage }) => existing(stage))
test('New chat: a busy phone is texted from another line, or moved', ({ stage }) => otherLine(stage))
test('New chat: a text changed after a lost answer', ({ stage }) => changedAfterLoss(stage))
test('New chat: a retry with another time for undo', ({ stage }) => retried(stage))
test('New chat: a draft is a row of the list, reloaded, and taken over by the form', ({ stage }) => takenOver(stage))
test('New chat: × discards it, with Undo', ({ stage }) => discarded(stage))
test('New chat: at 390 px', ({ stage }) => narrow(stage))

test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('New chat: loading', ({ stage }) => loading(stage))
})

const WALT = { name: 'Walter Finch', number: '+12025553121' }
const WANDA = { name: 'Wanda Finch', number: '+12025553122' }
const WILMA = { name: 'Wilma Finch', number: '+12025553123' }

async function begin({ page, come }: Stage) {
  const app = await come()
  await app.newChat.click()
  const view = newMessage(page)
  await expect(view.to).toBeFocused()
  return { app, ...view }
}

async function loading({ page, come, look }: Stage) {
  const letGo = await holdFile(page, /\/assets\/new-chat-view/)
  const app = await come()
  await app.newChat.click()
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toBeFocused()
  await look()
  await letGo()
  await expect(newMessage(page).to).toBeFocused()
}

async function empty(stage: Stage) {
  const { view, line } = await begin(stage)
  await expect(view.getByText('Who do you want to text?')).toBeVisible()
  await expect(line).toBeVisible()
  await stage.look()
}

async function matches(stage: Stage) {
  const { clinic } = stage
  for (const walt of addContacts(clinic, [WALT])) walt.disabled = true
  addChat(clinic, { name: WANDA.name, contacts: [WANDA] })
  // More than there is room for.
  addContacts(
    clinic,
    Array.from({ length: 8 }, (_, index) => ({ name: `Hanna ${index}`, number: `+1202555324${index}` })),
  )
  const { to, groups } = await begin(stage)
  await to.pressSequentially('an')
  await expect(groups.filter({ hasText: 'Teammates' })).toBeVisible()
  await expect(groups.filter({ hasText: 'Contacts' })).toBeVisible()
  await expect(groups.first()).toContainText('Open')
  await stage.look()
  await to.fill('finch')
  await expect(groups.first()).toContainText('Open Wanda Finch')
  await expect(stage.page.getByRole('option', { name: /Walter Finch.*Disabled/ })).toBeDisabled()
  await stage.look()
}

async function searching(stage: Stage) {
  const { to, view } = await begin(stage)
  const letGo = await hold(stage.page, 'numbers.search')
  await to.pressSequentially('xylophone')
  await expect(view.getByText('Searching…')).toBeVisible()
  await stage.look()
  await letGo()
  await expect(view.getByText('No matches.')).toBeVisible()
}

async function searchFailed(stage: Stage) {
  const { to, view } = await begin(stage)
  const allow = await refuse(stage.page, 'numbers.search')
  await to.pressSequentially('xylophone')
  await expect(view.getByText('People couldn’t be loaded.')).toBeVisible()
  await stage.look()
  await allow()
  await to.press('Backspace')
  await expect(view.getByText('No matches.')).toBeVisible()
}

async function noMatch(stage: Stage) {
  const { to, view } = await begin(stage)
  await to.pressSequentially('xylophone')
  await expect(view.getByText('No matches. To text someone new, type the whole phone number.')).toBeVisible()
  await stage.look()
}

async function newNumber(stage: Stage) {
  const { to, options, chips, text, view } = await begin(stage)
  await to.pressSequentially('202 555 3123')
  await expect(options).toHaveText(['Text (202) 555-3123'])
  await stage.look()
  await to.press('Enter')
  await expect(chips).toHaveText('(202) 555-3123')
  await text.fill('Hello, this is Lakeside.')
  await expect(view.getByText('24 characters · 1 text to 1 phone')).toBeVisible()
  await stage.look()
}

async function several(stage: Stage) {
  addContacts(stage.clinic, [WALT])
  const { to, chips, text, view } = await begin(stage)
  await paste(stage, `Walter Finch; Omar Haddad\n(202) 555-3124, +1 202 555 3125`)
  await expect(chips).toHaveText(['Walter Finch', 'Omar Haddad', '(202) 555-3124', '(202) 555-3125'])
  await expect(view.getByText('Should these phones read each other’s texts?')).toBeVisible()
  await attach(stage.page, stage.page)
  await text.fill('The plan for Thursday is attached.')
  await expect(to).toHaveValue('')
  await stage.look()
}

async function unknownNames(stage: Stage) {
  const { to, chips, view } = await begin(stage)
  await paste(stage, 'Omar Haddad, Nobody Known, 12')
  await expect(chips).toHaveText(['Omar Haddad'])
  await expect(to).toHaveValue('Nobody Known, 12')
  await expect(view.getByRole('alert')).toHaveText('2 entries aren’t contacts or whole phone numbers.')
  await stage.look()
}

async function busy(stage: Stage) {
  addChat(stage.clinic, { name: 'Wanda, first visit', contacts: [WANDA] })
  const { to, alert, view, options } = await begin(stage)
  await to.pressSequentially('wanda')
  await options.filter({ hasText: '(202) 555-3122' }).click()
  const closes =
    'The move closes “Wanda, first visit” and takes it off the list. You can still read it: this chat will link to it.'
  await expect(alert).toContainText('Wanda Finch is already in the chat Wanda, first visit on this number.')
  await expect(alert).toContainText(closes)
  await stage.look()
  await view.getByRole('button', { name: 'Move the phone here' }).click()
  await expect(alert).toHaveText(`Wanda Finch will move here from another chat when you send. ${closes}`)
  await stage.look()
}

async function barred(stage: Stage) {
  const { to, chips, text, view } = await begin(stage)
  await to.pressSequentially('+44 20 7946 0019')
  await to.press('Enter')
  await expect(chips).toHaveText(['+44 20 7946 0019'])
  await text.fill('Hello')
  stage.clinic.settings.allowedCountries = ['US']
  await stage.update()
  await text.press('Enter')
  const sentence = 'Can’t send while +44 20 7946 0019 is in this chat. Texts to United Kingdom are not allowed.'
  await expect(view.getByText(sentence)).toBeVisible()
  await expect(text).toHaveValue('Hello')
  await stage.look()
}

async function optionsTooEarly(stage: Stage) {
  addContacts(stage.clinic, [WALT])
  const letGo = await hold(stage.page, 'users.list')
  const { to, options, chips, moreOptions } = await begin(stage)
  await to.pressSequentially('walter')
  await options.filter({ hasText: '(202) 555-3121' }).click()
  await expect(chips).toHaveText(['Walter Finch'])
  await expect(moreOptions).toBeDisabled()
  await letGo()
  await moreOptions.click()
  await expect(newChat(stage.page).chosen).toContainText(['Dana Cole', 'Walter Finch'])
  await stage.look()
}

async function optionsKeepMessage(stage: Stage) {
  const { page } = stage
  addContacts(stage.clinic, [WALT])
  const { app, text, moreOptions } = await beginWithWalter(stage)
  await text.fill('The plan is attached.')
  await attach(page, page)
  await moreOptions.click()
  await newChat(page).save.click()
  await expect(app.title).toHaveText('Walter Finch')
  await expect(app.text).toHaveValue('The plan is attached.')
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('img')).toHaveCount(1)
}

async function sending(stage: Stage) {
  addContacts(stage.clinic, [WALT])
  const { app, text, view } = await beginWithWalter(stage, 'Front desk')
  const letGo = await hold(stage.page, 'chats.create')
  await text.fill('On our way.')
  await text.press('Enter')
  await expect(view.getByRole('button', { name: 'Sending…' })).toBeVisible()
  await stage.page.keyboard.press('Escape')
  await stage.page.keyboard.type('!')
  await expect(text).toHaveValue('On our way.')
  await stage.look()
  await letGo()
  await expect(app.title).toHaveText('Walter Finch')
  await expect(app.newest).toContainText('On our way.')
}

async function justSent(stage: Stage) {
  addContacts(stage.clinic, [WILMA])
  const { app, to, options, text } = await begin(stage)
  await to.pressSequentially('wilma')
  await options.filter({ hasText: '(202) 555-3123' }).click()
  await text.fill('On our way.')
  await text.press('Enter')
  await expect(app.message('On our way.')).toContainText('Sending in')
  await stage.look()
}

async function failed(stage: Stage) {
  addContacts(stage.clinic, [WALT])
  const { text, alert, chips } = await beginWithWalter(stage, 'Billing')
  await refuse(stage.page, 'chats.create')
  await text.fill('On our way.')
  await text.press('Enter')
  await expect(alert).toContainText(`Unable to create chat. ${REASON}`)
  await expect(chips).toHaveText(['Walter Finch'])
  await expect(text).toHaveValue('On our way.')
  await stage.look()
}

async function noLine(stage: Stage) {
  stage.clinic.lines = []
  const { alert } = await begin(stage)
  await expect(alert).toHaveText('No number is in use yet. Ask an administrator to set one up.')
  await stage.look()
}

async function linesFailed(stage: Stage) {
  const allow = await refuse(stage.page, 'numbers.twilio')
  const { alert, line } = await begin(stage)
  await expect(alert).toContainText('Numbers couldn’t be loaded.')
  await stage.look()
  await allow()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(line).toBeVisible()
}

async function fromLastLine({ clinic, come, page }: Stage) {
  const contact = { name: 'Bella Bill', number: '+12025550144' }
  addChat(clinic, { name: contact.name, contacts: [contact] }).numberId = clinic.lines[1]!.id
  const app = await come()
  await app.newChat.click()
  await expect(newMessage(page).line).toContainText('Front desk')
  await app.open(contact.name)
  await app.write('Your bill is ready.')
  await app.newChat.click()
  await expect(newMessage(page).line).toContainText('Billing')
}

async function byKeyboard(stage: Stage) {
  const { page, come } = stage
  addContacts(stage.clinic, [WALT])
  const app = await come()
  const view = newMessage(page)
  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('n')
  await expect(view.to).toBeFocused()
  await moveTo(page, view.line, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Billing' }).waitFor()
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await expect(view.line).toContainText('Billing')

  await moveTo(page, view.to)
  await page.keyboard.type('o')
  await expect(view.options).not.toHaveCount(0)
  const first = await view.to.getAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await expect(view.to).not.toHaveAttribute('aria-activedescendant', first ?? '')
  await page.keyboard.press('Escape')
  await expect(view.options).toHaveCount(0)
  await expect(view.to).toHaveValue('o')
  await page.keyboard.press('Backspace')

  await page.keyboard.type('walter')
  await expect(view.options).toContainText(['Walter Finch'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('omar had')
  await expect(view.options).toContainText(['Omar Haddad'])
  await page.keyboard.press('Enter')
  await expect(view.chips).toHaveText(['Walter Finch', 'Omar Haddad'])
  await page.keyboard.press('Backspace')
  await page.keyboard.type('202 555 3132')
  await page.keyboard.press('Enter')
  await expect(view.chips).toHaveText(['Walter Finch', '(202) 555-3132'])
  await page.keyboard.press('Enter')
  await expect(view.text).toBeFocused()
  await page.keyboard.type('The office is closed on Friday.')
  await page.keyboard.press('Enter')
  await expect(view.relay('As a group')).toBeFocused()
  await page.keyboard.press('Space')
  await moveTo(page, view.text)
  await page.keyboard.press('Enter')

  await expect(app.title).toHaveText('Walter Finch, (202) 555-3132')
  await expect(page).toHaveURL(/\?chat=[0-9a-f-]{36}$/)
  await expect(app.message('The office is closed on Friday.')).toBeVisible()
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+n')
  await expect(view.line).toContainText('Billing')
  await expect(view.chips).toHaveCount(0)
  await expect(view.text).toHaveValue('')
}

async function existing(stage: Stage) {
  addChat(stage.clinic, { name: WANDA.name, contacts: [WANDA] })
  const { app, to, options, chips } = await begin(stage)
  await to.pressSequentially('wanda')
  await expect(options).toContainText(['Open Wanda Finch', 'Wanda Finch'])
  await stage.page.keyboard.press('Tab')
  await expect(chips).toHaveText('Wanda Finch')
  await stage.page.getByRole('button', { name: 'Remove Wanda Finch' }).click()
  await to.pressSequentially('wanda')
  await expect(options).toContainText(['Open Wanda Finch', 'Wanda Finch'])
  await stage.page.keyboard.press('Enter')
  await expect(chips).toHaveText('Wanda Finch')
  await stage.page.keyboard.press('Backspace')
  await to.pressSequentially('wanda')
  await expect(options).toContainText(['Open Wanda Finch', 'Wanda Finch'])
  await stage.page.keyboard.press('ArrowUp')
  await stage.page.keyboard.press('Enter')
  await expect(app.title).toHaveText('Wanda Finch')
  await expect(app.text).toBeFocused()
}

async function otherLine(stage: Stage) {
  const { page } = stage
  addChat(stage.clinic, { name: 'Wanda, first visit', contacts: [WANDA] })
  const { app, chips, alert, text, line, relay } = await begin(stage)
  await paste(stage, 'Wanda Finch\n(202) 555-3135')
  await expect(chips).toHaveText(['Wanda Finch', '(202) 555-3135'])
  await expect(alert).toContainText('Wanda Finch is already in the chat Wanda, first visit on this number.')
  await relay('As a group').check()
  await text.fill('Both of you are invited.')
  await text.press('Enter')
  const elsewhere = alert.getByRole('button', { name: 'Use Billing (202) 555-0101' })
  await expect(elsewhere).toBeFocused()
  await elsewhere.click()
  await expect(alert).toBeHidden()
  await line.click()
  await page.getByRole('menuitemradio', { name: 'Front desk' }).click()
  await alert.getByRole('button', { name: 'Move the phone here' }).click()
  await expect(text).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText('Wanda Finch, (202) 555-3135')
  await expect(app.message('Both of you are invited.')).toBeVisible()
  const requests = await sent(page, 'chats.create')
  expect(requests).toEqual([expect.objectContaining({ form: expect.objectContaining({ MoveMembers: true }) })])
}

async function changedAfterLoss(stage: Stage) {
  const { page } = stage
  const { to, text, send, alert } = await begin(stage)
  await to.pressSequentially('(202) 555-3145,')
  await text.fill('Your lenses are here.')
  const letGo = await hold(page, 'chats.search')
  await loseAnswer(page, 'chats.create')
  await send.click()
  await expect(alert).toContainText('Unable to create chat.')
  await text.fill('Your lenses are here, at the front desk.')
  await letGo()
  await expect(alert).toContainText('is already in the chat')
  await expect(text).toHaveValue('Your lenses are here, at the front desk.')
  await expect.poll(() => sent(page, 'chats.create')).toHaveLength(1)
}

async function retried(stage: Stage) {
  const { page } = stage
  addContacts(stage.clinic, [WALT])
  const { app, text, send, alert } = await beginWithWalter(stage)
  await text.fill('Your glasses are ready.')
  const find = await lose(page, 'chats.create')
  await send.click()
  await expect(alert).toContainText('Unable to create chat. Partyline can’t be reached.')
  await find()
  await app.open('Priya Shah')
  await pendingMessages(page).more.click()
  await page.getByRole('menuitemradio', { name: '30 seconds' }).click()
  await page.keyboard.press('Escape')
  await app.newChatDrafts.click()
  await send.click()
  await expect(app.title).toHaveText('Walter Finch')
  const [first, ...others] = await sent(page, 'chats.create')
  expect(first).toMatchObject({ key: expect.any(String), form: { HoldSeconds: 5 } })
  expect(others).toEqual([first])
}

async function takenOver(stage: Stage) {
  const { page, come } = stage
  const { app, view: _view, ...view } = await begin(stage)
  const modal = newChat(page)
  await view.to.pressSequentially('(202) 555-3138,')
  await expect(view.chips).toHaveText(['(202) 555-3138'])
  await view.text.fill('Half written')
  await app.open('Priya Shah')
  await expect(app.newChatDrafts).toHaveText(/\(202\) 555-3138.*Draft.*Half written/)
  await stage.look()
  // The next chat must not go to the earlier recipients.
  await app.newChat.click()
  await expect(view.to).toBeFocused()
  await expect(view.chips).toHaveCount(0)
  await expect(view.text).toHaveValue('')
  await page.reload()
  await come('/?chat=new')
  await expect(view.chips).toHaveCount(0)
  await app.newChatDrafts.click()
  await expect(view.chips).toHaveText(['(202) 555-3138'])
  await expect(view.text).toHaveValue('Half written')
  // From one draft to the next, the first stays.
  await app.newChat.click()
  await expect(view.chips).toHaveCount(0)
  await view.text.fill('Another one')
  await app.newChatDrafts.click()
  await expect(view.text).toHaveValue('Half written')
  await expect(app.newChatDrafts).toHaveText(/New chat.*Another one/)

  await view.moreOptions.click()
  await expect(modal.name).toHaveValue('(202) 555-3138')
  await expect(modal.chosen.filter({ hasText: 'Dana Cole' })).toBeVisible()
  await expect(modal.chosen.filter({ hasText: '(202) 555-3138' })).toBeVisible()
  await modal.name.fill('From the form')
  await modal.save.click()
  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toHaveText('From the form')
  await expect(app.text).toHaveValue('Half written')
}

async function discarded(stage: Stage) {
  const { page } = stage
  addContacts(stage.clinic, [WALT])
  const { app, text, chips, close, to } = await beginWithWalter(stage)
  await text.fill('Your lab result is ready.')
  await close.click()
  await expect(app.toast).toContainText('Draft discarded')
  await expect(app.newChatDrafts).toHaveCount(0)
  await app.newChat.click()
  await expect(to).toBeFocused()
  await expect(chips).toHaveCount(0)
  await expect(text).toHaveValue('')
  await app.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(chips).toHaveText(['Walter Finch'])
  await expect(text).toHaveValue('Your lab result is ready.')
  await to.focus()
  await page.keyboard.press('Escape')
  await expect(app.newChatDrafts).toHaveText(/Walter Finch.*Draft.*Your lab result is ready/)
}

async function narrow(stage: Stage) {
  const { page, come } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  const app = await come()
  const view = newMessage(page)
  await app.newChat.click()
  await expect(view.view).toBeInViewport({ ratio: 1 })
  await expect(app.list).toBeHidden()
  await view.to.fill('202 555 3139')
  await view.options.click()
  await view.text.fill('Hello')
  await expect(view.send).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await app.back.click()
  await expect(app.list).toBeVisible()
  await app.newChat.click()
  await page.goBack()
  await expect(app.list).toBeVisible()
}

async function beginWithWalter(stage: Stage, number?: string) {
  const view = await begin(stage)
  if (number !== undefined) {
    await view.line.click()
    await stage.page.getByRole('menuitemradio', { name: number }).click()
  }
  await view.to.pressSequentially('walter')
  await view.options.filter({ hasText: '(202) 555-3121' }).click()
  await expect(view.chips).toHaveText(['Walter Finch'])
  return view
}

async function paste({ page }: Stage, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('ControlOrMeta+V')
}
