import { attach } from '../pages/attach.ts'
import { hold as holdFile } from '../pages/network.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { addChat, addContacts } from './arrange.ts'
import { hold, REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

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
test('New chat: sent', ({ stage }) => sent(stage))
test('New chat: failed', ({ stage }) => failed(stage))
test('New chat: more options before the people are loaded', ({ stage }) => optionsTooEarly(stage))
test('New chat: more options keep text and pictures', ({ stage }) => optionsKeepMessage(stage))
test('New chat: no line', ({ stage }) => noLine(stage))
test('New chat: lines failed to load', ({ stage }) => linesFailed(stage))

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
  await expect(view.getByRole('switch', { name: "These phones will read each other's texts." })).toBeChecked()
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
  await expect(alert).toContainText('Wanda Finch is already in the chat Wanda, first visit on this number.')
  await stage.look()
  await view.getByRole('button', { name: 'Move the phone here' }).click()
  await expect(alert).toHaveText('Wanda Finch will move here from another chat when you send.')
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

async function sent(stage: Stage) {
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
