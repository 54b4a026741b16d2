/** Figures that are never phone numbers, however many digits they have. */
const OTHER_FIGURES: readonly RegExp[] = [
  // Email and web addresses, except those that contain a phone.
  /(?:https?:\/\/|www\.)[^\s<>"]+/gi,
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi,
  // Dates, with or without a time.
  /(?<![\d+./-])\d{4}(?<sep>[-./])(?:0?[1-9]|1[0-2])\k<sep>(?:0?[1-9]|[12]\d|3[01])(?![\d/-]|\.\d)(?:T?\s?\d{1,2}:\d{2}\S*)?/g,
  /(?<![\d+./-])(?:0?[1-9]|[12]\d|3[01])(?<sep>[-./])(?:0?[1-9]|[12]\d|3[01])\k<sep>(?:19|20)?\d{2}(?![\d/-]|\.\d)(?: \d{1,2}:\d{2}\S*)?/g,
  /(?<!\d)(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?:\d{3})?(?!\d)/g,
  /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g,
  // Addresses of the Internet Protocol. Four pairs of digits are a phone in Denmark and Norway.
  /(?<![\d.+])(?!(?:\d{2}\.){3}\d{2}(?![\d.]))(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\d]|\.\d)(?::\d+|\/\d+)?/g,
  // Amounts and measures.
  /(?:\p{Sc}|\b(?:USD|EUR|GBP|CHF|MXN|BRL|ARS|INR|JPY|CNY|AUD|CAD|Rs|kr|zł))\.?\s?-?\d[\d.,' ]*\d?/giu,
  /(?<!\d)\d[\d.,' ]*\s?(?:\p{Sc}|(?:USD|EUR|GBP|CHF|MXN|BRL|ARS|INR|JPY|CNY|AUD|CAD|kr|zł|km|kg|lbs?|mm|cm|ft|sqft|MB|GB|kB|bytes|%|°)(?![\p{L}\d]))/giu,
  /(?<![\d.])\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)/g,
  /(?<![\d,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]|\.\d)/g,
  // A place: latitude and longitude.
  /[-+]?\d{1,3}\.\d{3,}\s*,\s*[-+]?\d{1,3}\.\d{3,}/g,
]

/** Blanks out figures that aren't phone numbers. The text keeps its length. */
export function blankOtherFigures(text: string): string {
  let blanked = text
  for (const figures of OTHER_FIGURES) blanked = blanked.replaceAll(figures, (found) => '\uE000'.repeat(found.length))
  return blanked
}
