import type { Locator, Page } from '@playwright/test'
import { faultsOf } from './pages/accessibility.ts'
import type { ChatsPage } from './pages/chats-page.ts'
import { forgive } from './pages/complaints.ts'
import { REASON } from './pages/network.ts'
import { takePictures } from './pages/pictures.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './test.ts'

/** A state of a screen, and how to reach it. */
export type State = { screen: string; state: string; play: (stage: Stage) => Promise<void> }

export type Stage = {
  page: Page
  /**
   * Signs in, as Dana by default, and opens the address, by default the app's start. Requests can be intercepted
   * before, from the first one on.
   */
  come: (address?: string, name?: string) => Promise<ChatsPage>
  /** Expects the current screen to be accessible. Saves a screenshot if PICTURES is set. */
  look: () => Promise<void>
}

/** Console errors of the browser and the app that these tests cause. */
const ORDERED = /Failed to load resource|realtime connection failed|ERR_INTERNET_DISCONNECTED/

/** A test for each state. */
export function playStates(states: readonly State[]): void {
  for (const { screen, state, play } of states) {
    test(`${screen}: ${state}`, async ({ openBrowser, complaints }) => {
      const page = await openBrowser({ reducedMotion: 'reduce' })
      let looks = 0
      await play({
        page,
        come: (address, name = 'Dana Cole') => signIn(page, name, address),
        async look() {
          expect(await faultsOf(page)).toEqual([])
          await takePictures(page, `${screen} ${state} ${(looks += 1)}`)
        },
      })
      forgive(complaints, ORDERED)
    })
  }
}

/** Expects the modal to show that it is working; neither Escape nor Cancel closes it. */
export async function expectKept({ page, look }: Stage, dialog: Locator, busy: string) {
  await expect(dialog.getByRole('button', { name: busy })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await look()
}

/** Expects a modal with the reason, which returns to what was open before. */
export async function expectRefused({ look }: Stage, error: Locator) {
  await expect(error).toContainText(REASON)
  await look()
  await error.getByRole('button', { name: 'Close' }).click()
  await expect(error).toBeHidden()
}
