import { expect } from '@playwright/test'
import type { BrowserContextOptions, FrameLocator, Page } from '@playwright/test'
import { attach } from './attach.ts'
import { chatPane } from './chat-pane.ts'
import { chatsPage } from './chats-page.ts'
import { newChat } from './new-chat.ts'
import { expectAccessible } from './schemes.ts'
import { signIn } from './sign-in.ts'
import { openTeams } from './teams-window.ts'
import { longPress } from './touch.ts'

/** Surfaces of the app: screen sizes, and Teams. */
export type Surface = { options: BrowserContextOptions; inTeams: boolean }

type Colleague = { name: string; login: string }

/** A user at work: common actions in the app at any size. */
export async function openDesk(page: Page, { inTeams, options }: Surface, { name, login }: Colleague) {
  const frame = inTeams ? await openInTeams(page, login) : page
  if (!inTeams) await signIn(page, name)
  const app = chatsPage(frame)
  const pane = chatPane(frame)

  /** Returns to the list if only one pane is shown at a time. */
  async function toList() {
    if (await app.back.isVisible()) await app.back.click()
    await app.search.fill('')
    await expect(app.list).toBeVisible()
  }

  return {
    page,
    frame,
    app,
    pane,
    newChat: newChat(frame),
    toList,

    /** Finds a chat by name and opens it. */
    async open(chat: string) {
      await toList()
      await app.find(chat)
      await expect(app.chats).toHaveCount(1)
      await app.open(chat)
    },

    /** Replies to the message with this text. */
    async reply(text: string) {
      const message = app.message(text)
      if (options.hasTouch) {
        await longPress(page, message.getByText(text))
        await frame.getByRole('menuitem', { name: 'Reply' }).tap()
      } else {
        await message.getByRole('button', { name: 'Reply' }).click()
      }
    },

    async sendPicture() {
      await attach(page, frame)
      await app.send.click()
    },

    /** Opens the right pane, which may cover the chat. */
    async openMembers() {
      await app.membersButton.click()
      await expect(pane.pane).toBeVisible()
    },

    async closeMembers() {
      await pane.pane.getByRole('button', { name: 'Close Details' }).click()
      await expect(pane.pane).toBeHidden()
    },

    /** Expects the current screen to be accessible in every theme. */
    expectAccessible: () => expectAccessible({ page, frame }),
  }
}

async function openInTeams(page: Page, login: string): Promise<FrameLocator> {
  const { app, frame } = await openTeams(page, { person: login })
  await app.list.waitFor()
  return frame
}
