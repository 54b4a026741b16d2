import { fold, PACE } from '@partyline/contract'

/** Collects typed letters into a search prefix, which a pause clears: docs/product.md#type-ahead */
export function createTypeAhead(now: () => number): (letter: string) => string {
  let typed = ''
  let typedAt = -Infinity
  return (letter) => {
    const at = now()
    typed = (at - typedAt < PACE.typeAheadClearMs ? typed : '') + fold(letter)
    typedAt = at
    return typed
  }
}

/** The option that starts with the typed text, or -1. A single letter, even repeated, moves on from the active option. */
export function typedOption(texts: readonly string[], active: number, typed: string): number {
  const search = (from: number, beginning: string) => {
    const places = texts.map((_, index) => (from + index) % texts.length)
    return places.find((place) => fold(texts[place] ?? '').startsWith(beginning)) ?? -1
  }
  const [first = ''] = typed
  const found = search(typed.length === 1 ? active + 1 : Math.max(active, 0), typed)
  return found < 0 && typed === first.repeat(typed.length) ? search(active + 1, first) : found
}
