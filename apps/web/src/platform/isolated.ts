/** What changes the direction of the text after it: embeddings, overrides and isolates (Unicode Standard Annex 9). */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A name for the middle of a sentence, whose other words keep their order, whatever the name contains. */
export function isolated(name: string): string {
  const plain = name.replaceAll(CONTROLS, '')
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
