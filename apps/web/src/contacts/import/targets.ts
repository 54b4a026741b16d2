import type { ContactField, ContactFieldId } from '@partyline/contract'
import { columnsOf, describeColumns, guessColumns, widthOf } from '../../core/contact-files/read-table.ts'
import type { Table } from '../../core/contact-files/read-table.ts'
import { foldHeading } from '../../core/contact-files/phone-kinds.ts'
import { isAboutConsent, meaningOf } from './cell-meaning.ts'

/** Where a column goes. Several columns may be parts of one name, or have a phone, an email, or tags each. */
export type Target =
  | 'none'
  | 'name'
  | 'given'
  | 'middle'
  | 'family'
  | 'company'
  | 'phones'
  | 'emails'
  | 'tags'
  | 'remarks'
  | 'timeZone'
  | 'language'
  | `field:${ContactFieldId}`

/** The target of each column of a table. */
export type Mapping = { isFirstRowHeading: boolean; targets: Target[] }

/** Targets that only one column can have. */
export const isSingle = (target: Target): boolean =>
  !['none', 'phones', 'emails', 'tags', 'remarks', 'middle'].includes(target)

/** Whole headings in English, Spanish, German, and French, as {@link foldHeading} writes them, and of common exports. */
const HEADINGS = {
  emails: /_e_?mails?_|_correo|_courriel|_adresse_electronique_|_mail_|_e_?mail_(address|adresse)?_?\d*_/u,
  tags: /^_(tags?|labels?|categor(y|ies|ias?|ie)|kategorien?|etiquet(a|as|te|tes)|groups?|grupos?|gruppen?|groupes?|group_membership|list_membership|schlagworter)_$/u,
  remarks:
    /^_(notes?|remarks?|comments?|notas?|observaciones|comentarios?|notizen?|bemerkung(en)?|kommentar|remarques?|commentaires?)_$/u,
  timeZone: /_(time_?zone|zona_horaria|zeitzone|fuseau(_horaire)?)_/u,
  language: /^_(preferred_)?(languages?|lang|idiomas?|lengua|sprache|langues?)_$/u,
} as const
/** Columns about an email, which hold none: "E-mail 1 - Type", "E-mail Display Name". */
const ABOUT_EMAIL = /type|typ_|label|display|consent|opt(ed)?_|subscri|verified|status/u
const SAMPLE_ROWS = 200
const IS_EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/

/** The columns' targets by their headings, or else by their contents. */
export function guessMapping(table: Table, fields: readonly ContactField[]): Mapping {
  const first = table.rows[0] ?? []
  const headed =
    first.some((cell) => targetOfHeading(cell, fields) !== null) && !first.some((cell) => IS_EMAIL.test(cell))
  const guess = guessColumns(table)
  return mappingOf(table, fields, headed || (guess?.isFirstRowHeading ?? false))
}

/** The same, if the first row is a heading or is none. */
export function mappingOf(table: Table, fields: readonly ContactField[], isFirstRowHeading: boolean): Mapping {
  const width = widthOf(table)
  const head = isFirstRowHeading ? (table.rows[0] ?? []) : []
  const rows = (isFirstRowHeading ? table.rows.slice(1) : table.rows).slice(0, SAMPLE_ROWS)
  const roles = describeColumns(head)
  const columns = columnsOf({ rows: isFirstRowHeading ? [head, ...rows] : rows }, isFirstRowHeading)
  const phones = new Set(columns?.phones)
  const isName = new Set(columns?.name)
  const taken = new Set<Target>()
  const targets = Array.from({ length: width }, (_, column): Target => {
    const heading = head[column] ?? ''
    const named = targetOfHeading(heading, fields)
    if (named !== null) return named
    if (phones.has(column)) return 'phones'
    if (rows.some((row) => IS_EMAIL.test(row[column] ?? '')))
      return heading && !/mail/i.test(heading) ? 'none' : 'emails'
    const parts = roles[column]?.parts ?? []
    if (parts.includes('family') && columns && columns.name.length > 1 && isName.has(column)) {
      return parts.includes('given') && columns.name[0] === column ? 'given' : 'family'
    }
    if (parts.includes('given') && columns && columns.name.length > 1 && isName.has(column)) return 'given'
    if (parts.includes('middle')) return 'middle'
    if (parts.includes('company')) return 'company'
    const cells = rows.map((row) => row[column] ?? '')
    if (parts.length === 0 && heading && isStatus(heading, cells)) return 'none'
    return isName.has(column) ? 'name' : 'none'
  })
  return { isFirstRowHeading, targets: targets.map((target) => once(target, taken)) }
}

/** Whether a column says who opted out, or the same of many rows. Names repeat less. */
function isStatus(heading: string, cells: readonly string[]): boolean {
  const filled = cells.filter(Boolean)
  const repeated = filled.length - new Set(filled).size
  return (
    repeated >= filled.length / 3 || isAboutConsent(heading) || filled.every((cell) => meaningOf('', cell) !== null)
  )
}

function once(target: Target, taken: Set<Target>): Target {
  if (isSingle(target) && taken.has(target)) return 'none'
  taken.add(target)
  return target
}

function targetOfHeading(heading: string, fields: readonly ContactField[]): Target | null {
  const folded = foldHeading(heading)
  const own = fields.find(({ name }) => foldHeading(name) === folded)
  if (own) return `field:${own.id}`
  if (HEADINGS.emails.test(folded)) return ABOUT_EMAIL.test(folded) ? 'none' : 'emails'
  const found = (['tags', 'remarks', 'timeZone', 'language'] as const).find((target) => HEADINGS[target].test(folded))
  return found ?? null
}

/** The remembered targets, without those of deleted fields. */
export function rememberedMapping(targets: readonly string[], fields: readonly ContactField[]): Target[] {
  const known = new Set<string>(fields.map(({ id }) => `field:${id}`))
  return targets.map((target) => (target.startsWith('field:') && !known.has(target) ? 'none' : (target as Target)))
}
