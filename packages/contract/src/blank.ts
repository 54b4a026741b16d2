/**
 * Characters that show nothing: white space, control characters, marks without a letter below them, characters that Unicode
 * tells renderers to ignore (zero widths, variation selectors, tags, and Hangul fillers among them), the empty Braille
 * pattern, and a few signs that only structure a text.
 */
const INVISIBLE = /[\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC\u{1D159}\u{1D173}-\u{1D17A}]+/gu

/** Whether a text has no visible characters. Such a text can't be sent or used as a name. */
export function isBlank(text: string): boolean {
  return text.replaceAll(INVISIBLE, '') === ''
}
