import type { Setting } from '@partyline/server'

const BEGIN = '<!-- The table of settings, written by npm run settings. -->'
const END = '<!-- The end of the table of settings. -->'

/** The settings as a Markdown table. */
export function settingsTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, otherwise, meaning, choices }) => {
    const oneOf = choices.length > 0 ? `: ${choices.map(code).join(', ')}` : ''
    return `| ${code(name)} | ${defaultOf(otherwise)} | ${meaning}${oneOf} |`
  })
  return ['| setting | default | what it is |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Replaces the table in the document. @throws {Error} if the document has no markers for it */
export function withTable(document: string, table: string): string {
  const [from, to] = placeOf(document)
  return `${document.slice(0, from)}\n\n${table}\n\n${document.slice(to)}`
}

/** The rows of the document's table, without padding. */
export function tableIn(document: string): string[] {
  return cellsOf(document.slice(...placeOf(document)))
}

export function cellsOf(table: string): string[] {
  const lines = table.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'))
}

function placeOf(document: string): [from: number, to: number] {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`The document needs the lines ${BEGIN} and ${END}.`)
  return [from + BEGIN.length, to]
}

function defaultOf(value: string | null): string {
  if (value === null) return '**required**'
  return value === '' ? '' : code(value)
}

function code(text: string): string {
  return `\`${text}\``
}
