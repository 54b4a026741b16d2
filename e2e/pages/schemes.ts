import { expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import { faultsOf, TRANSITIONS_END } from './accessibility.ts'

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

/** Expects no violations in the light, dark, and high-contrast themes, and returns to the light one. */
export async function expectAccessible(place: Place): Promise<void> {
  for (const name of ['dark', 'contrast', 'light'] as const) {
    await inTheme(place, name)
    expect(await faultsOf(place.page), `in the ${name} theme`).toEqual([])
  }
}
