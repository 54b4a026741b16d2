/** Whether a number contains what was typed, in any spelling. A term with letters is no number. */
export function matchesNumber(number: string, term: string): boolean {
  const digits = term.replaceAll(/\D/g, '')
  return digits !== '' && /^[\d\s()+./-]+$/.test(term) && number.replaceAll(/\D/g, '').includes(digits)
}
