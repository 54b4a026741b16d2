import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { inTheme } from './schemes.ts'

export const LAPTOP = { width: 1366, height: 768 }
const SIZES = { laptop: LAPTOP, wide: { width: 1920, height: 1080 }, phone: { width: 390, height: 844 } }

/** Saves screenshots of the page in three sizes and three themes to the folder PICTURES, if it is set. */
export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize() ?? LAPTOP
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    for (const theme of ['dark', 'forced', 'light'] as const) {
      await inTheme({ page, frame: page }, theme)
      await page.screenshot({ path: path.join(folder, `${name} ${size} ${theme}.png`.replaceAll(/[^\w.]+/g, '-')) })
    }
  }
  await page.setViewportSize(before)
}
