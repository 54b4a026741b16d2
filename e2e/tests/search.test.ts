import { arrangeChat, arrangeNotes } from '../pages/arrange.ts'
import { moveTo } from '../pages/keyboard.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { answerInParts } from '../pages/search-answers.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('every match in a chat is reachable', async ({ openBrowser }) => {
  await arrangeNotes('Keys of the office')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Keys of the office')
  for (const text of ['The quokka has the spare key', 'Nobody saw it', 'A quokka is back', 'Equokka is no word']) {
    await app.write(text)
    await expect(app.message(text)).toBeVisible()
  }
  await app.search.fill('quokka')
  const messages = app.list.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('link')).toHaveText([/A quokka is back/])
  await messages.getByRole('button', { name: 'More in this chat' }).click()
  await expect(messages.getByRole('link')).toHaveText([/A quokka is back/, /The quokka has the spare key/])
  await expect(messages.locator('mark')).toHaveText(['quokka', 'quokka'])
  await messages.getByRole('link').last().click()
  await expect(app.message('The quokka has the spare key')).toBeFocused()
})

test('a partial search shows how far back it went, and claims nothing about the rest', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await answerInParts(page, [
    { cursor: 'one', backTo: '2026-03-03T15:00:00.000Z', isEmpty: true },
    { cursor: 'two', backTo: '2026-02-01T15:00:00.000Z', isEmpty: true },
    {},
  ])
  await app.search.fill('strike')
  await expect(app.list.getByText('Searched back to March 3, 2026')).toBeVisible()
  await expect(app.list.getByText('No results')).toBeHidden()
  await app.list.getByRole('button', { name: 'Search older messages' }).click()
  await expect(app.list.getByRole('link', { name: 'Greta Lindqvist' })).toBeVisible()
  await expect(app.list.getByText('Searched back to')).toBeHidden()
})

test('in the search box, Enter and Down move to the results, and arrow keys through both groups', async ({
  openBrowser,
}) => {
  await arrangeNotes('Wombat care')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Wombat care')
  await app.write('The wombat sleeps')
  await expect(app.message('The wombat sleeps')).toBeVisible()
  const results = app.list.getByRole('link', { name: /wombat/i })

  // Enter does not wait for the response; the focus moves when it arrives.
  await moveTo(page, app.search, 'Shift+Tab')
  await page.keyboard.type('wombat')
  await page.keyboard.press('Enter')
  await expect(results).toHaveCount(2)
  await expect(results.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.message('The wombat sleeps')).toBeFocused()

  // The next search starts at its first result, whichever had the focus before.
  await app.search.fill('wombat c')
  await app.search.press('ArrowDown')
  await expect(results).toHaveCount(1)
  await expect(results).toBeFocused()
  await app.search.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(app.list.getByRole('link', { name: 'Wombat care' })).toBeFocused()
})

test('after a search, a new text causes no request for results that are no longer shown', async ({ openBrowser }) => {
  const contact = { name: 'Quentin Still', number: '+12025553292' }
  await arrangeChat({ name: 'Quentin Still', contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.chats.first()).toBeVisible()
  await app.list.getByRole('tab', { name: 'My' }).click()
  for (const term of ['Quentin', 'Okafor', 'the']) {
    await app.search.fill(term)
    await expect(app.list.getByRole('link').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await app.search.fill('')
  await expect(app.chat('Quentin Still')).toBeVisible()
  await page.waitForLoadState('networkidle')

  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await textFrom(contact.number, 'Something about Quentin, Okafor and the weather')
  await expect(app.chat('Quentin Still')).toContainText('Something about')
  // Twice the time for which changes are collected before a request.
  await page.waitForTimeout(2_500)
  expect(requests).toEqual([])
})
