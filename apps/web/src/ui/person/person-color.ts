import { tokens } from '@fluentui/react-components'

/** Pairs of background and text colors with enough contrast in every theme. */
export const PERSON_COLORS = [
  [tokens.colorPaletteBerryBackground2, tokens.colorPaletteBerryForeground2],
  [tokens.colorPaletteTealBackground2, tokens.colorPaletteTealForeground2],
  [tokens.colorPaletteGrapeBackground2, tokens.colorPaletteGrapeForeground2],
  [tokens.colorPaletteMarigoldBackground2, tokens.colorPaletteMarigoldForeground2],
  [tokens.colorPaletteForestBackground2, tokens.colorPaletteForestForeground2],
  [tokens.colorPaletteCornflowerBackground2, tokens.colorPaletteCornflowerForeground2],
  [tokens.colorPalettePumpkinBackground2, tokens.colorPalettePumpkinForeground2],
  [tokens.colorPaletteCranberryBackground2, tokens.colorPaletteCranberryForeground2],
  [tokens.colorPaletteSteelBackground2, tokens.colorPaletteSteelForeground2],
  [tokens.colorPalettePlumBackground2, tokens.colorPalettePlumForeground2],
  [tokens.colorPaletteSeafoamBackground2, tokens.colorPaletteSeafoamForeground2],
  [tokens.colorPaletteBrassBackground2, tokens.colorPaletteBrassForeground2],
] as const

/** An ID has the same color everywhere. FNV-1a spreads IDs that differ in one digit. */
export function colorIndex(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0) % PERSON_COLORS.length
}

/** The initials of the first and last words that start with a letter; empty for a phone number. */
export function initials(name: string): string {
  const words = name.match(/(?<![\p{L}\p{N}])\p{L}/gu) ?? []
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (first + last).toLocaleUpperCase()
}
