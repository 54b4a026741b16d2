/** A gap in a text: `{{appointment date}}`. */
const BLANK = /\{\{[^{}\n]*[^{}\s][^{}\n]*\}\}/g

export type Blank = { from: number; to: number; name: string }

/** The gaps that someone still has to fill in: docs/product.md#snippets */
export function blanksIn(text: string): Blank[] {
  return [...text.matchAll(BLANK)].map(({ index, 0: whole }) => ({
    from: index,
    to: index + whole.length,
    name: whole.slice(2, -2).trim(),
  }))
}

type Selected = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>

/** The next blank after the selection, or the previous one before it. */
export function blankBeside({ value, selectionStart, selectionEnd }: Selected, step: 1 | -1): Blank | undefined {
  const blanks = blanksIn(value)
  return step === 1
    ? blanks.find(({ from }) => from >= selectionEnd)
    : blanks.findLast(({ to }) => to <= selectionStart)
}

/** The blank around the caret. */
export function blankAround({ value, selectionStart, selectionEnd }: Selected): Blank | undefined {
  return blanksIn(value).find(({ from, to }) => from < selectionStart && selectionEnd < to)
}
