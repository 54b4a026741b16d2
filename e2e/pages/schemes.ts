import { expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import { newContrastFaultsOf, structureFaultsOf, TRANSITIONS_END } from './accessibility.ts'

/** How the system or Teams requests a theme, and the Fluent color by which to recognize it. */
type Theme = { media: Parameters<Page['emulateMedia']>[0]; teams: string; ground: string }

export const AS_USUAL = { contrast: 'no-preference', forcedColors: 'none' } as const
const THEMES = {
  light: { media: { ...AS_USUAL, colorScheme: 'light' }, teams: 'default', ground: '#ffffff' },
  dark: { media: { ...AS_USUAL, colorScheme: 'dark' }, teams: 'dark', ground: '#292929' },
  contrast: { media: { ...AS_USUAL, contrast: 'more' }, teams: 'contrast', ground: '#000000' },
  forced: { media: { ...AS_USUAL, forcedColors: 'active' }, teams: 'contrast', ground: '#000000' },
} satisfies Record<string, Theme>

/** The page, and the frame with the app: the page itself, or a frame in the Teams window. */
export type Place = { page: Page; frame: Page | FrameLocator }

/** Changes the theme of the system or of Teams, and waits until all colors have changed. */
export async function inTheme({ page, frame }: Place, name: keyof typeof THEMES): Promise<void> {
  const { media, teams, ground } = THEMES[name]
  if (page === frame) await page.emulateMedia(media)
  else await page.getByRole('combobox', { name: 'Theme' }).selectOption(teams)
  await expect(frame.locator('.fui-FluentProvider').first()).toHaveCSS('--colorNeutralBackground1', ground)
  await frame.locator('html').evaluate(TRANSITIONS_END)
}

/** Expects no violations: of structure, and in every theme of contrast. Returns to the current theme. */
export async function expectAccessible(place: Place): Promise<void> {
  const { page } = place
  // The screen may be about to change, for a popover that closes or a chat that opens.
  await expect.poll(() => structureFaultsOf(page)).toEqual([])
  const current = await themeOf(place)
  // Axe checks the colors of the style sheets, not those chosen by the system.
  if (current === 'forced') return
  const faults = await newContrastFaultsOf(page)
  // Texts that have been seen in one theme have been seen in all of them.
  if (faults === null) return
  expect(faults, `in the ${current} theme`).toEqual([])
  for (const name of (['dark', 'contrast', 'light'] as const).filter((other) => other !== current)) {
    await inTheme(place, name)
    expect((await newContrastFaultsOf(page)) ?? [], `in the ${name} theme`).toEqual([])
  }
  await inTheme(place, current)
}

const SYSTEM_THEME = `Object.entries({
  forced: '(forced-colors: active)', contrast: '(prefers-contrast: more)', dark: '(prefers-color-scheme: dark)',
}).find(([, query]) => matchMedia(query).matches)?.[0] ?? 'light'`

async function themeOf({ page, frame }: Place): Promise<keyof typeof THEMES> {
  const system = await page.evaluate<keyof typeof THEMES>(SYSTEM_THEME)
  if (page === frame || system === 'forced') return system
  const chosen = await page.getByRole('combobox', { name: 'Theme' }).inputValue()
  return (['dark', 'contrast'] as const).find((name) => THEMES[name].teams === chosen) ?? 'light'
}
