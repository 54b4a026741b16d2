import { PACE } from '@partyline/contract'

/** Gathers letters to what somebody means to find. What came before a pause is forgotten, section 9 of the specification. */
export function createTypeAhead(now: () => number): (letter: string) => string {
  let typed = ''
  let typedAt = -Infinity
  return (letter) => {
    const at = now()
    typed = (at - typedAt < PACE.typeAheadClearMs ? typed : '') + letter.toLocaleLowerCase()
    typedAt = at
    return typed
  }
}

/**
 * Which option begins with what was typed, -1 for none. A letter alone, and the same one again and again, goes on from
 * the active option.
 */
export function typedOption(texts: readonly string[], active: number, typed: string): number {
  const search = (from: number, beginning: string) => {
    const places = texts.map((_, index) => (from + index) % texts.length)
    return places.find((place) => texts[place]?.toLocaleLowerCase().startsWith(beginning)) ?? -1
  }
  const [first = ''] = typed
  const found = search(typed.length === 1 ? active + 1 : Math.max(active, 0), typed)
  return found < 0 && typed === first.repeat(typed.length) ? search(active + 1, first) : found
}
