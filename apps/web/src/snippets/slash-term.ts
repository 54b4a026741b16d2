import type { TypedTerm } from '../ui/index.ts'

/** At the start or after white space, so that neither addresses nor dates have one. A space ends it. */
const SLASH_TERM = /(?:^|\s)\/([^\s/]*)$/u

export function slashTermAt(text: string, caret: number): TypedTerm | null {
  const [, term] = SLASH_TERM.exec(text.slice(0, caret)) ?? []
  return term === undefined ? null : { from: caret - term.length - 1, to: caret, term }
}
