import { arrangeChat, arrangeTexts, lastTextIn } from '../pages/arrange.ts'
import { searchFilters } from '../pages/search-filters.ts'
import { fileFrom, textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ODA = { name: 'Oda Brandt', number: '+12025553411' }

test('filters combine by keyboard, with and without a term, are removed one by one, and one lists pictures', async ({
  openBrowser,
}) => {
  const pim = { name: 'Pim Vos', number: '+12025553412' }
  const chatOfPim = await arrangeChat({ name: pim.name, contact: pim })
  await textFrom(pim.number, 'Only words')
  await fileFrom(pim.number, 'Look at this', { contentType: 'image/png', bytes: PIXEL })
  const chat = await arrangeChat({ name: 'Oda Brandt', contact: ODA })
  await arrangeTexts(chat.id, ['The narwhal arrives', 'Bring a ladder'])
  await textFrom(ODA.number, 'Is the narwhal here?')
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  const filters = searchFilters(page)
  await expect(app.chat('Oda Brandt')).toContainText('Is the narwhal here?')
  await expect(filters.row).toBeHidden()

  // Chats with a person.
  await app.search.focus()
  await expect(filters.row).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(filters.person).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(filters.findPerson).toBeFocused()
  await page.keyboard.type('oda')
  await expect(filters.option('Oda Brandt (202) 555-3411')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(filters.chip('With Oda Brandt')).toBeFocused()
  await expect(app.list.getByRole('region', { name: 'Chats' }).getByRole('link')).toHaveText([/Oda Brandt/])

  // Messages from them.
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Sent by' }).check()
  await page.keyboard.press('Escape')
  await expect(filters.chip('From Oda Brandt')).toBeFocused()
  const messages = app.list.getByRole('region', { name: 'Messages' }).getByRole('link')
  await expect(messages).toHaveText([/Is the narwhal here\?/])

  // With a term, a line, and a date.
  await filters.line.press('Enter')
  await page.keyboard.press('End')
  await filters.option('Front desk').press('Enter')
  await filters.date.press('Enter')
  await filters.option('Today').press('Enter')
  await expect(filters.chip('Today')).toBeFocused()
  await app.search.fill('narwhal')
  await expect(messages.locator('mark')).toHaveText(['narwhal'])
  await filters.remove('From Oda Brandt').press('Enter')
  await expect(messages).toHaveText([/Is the narwhal here\?/, /The narwhal arrives/])

  // The arrow keys go through the results, Enter opens one, Escape returns.
  await app.search.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(messages.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(app.search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(app.message('The narwhal arrives')).toBeFocused()

  // Delete removes a filter, and Escape in the empty box all of them.
  await filters.chip('Today').press('Delete')
  await expect(filters.date).toBeFocused()
  await app.search.press('Escape')
  await expect(filters.chip('Front desk')).toBeVisible()
  await app.search.press('Escape')
  await expect(filters.line).toBeVisible()
  await expect(app.chats.first()).toBeVisible()
  await app.text.focus()
  await expect(filters.row).toBeHidden()

  await expect.poll(() => lastTextIn(chatOfPim.id)).toBe('Look at this')
  await app.search.focus()
  await filters.hasPicture.click()
  await expect(filters.hasPicture).toHaveAttribute('aria-pressed', 'true')
  await expect(messages.first()).toContainText('Look at this')
  await filters.person.click()
  await page.keyboard.type(pim.name)
  await filters.option(pim.name).click()
  await expect(messages).toHaveText([/Look at this/])
  await app.search.fill('words')
  await expect(app.list.getByText('Nothing matches all of these filters.')).toBeVisible()
})
