import { expect } from '@playwright/test'
import type { FrameLocator, Locator, Page } from '@playwright/test'

/** More screens of chats than exist. */
const MAX_STEPS = 20

export type ChatsPage = ReturnType<typeof chatsPage>

/** The app's screen at `/`: list, open chat, and right pane. In the Teams window it is in a frame. */
export function chatsPage(page: Page | FrameLocator) {
  const list = page.getByRole('region', { name: 'Chats', exact: true })
  const transcript = page.getByRole('log', { name: 'Messages in' })
  return {
    list,
    chats: list.getByRole('listitem'),
    chat: (name: string) => list.getByRole('link', { name }),
    search: list.getByRole('searchbox'),
    /** The one next to the heading; an empty list has another one. */
    newChat: list.getByRole('button', { name: 'New chat', exact: true }).first(),
    /** New chats that were begun. */
    newChatDrafts: list.getByRole('list', { name: 'New chats that are not sent' }).getByRole('link'),
    filter: list.getByRole('button', { name: 'Filter and view' }),
    selection: list.getByRole('toolbar', { name: 'Selected chats' }),
    /** The open chat's. Groups of the list and the right pane have headings of their own. */
    title: page.locator('header').getByRole('heading', { level: 2 }),
    back: page.getByRole('button', { name: 'Back to chats' }),
    membersButton: page.getByRole('button', { name: 'Members and details' }),
    members: page.getByRole('region', { name: 'Details', exact: true }),
    transcript,
    /** The message with this text. */
    message: (text: string) => transcript.getByRole('article').filter({ hasText: text }),
    newest: transcript.getByRole('article').last(),
    text: page.getByRole('textbox', { name: 'Write to' }),
    /** Replaces the composer in a deleted chat. */
    closed: page.getByRole('paragraph').filter({ hasText: 'This chat is closed. You can still read it.' }),
    toast: page.getByRole('region', { name: 'Notifications' }),
    attach: page.getByRole('button', { name: 'Attach pictures' }),
    send: page.getByRole('button', { name: 'Send', exact: true }),
    account: page.getByRole('button', { name: 'Account and theme' }),
    dialog: (title: string) => page.getByRole('dialog', { name: title }),

    /** Searches for the chat with this name, and waits for the results, which replace the list. */
    async find(name: string, term = name) {
      await list.getByRole('searchbox').fill(term)
      await list.getByRole('region', { name: 'People' }).getByRole('link', { name }).first().waitFor()
    },

    async open(name: string) {
      await reach(list, list.getByRole('link', { name }).first())
      await list.getByRole('link', { name }).first().click()
      await page.getByRole('heading', { level: 2, name }).waitFor()
      await settled(transcript)
    },

    /** Wait for this after a reload before clicking in the transcript. */
    settled: () => settled(transcript),

    async write(text: string) {
      await page.getByRole('textbox', { name: 'Write to' }).fill(text)
      await page.getByRole('textbox', { name: 'Write to' }).press('Enter')
    },
  }
}

/** Scrolls down the list until the chat is in the page, which only has visible items. */
async function reach(list: Locator, link: Locator) {
  await list.getByRole('listitem').first().waitFor()
  for (let step = 0; step < MAX_STEPS && (await link.count()) === 0; step += 1) {
    // New search results may remove the item; the next step finds another.
    await list
      .getByRole('listitem')
      .last()
      .scrollIntoViewIfNeeded()
      .catch(() => undefined)
    await list.page().waitForTimeout(100)
  }
}

/** Waits until the list has scrolled again after measuring its items, which only a program would outrun. */
async function settled(transcript: Locator) {
  await transcript.evaluate(async (log) => {
    const { requestAnimationFrame } = log.ownerDocument.defaultView!
    let before = -1
    for (let still = 0; still < 5;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      still = log.scrollTop === before ? still + 1 : 0
      before = log.scrollTop
    }
  })
}

/** The status below a message, for example `Delivered`. */
export function statusOf(message: Locator, text: string | RegExp): Locator {
  return message.getByRole('button', { name: text })
}

/** The picture of a message, and the button that opens it. */
export function pictureOf(message: Locator): { button: Locator; image: Locator } {
  const button = message.getByRole('button', { name: 'Open picture' })
  return { button, image: button.locator('img') }
}

/** Waits until the picture has loaded. Browsers load it only near the viewport. */
export async function expectDrawn(image: Locator) {
  await image.scrollIntoViewIfNeeded()
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
}
