/** Characters that change the direction of the text after them (Unicode Standard Annex 9). */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Isolates a right-to-left name, so that the rest of the sentence keeps its order. */
export function isolated(name: string): string {
  const plain = name.replaceAll(CONTROLS, '')
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
