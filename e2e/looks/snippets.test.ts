import type { Snippet } from '@partyline/contract'
import { chooseFiles } from '../pages/attach.ts'
import { moveTo } from '../pages/keyboard.ts'
import { lose as loseFile } from '../pages/network.ts'
import { newMessage } from '../pages/new-chat.ts'
import { pendingMessages } from '../pages/pending.ts'
import { snippets } from '../pages/snippets.ts'
import { addChat, addPicture, addressOf } from './arrange.ts'
import { hold, refuse, sent } from './calls.ts'
import { expect, expectKept, test } from './look.ts'
import type { Stage } from './look.ts'

test('Snippets: listed', ({ stage }) => listed(stage))
test('Snippets: more than fit', ({ stage }) => many(stage))
test('Snippets: none', ({ stage }) => none(stage))
test('Snippets: no match', ({ stage }) => noMatch(stage))
test('Snippets: loading', ({ stage }) => loading(stage))
test('Snippets: failed', ({ stage }) => failed(stage))
test('Snippets: a picture failed to load', ({ stage }) => pictureFailed(stage))
test('Snippets: inserted with blanks', ({ stage }) => blanks(stage))
test('Manage snippets: listed', ({ stage }) => managed(stage))
test('Manage snippets: none', ({ stage }) => managedNone(stage))
test('Manage snippets: cannot be loaded again', ({ stage }) => managedFailed(stage))
test('Edit snippet: saving and refused', ({ stage }) => refused(stage))
test('Edit snippet: a shortcut is taken', ({ stage }) => taken(stage))
test('Edit snippet: too many files', ({ stage }) => tooManyFiles(stage))

test('Snippets: inserted at the caret by keyboard', ({ stage }) => atCaret(stage))
test('Snippets: only after white space, and never in the way', ({ stage }) => ordinaryText(stage))
test('Snippets: searched from the menu, the latest used first', ({ stage }) => searched(stage))
test('Snippets: more files than fit', ({ stage }) => manyFiles(stage))
test('Snippets: among several contacts', ({ stage }) => severalContacts(stage))
test('Snippets: in a new chat', ({ stage }) => inNewChat(stage))
test('Manage snippets: shared ones are for Admins', ({ stage }) => adminsOnly(stage))

test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('Snippets: the list’s code failed to load', ({ stage }) => codeFailed(stage))
})

const CONTACT = { name: 'Stella Snippet', number: '+12025553811' }
const HOURS = { name: 'Opening hours', shortcut: 'hours', text: 'We are open from 9 to 5.', shared: true }
const REMINDER = { name: 'Reminder', text: 'See you on {{appointment date}} at {{time}}, {{first_name|there}}.' }

const WAY = { name: 'Way to us', shortcut: 'way-to-us-from-the-station', text: 'Behind the meadow.' }

function addSnippets({ clinic }: Stage, added: readonly Partial<Snippet>[]) {
  clinic.snippets = added.map((parts, at) => {
    const id = `0000000e-0000-4000-8000-${String(at).padStart(12, '0')}` as Snippet['id']
    const snippet: Snippet = { id, name: '', text: '', shortcut: null, shared: false, media: [], ...parts }
    if (parts === WAY) addPicture(snippet)
    return snippet
  })
}

async function comeToChat({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  const app = await come(addressOf(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return { app, ...snippets(page) }
}

async function listed(stage: Stage) {
  addSnippets(stage, [HOURS, REMINDER, WAY])
  const { app, options } = await comeToChat(stage)
  await app.text.pressSequentially('Hello /')
  await expect(options).toHaveCount(4)
  await stage.look()
}

async function many(stage: Stage) {
  addSnippets(
    stage,
    Array.from({ length: 12 }, (_, at) => ({ ...HOURS, shortcut: `hours${at}` })),
  )
  const { app, options, open, option } = await comeToChat(stage)
  await app.text.pressSequentially('/')
  await expect(options).toHaveCount(13)
  await stage.page.keyboard.press('ArrowUp')
  await stage.page.keyboard.press('ArrowUp')
  await expect(option('/hours11')).toBeInViewport({ ratio: 1 })
  await stage.look()
  await stage.page.keyboard.press('Escape')
  await open()
  await expect(options).toHaveCount(13)
  await stage.look()
}

async function none(stage: Stage) {
  addSnippets(stage, [])
  const { app, options } = await comeToChat(stage)
  await app.text.pressSequentially('/')
  await expect(options).toHaveText(['New snippet'])
  await stage.look()
}

async function noMatch(stage: Stage) {
  addSnippets(stage, [HOURS])
  const { open, search } = await comeToChat(stage)
  await open()
  await search.fill('xylophone of ice')
  await expect(stage.page.getByText('No snippet found for “xylophone of ice”.')).toBeVisible()
  await stage.look()
}

async function loading(stage: Stage) {
  const { page, look } = stage
  addSnippets(stage, [HOURS])
  const { app, option } = await comeToChat(stage)
  const letGo = await hold(page, 'snippets.list')
  await app.text.pressSequentially('/ho')
  await expect(page.getByText('Loading snippets')).toBeAttached()
  // Enter is not meant for the message.
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('/ho')
  await look()
  await letGo()
  await expect(app.text).toHaveValue(HOURS.text)
  await expect(option('Opening hours')).toBeHidden()
}

async function failed(stage: Stage) {
  const { page, look } = stage
  addSnippets(stage, [HOURS])
  const { open, option } = await comeToChat(stage)
  const allow = await refuse(page, 'snippets.list')
  await open()
  await expect(page.getByRole('alert')).toContainText('Snippets couldn’t be loaded.')
  await look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(option('Opening hours')).toBeVisible()
}

async function codeFailed(stage: Stage) {
  stage.forgive(/ERR_FAILED/)
  const { page, look } = stage
  await loseFile(page, /\/assets\/snippet-list/)
  const { app, open } = await comeToChat(stage)
  await open()
  await expect(page.getByRole('alert')).toHaveText('Snippets couldn’t be loaded.')
  await look()
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
}

async function pictureFailed(stage: Stage) {
  stage.forgive(/ERR_FAILED/)
  const { page, look } = stage
  addSnippets(stage, [WAY])
  const { app, option } = await comeToChat(stage)
  const find = await loseFile(page, /\/api\/v1\/media\//)
  await app.text.pressSequentially('/way')
  await expect(option('Way to us')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The files of Way to us couldn’t be loaded.')
  await expect(app.text).toHaveValue('/way')
  await look()
  await find()
  await app.text.press('Enter')
  await expect(app.text).toHaveValue('Behind the meadow.')
}

async function blanks(stage: Stage) {
  const { page, look } = stage
  addSnippets(stage, [REMINDER])
  const { app, option } = await comeToChat(stage)
  await app.text.pressSequentially('/rem')
  await expect(option('Reminder')).toContainText('Stella')
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('See you on {{appointment date}} at {{time}}, Stella.')
  await look()
  await app.send.click()
  await expect(page.getByRole('alert')).toContainText('Fill in 2 blanks before you send this.')
  await look()
}

async function managed(stage: Stage) {
  addSnippets(stage, [HOURS, REMINDER, WAY])
  const { open, option, shared, personal, edit, files } = await comeToChat(stage)
  await open()
  await option('Manage snippets').click()
  await expect(shared).toHaveCount(1)
  await expect(personal).toHaveCount(2)
  await stage.look()
  await stage.page.setViewportSize({ width: 390, height: 844 })
  // On one line.
  expect((await personal.getByText('1 file').boundingBox())?.height).toBeLessThan(24)
  await edit('Way to us').click()
  await expect(files.getByRole('img')).toBeVisible()
  await stage.look()
}

async function managedNone(stage: Stage) {
  addSnippets(stage, [HOURS])
  const { open, option, edit, delete: remove, manage, form } = await comeToChat(stage)
  await open()
  await option('Manage snippets').click()
  await edit('Opening hours').click()
  await remove.click()
  await stage.page.getByRole('dialog', { name: 'Delete snippet' }).getByRole('button', { name: 'Delete' }).click()
  await expect(form).toBeHidden()
  await expect(manage).toContainText('No snippets yet')
  await stage.look()
}

async function managedFailed(stage: Stage) {
  const { page, look } = stage
  addSnippets(stage, [HOURS])
  const { open, option, manage, shared } = await comeToChat(stage)
  await open()
  // The list is there.
  await expect(option('Manage snippets')).toBeVisible()
  const allow = await refuse(page, 'snippets.list')
  await option('Manage snippets').click()
  // Loaded snippets stay visible.
  await expect(shared).toHaveCount(1)
  await expect(manage.getByRole('alert')).toBeHidden()
  await look()
  await allow()
}

/** The form of a new snippet, with a name and a text. */
async function comeToForm(stage: Stage) {
  addSnippets(stage, [HOURS])
  const at = await comeToChat(stage)
  await at.open()
  await at.option('Manage snippets').click()
  await at.add.click()
  await at.name.fill('Hours on holidays')
  await at.text.fill('We are closed on {{holiday}}.')
  return at
}

async function refused(stage: Stage) {
  const { page, look } = stage
  const at = await comeToForm(stage)
  const letGo = await hold(page, 'snippets.create')
  await at.save.click()
  await expectKept(stage, at.form, 'Saving…')
  await letGo()
  await expect(at.personal).toHaveCount(1)
  await at.edit('Hours on holidays').click()
  const allow = await refuse(page, 'snippets.update')
  await at.save.click()
  await expect(at.form.getByRole('alert')).toContainText('Not today.')
  // Its color changes when it can be clicked again.
  await expect(at.save).toBeEnabled()
  await look()
  await allow()
  await at.save.click()
  await expect(at.form).toBeHidden()
  // Unchanged files are not sent, so that they replace no one else’s.
  const [first, second] = await sent(page, 'snippets.update')
  expect(first?.body).not.toHaveProperty('media')
  expect(second?.body).toEqual(first?.body)
}

async function taken(stage: Stage) {
  const at = await comeToForm(stage)
  await at.shortcut.fill('/hours')
  await expect(at.shortcut).toHaveValue('hours')
  await at.everyone.check()
  await at.save.click()
  await expect(at.shortcut).toHaveAccessibleDescription(/“Opening hours” already has this shortcut\./)
  await expect(at.shortcut).toBeFocused()
  await stage.look()
}

async function tooManyFiles(stage: Stage) {
  const at = await comeToForm(stage)
  const files = Array.from({ length: 11 }, (_, index) => ({
    name: `price-list-${index + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 prices'),
  }))
  // On a phone, ten files push the sentence out of view.
  await stage.page.setViewportSize({ width: 390, height: 844 })
  await chooseFiles(stage.page, () => at.attach.click(), files)
  await expect(at.form.getByRole('alert')).toHaveText('Use at most 10 files.')
  await expect(at.form.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(at.files).toHaveCount(10)
  await stage.look()
  await at.files.getByRole('button', { name: 'Remove price-list-1.pdf' }).click()
  await expect(at.form.getByRole('alert')).toBeHidden()
}

const VISIT = {
  name: 'Visit',
  text: 'Hi {{first_name|there}}, {{my_name}} of {{company}} ({{line_name}}). See you on {{appointment date}} at {{time}}.',
}

/** The selected part of the text. */
const selectedIn = ({ page }: Stage) =>
  page
    .getByRole('textbox', { name: 'Write to' })
    .evaluate((field: { value: string; selectionStart: number; selectionEnd: number }) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    )

async function atCaret(stage: Stage) {
  const { page, look } = stage
  addSnippets(stage, [HOURS, VISIT])
  const { app, list, options, option } = await comeToChat(stage)
  await app.text.fill('Good morning!  Bye.')
  await app.text.press('End')
  for (let step = 0; step < 5; step += 1) await app.text.press('ArrowLeft')
  await page.keyboard.type('/')
  await expect(options).toHaveText([/^Opening hours/, /^Visit/, 'Manage snippets'])
  await expect(app.text).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '')
  const activeId = () => app.text.getAttribute('aria-activedescendant')
  await expect(option('Opening hours')).toHaveAttribute('id', (await activeId()) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(option('Visit')).toHaveAttribute('aria-selected', 'true')
  await look()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('vis')
  await expect(options).toHaveText([/^Visit/, 'Manage snippets'])
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(app.text).not.toHaveAttribute('aria-activedescendant')
  await expect(app.text).toHaveValue(
    'Good morning! Hi Stella, Dana Cole of Lakeside Clinic (Front desk). See you on {{appointment date}} at {{time}}. Bye.',
  )
  await expect.poll(() => selectedIn(stage)).toBe('{{appointment date}}')

  // Nothing is sent with a blank in it.
  await page.keyboard.press('Tab')
  await expect.poll(() => selectedIn(stage)).toBe('{{time}}')
  await page.keyboard.type('noon')
  await app.send.click()
  await expect(page.getByRole('alert')).toHaveText('Fill in “appointment date” before you send this.')
  await expect.poll(() => selectedIn(stage)).toBe('{{appointment date}}')
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue(/appointment date/)
  await page.keyboard.type('Monday')
  await expect(page.getByText('before you send this')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(app.message('See you on Monday at noon. Bye.')).toContainText('Sending in')
  await expect(app.text).toHaveValue('')
  // Without blanks, Tab leaves the text.
  await page.keyboard.press('Tab')
  await expect(app.text).not.toBeFocused()
}

async function ordinaryText(stage: Stage) {
  const { page } = stage
  addSnippets(stage, [HOURS])
  const { app, list, option } = await comeToChat(stage)
  await app.text.pressSequentially('and/or https://lakeside.example/open 11/25')
  await expect(list).toBeHidden()
  // No snippet matches: Enter sends.
  await app.text.fill('')
  await app.text.pressSequentially('5 /day')
  await expect(list).toBeHidden()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Backspace')
  await expect(list).toBeVisible()
  await page.keyboard.type('day')
  await page.keyboard.press('Enter')
  await expect(app.message('5 /day')).toContainText('Sending in')

  // Escape leaves the text as it is, and the list closed.
  await app.text.pressSequentially('/ho')
  await expect(option('Opening hours')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.type('urs')
  await expect(list).toBeHidden()
  await expect(app.text).toHaveValue('/hours')
  await page.keyboard.type(' /')
  await expect(list).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('/hours We are open from 9 to 5.')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(app.text).toHaveValue('/hours /')
}

async function searched(stage: Stage) {
  const { page, look } = stage
  addSnippets(stage, [HOURS, WAY])
  const { app, open, item, options, option, search } = await comeToChat(stage)
  await app.text.fill('Hello. ')
  await moveTo(page, pendingMessages(page).more)
  await page.keyboard.press('Enter')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(options).toHaveText([/^Opening hours/, /^Way to us/, 'Manage snippets'])
  await search.fill('behind the')
  await expect(option('Way to us')).toHaveAttribute('aria-selected', 'true')
  await look()
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('Hello. Behind the meadow.')
  await expect(app.text).toBeFocused()
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('img', { name: 'meadow.png' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(app.message('Hello. Behind the meadow.')).toContainText('Sending in')
  await expect.poll(() => sent(page, 'messages.send')).toHaveLength(1)
  const [request] = await sent(page, 'messages.send')
  expect(request?.form).toMatchObject({ Media: [{ fileName: 'meadow.png' }] })

  await open()
  await expect(options).toHaveText([/^Way to us/, /^Opening hours/, 'Manage snippets'])
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(app.text).toBeFocused()
}

async function manyFiles(stage: Stage) {
  const { page, clinic } = stage
  addSnippets(stage, [{ name: 'Six files', text: 'Six' }])
  for (let at = 1; at <= 6; at += 1) addPicture(clinic.snippets[0]!, { fileName: `${at}.png` })
  const { app, option } = await comeToChat(stage)
  for (const text of ['Six', 'Six Six']) {
    await app.text.pressSequentially(text === 'Six' ? '/' : ' /')
    await expect(option('Six files')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(app.text).toHaveValue(text)
  }
  await expect(page.getByRole('alert')).toHaveText('Use at most 10 files.')
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(10)
}

async function severalContacts(stage: Stage) {
  addSnippets(stage, [{ name: 'Greeting', text: 'Hi {{first_name|there}}!' }])
  const app = await stage.come()
  await app.open('Rivera family')
  await app.text.pressSequentially('/gree')
  await expect(snippets(stage.page).option('Greeting')).toBeVisible()
  await stage.page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('Hi {{first_name}}!')
  await expect.poll(() => selectedIn(stage)).toBe('{{first_name}}')
}

async function inNewChat(stage: Stage) {
  const { page, come, look } = stage
  addSnippets(stage, [VISIT])
  await come('/?chat=new')
  const { to, text, send, chips } = newMessage(page)
  await to.fill('(202) 555-0187')
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(1)
  await text.pressSequentially('/vis')
  await expect(snippets(page).option('Visit')).toBeVisible()
  await page.keyboard.press('Enter')
  // A contact that is named by its number has no first name.
  await expect(text).toHaveValue(/^Hi there, Dana Cole of Lakeside Clinic \(.+\)\. See you on \{\{appointment date\}\}/)
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Fill in 2 blanks before you send this. Tab goes to the next one.')
  await look()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/appointment date/)
  await expect(chips).toHaveCount(1)
  expect(await sent(page, 'chats.create')).toEqual([])
}

async function adminsOnly(stage: Stage) {
  const { clinic } = stage
  addSnippets(stage, [HOURS])
  clinic.settings.sharedSnippets = 'admins'
  clinic.me = clinic.users.find(({ name }) => name === 'Omar Haddad')!
  const app = await stage.come()
  await app.open('Priya Shah')
  const at = snippets(stage.page)
  await at.open()
  await at.option('Manage snippets').click()
  await expect(at.manage).toContainText('Admins edit these.')
  await expect(at.edit('Opening hours')).toBeHidden()
  await stage.look()
  await at.add.click()
  await expect(at.name).toBeFocused()
  await expect(at.everyone).toBeHidden()
}
