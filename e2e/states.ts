import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { faultsOf } from './pages/accessibility.ts'
import type { ChatsPage } from './pages/chats-page.ts'
import { forgive } from './pages/complaints.ts'
import { REASON } from './pages/network.ts'
import { inTheme } from './pages/schemes.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './test.ts'

/** A screen in one of the states in which a person can find it, and the way there. */
export type State = { screen: string; state: string; play: (stage: Stage) => Promise<void> }

export type Stage = {
  page: Page
  /**
   * Signs in and comes to the address, by default the app's own; Dana where nobody else is named. What is ordered of the
   * network before holds from the first request on.
   */
  come: (address?: string, name?: string) => Promise<ChatsPage>
  /** Looks at what is shown: everybody can use it. Draws it where PICTURES names a folder. */
  look: () => Promise<void>
}

/** What the browser and the app say of answers and networks as these tests order them. */
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
        look: () => look(page, `${screen} ${state} ${(looks += 1)}`),
      })
      forgive(complaints, ORDERED)
    })
  }
}

const SIZES = { laptop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } }

async function look(page: Page, name: string) {
  expect(await faultsOf(page)).toEqual([])
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    for (const theme of ['dark', 'forced', 'light'] as const) {
      await inTheme({ page, frame: page }, theme)
      await page.screenshot({ path: path.join(folder, `${name} ${size} ${theme}.png`.replaceAll(/[^\w.]+/g, '-')) })
    }
  }
  await page.setViewportSize(SIZES.laptop)
}

/** While it works, the modal says so, and neither Escape nor Cancel closes it. */
export async function expectKept({ page, look }: Stage, dialog: Locator, busy: string) {
  await expect(dialog.getByRole('button', { name: busy })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await look()
}

/** A modal of its own says why, and gives way to what was there before. */
export async function expectRefused({ look }: Stage, error: Locator) {
  await expect(error).toContainText(REASON)
  await look()
  await error.getByRole('button', { name: 'Close' }).click()
  await expect(error).toBeHidden()
}
