import path from 'node:path'
import type { FileChooser, FrameLocator, Page } from '@playwright/test'
import { reachFrames } from './round-trip.ts'

/** A picture on the user's computer. */
export const MEADOW = path.resolve(import.meta.dirname, '../../tools/demo/meadow.png')

type Files = Parameters<FileChooser['setFiles']>[0]

/** Opens the browser's file dialog and chooses files. */
export async function chooseFiles(page: Page, open: () => Promise<void>, files: Files): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  // Playwright intercepts the dialog from the first listener on, but does not wait for the browser to confirm.
  await reachFrames(page)
  await open()
  await (await chooser).setFiles(files)
}

/** Chooses a file in the composer and waits for its preview. The app may be in a frame of the page. */
export async function attach(page: Page, app: Page | FrameLocator, file = MEADOW): Promise<void> {
  await chooseFiles(page, () => app.getByRole('button', { name: 'Attach pictures' }).click(), file)
  await app.getByRole('list', { name: 'Attached' }).getByRole('img').waitFor()
}
