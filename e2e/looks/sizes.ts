import { expect } from '@playwright/test'
import { LAPTOP } from '../pages/pictures.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { SIDEWAYS } from '../pages/zoom.ts'
import type { Stage } from './look.ts'

export const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }

/** Expects the screen, or the open modal, to be accessible in every theme, and to fit without horizontal scrolling at every size. */
export async function expectUsable({ page, look }: Stage): Promise<void> {
  const expectFits = () => expect.poll(() => page.evaluate<string[]>(SIDEWAYS)).toEqual([])
  await expectFits()
  await look()
  await page.setViewportSize(PHONE)
  await expectFits()
  await expectAccessible({ page, frame: page })
  await page.setViewportSize(NARROW)
  await expectFits()
  await page.setViewportSize(LAPTOP)
}
