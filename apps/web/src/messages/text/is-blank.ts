/** Spaces and invisible characters: formats, fillers, and the empty Braille pattern. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Whether a text has no visible characters. */
export function isBlank(text: string): boolean {
  return text.replaceAll(INVISIBLE, '') === ''
}
