const LIST = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })

/** `Dana`, `Dana and Omar`, `Dana, Omar, and Mei`, `Dana, Omar, and 2 others`. */
export function namesInWords(names: readonly string[]): string {
  return LIST.format(names.length <= 3 ? names : [...names.slice(0, 2), `${names.length - 2} others`])
}
