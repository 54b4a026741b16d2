import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { faultsWithin } from './accessibility.ts'
import { inTheme } from './schemes.ts'
import type { Place } from './schemes.ts'
import { SIDEWAYS } from './zoom.ts'

const WINDOWS = {
  laptop: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
}
/** Narrower layouts are the same: only their fit is checked, not their colors. */
const SAME_BELOW = 390

/**
 * Expects the screen, or the open modal, to be accessible at every size in every theme, without axe violations or
 * horizontal scrolling. Saves screenshots if PICTURES is set.
 */
export async function expectUsable(place: Place, name: string): Promise<void> {
  const { page, frame } = place
  const isTeams = page !== frame
  const part = (await frame.getByRole('dialog').count()) > 0 ? '[role=dialog]' : 'main'
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    if (isTeams) {
      if (size !== 'laptop') continue
    } else await page.setViewportSize(viewport)
    await expect.poll(() => frame.locator('html').evaluate(SIDEWAYS), `${size}: ${name}`).toEqual([])
    if (viewport.width < SAME_BELOW) continue
    for (const theme of ['dark', 'contrast', 'light'] as const) {
      await inTheme(place, theme)
      await draw(place, `${name} ${isTeams ? 'teams' : size} ${theme}`)
      expect(await faultsWithin(frame, part), `${size} in the ${theme} theme: ${name}`).toEqual([])
    }
  }
  if (!isTeams) await page.setViewportSize(WINDOWS.laptop)
}

async function draw({ page }: Place, name: string) {
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`.replaceAll(/[^\w.]+/g, '-')) })
}
