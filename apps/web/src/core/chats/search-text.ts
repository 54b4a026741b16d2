// Apart from the filters, which load later than the search box.

/** A typed search: a term, and whether to search only notes. */
type SearchText = { term: string; inNotes: boolean }

const IN_NOTES = 'in:notes'

/** Finds `in:notes` as a word of its own, anywhere in the text. Other words with a colon are text. */
export function readSearchText(text: string): SearchText {
  const words = text.split(/\s+/)
  const others = words.filter((word) => word.toLowerCase() !== IN_NOTES)
  const inNotes = others.length < words.length
  return { term: (inNotes ? others.join(' ') : text).trim(), inNotes }
}
