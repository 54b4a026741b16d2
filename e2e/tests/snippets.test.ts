import { readFile } from 'node:fs/promises'
import { signIn as driverSignIn } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeSnippets, DANA } from '../pages/arrange.ts'
import { chooseFiles, MEADOW } from '../pages/attach.ts'
import { statusOf } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { newMessage } from '../pages/new-chat.ts'
import { pendingMessages } from '../pages/pending.ts'
import { signIn } from '../pages/sign-in.ts'
import { snippets } from '../pages/snippets.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

const HOURS = { name: 'Opening hours', shortcut: 'hours', text: 'We are open from 9 to 5.', shared: true }
const REMINDER = {
  name: 'Appointment reminder',
  text: 'Hi {{first_name|there}}, {{my_name}} of {{company}} ({{line_name}}). See you on {{appointment date}} at {{time}}.',
}
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const meadow = async () => ({
  fileName: 'meadow.png',
  contentType: 'image/png',
  base64: (await readFile(MEADOW)).toString('base64'),
})

/** The selected part of the text. */
const selectedIn = (page: Page) =>
  page
    .getByRole('textbox', { name: 'Write to' })
    .evaluate((field: { value: string; selectionStart: number; selectionEnd: number }) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    )

test('a snippet is inserted at the caret by keyboard, and its blanks are filled in before it is sent', async ({
  openBrowser,
}) => {
  const contact = { name: 'Saskia Snip', number: '+12025553801' }
  await arrangeSnippets([HOURS, REMINDER])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const { list, options, option } = snippets(page)

  await app.text.fill('Good morning!  Bye.')
  await app.text.press('End')
  for (let step = 0; step < 5; step += 1) await app.text.press('ArrowLeft')
  await page.keyboard.type('/')
  await expect(options).toHaveText([/^Appointment reminder/, /^Opening hours/, 'Manage snippets'])
  await expect(app.text).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '')
  const activeId = () => app.text.getAttribute('aria-activedescendant')
  await expect(option('Appointment reminder')).toHaveAttribute('id', (await activeId()) ?? '')
  expect(await faultsOf(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(option('Opening hours')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('rem')
  await expect(options).toHaveText([/^Appointment reminder/, 'Manage snippets'])
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(app.text).not.toHaveAttribute('aria-activedescendant')
  await expect(app.text).toHaveValue(
    'Good morning! Hi Saskia, Dana Cole of Lakeside Clinic (Front desk). See you on {{appointment date}} at {{time}}. Bye.',
  )
  await expect.poll(() => selectedIn(page)).toBe('{{appointment date}}')

  // Nothing is sent with a blank in it.
  await page.keyboard.press('Tab')
  expect(await selectedIn(page)).toBe('{{time}}')
  await page.keyboard.type('noon')
  await app.send.click()
  await expect(page.getByRole('alert')).toHaveText('Fill in “appointment date” before you send this.')
  expect(await selectedIn(page)).toBe('{{appointment date}}')
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue(/appointment date/)
  await page.keyboard.type('Monday')
  await expect(page.getByText('before you send this')).toBeHidden()
  await page.keyboard.press('Enter')
  const sent = 'See you on Monday at noon. Bye.'
  await expect(statusOf(app.message(sent), 'Delivered')).toBeVisible()
  await expect(app.text).toHaveValue('')

  // Without blanks, Tab leaves the text.
  await page.keyboard.press('Tab')
  await expect(app.text).not.toBeFocused()
})

test('the list opens only for a word after white space, and ordinary text stays ordinary', async ({ openBrowser }) => {
  const contact = { name: 'Sven Slash', number: '+12025553802' }
  await arrangeSnippets([HOURS])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const { list, option } = snippets(page)

  await app.text.pressSequentially('and/or https://lakeside.example/open 11/25')
  await expect(list).toBeHidden()
  // No snippet matches: Enter sends.
  await app.text.fill('')
  await app.text.pressSequentially('5 /day')
  await expect(list).toBeHidden()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(list).toBeVisible()
  await page.keyboard.type('day')
  await page.keyboard.press('Enter')
  await expect(statusOf(app.message('5 /day'), 'Delivered')).toBeVisible()

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
})

test('the menu next to Send opens a search of snippets, the latest used comes first, and its picture is attached', async ({
  openBrowser,
}) => {
  const contact = { name: 'Pia Picture', number: '+12025553803' }
  await arrangeSnippets([HOURS, { name: 'Way to us', text: 'Behind the meadow.', media: [await meadow()] }])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const { open, item, options, option, search } = snippets(page)

  await app.text.fill('Hello. ')
  await moveTo(page, pendingMessages(page).more)
  await page.keyboard.press('Enter')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(options).toHaveText([/^Opening hours/, /^Way to us/, 'Manage snippets'])
  await search.fill('no such thing')
  await expect(page.getByText('No snippet found for “no such thing”.')).toBeVisible()
  await search.fill('behind the')
  await expect(option('Way to us')).toHaveAttribute('aria-selected', 'true')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('Hello. Behind the meadow.')
  await expect(app.text).toBeFocused()
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('img', { name: 'meadow.png' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(statusOf(app.message('Hello. Behind the meadow.'), 'Delivered')).toBeVisible()
  await expect(app.message('Behind the meadow.').getByRole('button', { name: /^Open picture/ })).toBeVisible()

  await open()
  await expect(options).toHaveText([/^Way to us/, /^Opening hours/, 'Manage snippets'])
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(app.text).toBeFocused()
})

test('a snippet with more pictures than fit says so, and keeps the text', async ({ openBrowser }) => {
  const contact = { name: 'Max Media', number: '+12025553902' }
  const csv = (at: number) => ({ fileName: `${at}.csv`, contentType: 'text/csv', base64: btoa(`${at}`) })
  await arrangeSnippets([{ name: 'Six files', text: 'Six', media: [1, 2, 3, 4, 5, 6].map(csv) }])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  for (const text of ['Six', 'Six Six']) {
    await app.text.pressSequentially(text === 'Six' ? '/' : ' /')
    await expect(snippets(page).option('Six files')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(app.text).toHaveValue(text)
  }
  await expect(page.getByRole('alert')).toHaveText('Use at most 10 files.')
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(10)
})

test('among several contacts, the first name is a blank', async ({ openBrowser }) => {
  const contact = { name: 'Gina Group', number: '+12025553903' }
  await arrangeSnippets([{ name: 'Greeting', text: 'Hi {{first_name|there}}!' }])
  const chat = await arrangeChat({ name: 'Groups', contact, others: [{ name: 'Gus Group', number: '+12025553905' }] })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  await app.text.pressSequentially('/gree')
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('Hi {{first_name}}!')
  expect(await selectedIn(page)).toBe('{{first_name}}')
})

test('the first message of a new chat has no open blank, either', async ({ openBrowser }) => {
  await arrangeSnippets([REMINDER])
  const page = await openBrowser()
  await signIn(page, 'Dana Cole', `${appUrl()}/?chat=new`)
  const { to, text, send, chips } = newMessage(page)
  await to.fill('(202) 555-0187')
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(1)
  await text.pressSequentially('/app')
  await expect(snippets(page).option('Appointment reminder')).toBeVisible()
  await page.keyboard.press('Enter')
  // A contact that is named by its number has no first name.
  await expect(text).toHaveValue(/^Hi there, Dana Cole of Lakeside Clinic \(.+\)\. See you on \{\{appointment date\}\}/)
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Fill in 2 blanks before you send this. Tab goes to the next one.')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/appointment date/)
  await expect(chips).toHaveCount(1)
})

test('snippets are added, changed, shared, and deleted by keyboard', async ({ openBrowser }) => {
  const contact = { name: 'Mandy Manage', number: '+12025553904' }
  await arrangeSnippets([])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const at = snippets(page)

  // With none yet, the list offers to create one.
  await app.text.pressSequentially('Hello /')
  await expect(at.options).toHaveText(['New snippet'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(at.name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(at.name).toHaveAccessibleDescription('Name should be defined.')
  await page.keyboard.type('Thanks')
  await moveTo(page, at.shortcut)
  await page.keyboard.type('/a.b')
  await moveTo(page, at.text)
  await page.keyboard.type('Thank you, ')
  await moveTo(page, at.form.getByRole('button', { name: 'First name' }))
  await page.keyboard.press('Enter')
  await expect(at.text).toHaveValue('Thank you, {{first_name|there}}')
  await expect(at.text).toBeFocused()
  await moveTo(page, at.save)
  await page.keyboard.press('Enter')
  await expect(at.shortcut).toHaveAccessibleDescription(/Use only letters, digits, hyphens, and underscores\./)
  await at.shortcut.fill('/thx')
  await chooseFiles(page, () => at.attach.click(), MEADOW)
  await expect(at.files).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])
  await at.save.click()
  await expect(at.form).toBeHidden()
  await expect(app.text).toHaveValue('Hello ')
  await expect(app.text).toBeFocused()

  await page.keyboard.type('/thx')
  await expect(at.option('Thanks')).toContainText('Thank you, Mandy')
  await page.keyboard.press('ArrowUp')
  await expect(at.option('Manage snippets')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(at.personal).toHaveText([/Thanks/])
  expect(await faultsOf(page)).toEqual([])
  await moveTo(page, at.edit('Thanks'))
  await page.keyboard.press('Enter')
  await at.name.fill('Many thanks')
  await at.everyone.check()
  await at.save.click()
  await expect(at.shared).toHaveText([/Many thanks.*1 file.*\/thx/])
  await at.edit('Many thanks').click()
  await expect(at.files).toHaveCount(1)
  await at.files.getByRole('button', { name: 'Remove meadow.png' }).click()
  await at.save.click()
  await expect(at.shared).toHaveText([/Many thanks/])
  await expect(at.shared).not.toContainText('1 file')

  await at.edit('Many thanks').click()
  await at.delete.click()
  const question = page.getByRole('dialog', { name: 'Delete snippet' })
  await expect(question).toContainText('Delete “Many thanks” for everyone in your organization?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(at.manage).toContainText('No snippets yet')
  await at.close.click()
  await expect(app.text).toBeFocused()
})

test('where only Admins edit shared snippets, a User sees them and edits their own', async ({ openBrowser }) => {
  await arrangeSnippets([HOURS])
  const dana = await driverSignIn(appUrl(), DANA)
  const allow = (sharedSnippets: 'everyone' | 'admins') =>
    dana.get('settings.updateTenant', { body: { name: 'Lakeside Clinic', sharedSnippets } })
  await allow('admins')
  try {
    const page = await openBrowser()
    const app = await signIn(page, 'Omar Haddad')
    await app.open('Priya Shah')
    const at = snippets(page)
    await at.open()
    await at.option('Manage snippets').click()
    await expect(at.manage).toContainText('Admins edit these.')
    await expect(at.edit('Opening hours')).toBeHidden()
    await at.add.click()
    await expect(at.name).toBeFocused()
    await expect(at.everyone).toBeHidden()
  } finally {
    await allow('everyone')
  }
})

test('on a phone, a snippet is chosen and its blanks are selected by touch', async ({ openBrowser }) => {
  const contact = { name: 'Tara Touch', number: '+12025553808' }
  await arrangeSnippets([HOURS, REMINDER])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser(PHONE)
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const { item, option, search, list } = snippets(page)
  await pendingMessages(page).more.tap()
  await item.tap()
  await expect(option('Appointment reminder')).toBeInViewport({ ratio: 1 })
  // The keyboard would cover the list.
  await expect(search).not.toBeFocused()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await faultsOf(page)).toEqual([])
  await page.goBack()
  await expect(list).toBeHidden()
  await expect(app.text).toBeVisible()
  await pendingMessages(page).more.tap()
  await item.tap()
  await option('Appointment reminder').tap()
  await expect(app.text).toHaveValue(/^Hi Tara, /)
  await expect(page.getByRole('status').filter({ hasText: 'Fill in 2 blanks' })).toContainText('Tap one to select it.')
  await app.send.tap()
  await expect(page.getByRole('alert')).toContainText('Fill in 2 blanks before you send this.')
  expect(await selectedIn(page)).toBe('{{appointment date}}')
  expect(await faultsOf(page)).toEqual([])
})

test('inside Teams, a snippet is inserted by keyboard', async ({ openBrowser }) => {
  const contact = { name: 'Tess Teams', number: '+12025553809' }
  await arrangeSnippets([HOURS, { name: 'Way to us', text: 'Behind the meadow.', media: [await meadow()] }])
  await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const { app, frame } = await openTeams(page)
  await app.open(contact.name)
  await app.text.pressSequentially('/way')
  await expect(snippets(frame).option('Way to us')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('Behind the meadow.')
  await expect(frame.getByRole('list', { name: 'Attached' }).getByRole('img')).toBeVisible()
})
