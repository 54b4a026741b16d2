import { chatUrl } from '../pages/addresses.ts'
import { arrangeNotes, arrangeTexts } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { pickAccount } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** More than three pages, so that the oldest message is not loaded when the chat is opened. */
const MANY = Array.from({ length: 170 }, (_, at) => `Note ${at}.`)

test('a link leads far back, once; from there the chat loads pages in both directions, counts new messages, and sends', async ({
  openBrowser,
}) => {
  const chat = await arrangeNotes('By address')
  const notes = await arrangeTexts(chat.id, MANY)
  const page = await openBrowser()
  await page.goto(`${chatUrl(chat.id)}&message=${notes[20]?.id}`)
  await pickAccount(page, 'Dana Cole')
  const app = chatsPage(page)
  await expect(app.message('Note 20.')).toBeInViewport({ ratio: 1 })
  await expect(app.message('Note 20.')).toBeFocused()
  await expect.poll(() => new URL(page.url()).search).toBe(`?chat=${chat.id}`)

  await arrangeTexts(chat.id, ['New one', 'New two'])
  await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible()
  await expect(app.message('Note 20.')).toBeInViewport({ ratio: 1 })
  for (const [key, text] of [
    ['Home', 'Note 0.'],
    ['End', 'New two'],
  ] as const) {
    // The last loaded message, where more are loaded.
    await expect(async () => {
      await page.keyboard.press(key)
      await expect(app.message(text)).toBeFocused({ timeout: 1_000 })
    }).toPass()
  }
  await app.write('Back at the end')
  await expect(app.message('Back at the end')).toBeInViewport({ ratio: 1 })
  await expect(app.message('Back at the end')).not.toContainText('Sending')
})
