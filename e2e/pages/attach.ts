import path from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'

/** A picture, as somebody may have it on their computer. */
export const MEADOW = path.resolve(import.meta.dirname, '../../tools/demo/meadow.png')

/** Chooses a file in the composer, and waits until its preview is there. The app may be in a frame of the page. */
export async function attach(page: Page, app: Page | FrameLocator, file = MEADOW): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await app.getByRole('button', { name: 'Attach pictures' }).click()
  await (await chooser).setFiles(file)
  await app.getByRole('list', { name: 'Attached' }).getByRole('img').waitFor()
}
