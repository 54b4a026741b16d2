import {
  BOUNDS,
  CONTACT_BOUNDS,
  CONTACT_IMPORT_COLUMNS,
  CONTACT_IMPORT_REASONS as REASONS,
  CONTACT_TEXTS,
  contactTag,
  isBlank,
  isTimeZone,
  phoneIdentity,
} from '@partyline/contract'
import type { Contact, ContactField, ContactImportRow } from '@partyline/contract'
import { readNumber, readNumbers } from '@partyline/contract/phone-numbers'
import { z } from 'zod'
import { countryBar, formatNumber } from '../../numbers/index.ts'
import type { AllowedCountries } from '../../numbers/index.ts'
import { faultOfValue } from '../contact-values.ts'

/** A contact as read from a row of a file, and the cells that are left out. */
export type ReadRow = {
  row: number
  name: string
  /** Whether the row has its own name, rather than an email address or a number as its name. */
  isNamed: boolean
  company: string
  emails: string[]
  /** In E.164, the best first. */
  phones: string[]
  tags: string[]
  remarks: string
  timeZone: string | null
  language: string | null
  fields: Contact['fields']
  /** About cells that are left out. */
  reasons: string[]
  /** Why the row can't be imported. */
  fault: string | null
}

export type RowReader = {
  defaultCountry: string
  allowedCountries: AllowedCountries
  fields: readonly ContactField[]
}

/** Marks that are copied along with numbers and names, and control characters. */
const MARKS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cc}]+/gu
const EMAIL = z.email()
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
/** Google separates the values of a cell with ` ::: `. */
const SEPARATORS = /[;,\n|]|\s:::\s/

export function readRow(written: ContactImportRow, reader: RowReader): ReadRow {
  const reasons: string[] = []
  const leaveOut = (column: string, cell: string, why: string) => reasons.push(REASONS.leftOut(column, cell, why))
  const columns = CONTACT_IMPORT_COLUMNS

  const phones = listOf(readPhones(written.phones, reader, leaveOut), {
    keyOf: phoneIdentity,
    max: CONTACT_BOUNDS.phones,
    leaveOut: (phone, why) => leaveOut(columns.phones, phone, why),
  })
  const emails = listOf(readEmails(written.emails, leaveOut), {
    keyOf: (email) => email.toLowerCase(),
    max: CONTACT_BOUNDS.emails,
    leaveOut: (email, why) => leaveOut(columns.emails, email, why),
  })
  const tags = listOf(readTags(written.tags, leaveOut), {
    keyOf: (tag) => tag.toLowerCase(),
    max: CONTACT_BOUNDS.tags,
    leaveOut: (tag, why) => leaveOut(columns.tags, tag, why),
  })
  const writtenCompany = lineOf(written.company)
  const isCompanyLong = writtenCompany.length > CONTACT_BOUNDS.companyLength
  if (isCompanyLong) leaveOut(columns.company, writtenCompany, REASONS.tooLong(CONTACT_BOUNDS.companyLength))
  const company = isCompanyLong ? '' : writtenCompany
  const remarks = written.remarks.replaceAll(/\r\n?/g, '\n').trim()
  if (remarks.length > CONTACT_BOUNDS.remarksLength) {
    reasons.push(REASONS.shortened(columns.remarks, CONTACT_BOUNDS.remarksLength))
  }
  const name = lineOf(written.name)
  const isNamed = !isBlank(name)
  const [phone] = phones
  const standIn = company || emails[0] || (phone ? formatNumber(phone, reader.defaultCountry) : '')
  return {
    row: written.row,
    name: isNamed ? name : standIn,
    isNamed,
    company,
    emails,
    phones,
    tags,
    remarks: remarks.slice(0, CONTACT_BOUNDS.remarksLength).toWellFormed().trimEnd(),
    timeZone: readTimeZone(lineOf(written.timeZone), leaveOut),
    language: readLanguage(lineOf(written.language), leaveOut),
    fields: readFields(written.fields, reader.fields, leaveOut),
    reasons,
    fault: faultOf({ name, phones, emails }),
  }
}

function faultOf({ name, phones, emails }: Pick<ReadRow, 'name' | 'phones' | 'emails'>): string | null {
  if (name.length > BOUNDS.nameLength) return REASONS.nameTooLong(BOUNDS.nameLength)
  return phones.length === 0 && emails.length === 0 ? REASONS.noPhoneOrEmail : null
}

type LeaveOut = (column: string, cell: string, why: string) => void

/** A cell as one line. */
export function lineOf(cell: string): string {
  return cell.replaceAll(MARKS, ' ').replaceAll(/\s+/g, ' ').trim()
}

function readPhones(cells: readonly string[], reader: RowReader, leaveOut: LeaveOut): string[] {
  const column = CONTACT_IMPORT_COLUMNS.phones
  return cells.flatMap((cell) => {
    if (cell.trim() === '') return []
    const one = readNumber(cell, reader.defaultCountry)
    const entries = one ? [one] : readNumbers(cell, reader.defaultCountry)
    if (entries.length === 0) leaveOut(column, cell.trim(), REASONS.noNumber)
    return entries.flatMap(({ number, source, label, fault }) => {
      const why = number
        ? label === 'fax' || label === 'pager'
          ? REASONS.fax
          : countryBar(number, reader.allowedCountries)
        : fault === 'rounded'
          ? REASONS.rounded
          : REASONS.noNumber
      if (why !== null) leaveOut(column, source, why)
      return number && why === null ? [number] : []
    })
  })
}

function readEmails(cells: readonly string[], leaveOut: LeaveOut): string[] {
  return cells.flatMap((cell) => {
    // "Lane, Pat" <pat@example.com>
    const parts = cell.replaceAll(/"[^"<>@]*"\s*(?=<)/g, '').split(SEPARATORS)
    return parts.flatMap((part) => {
      const email = lineOf(/<([^<>]+)>/.exec(part)?.[1] ?? part)
        .replace(/^mailto:/i, '')
        .replaceAll(/^["'\s]+|["'\s]+$/g, '')
      if (email === '') return []
      const isEmail = email.length <= CONTACT_BOUNDS.emailLength && EMAIL.safeParse(email).success
      if (!isEmail) leaveOut(CONTACT_IMPORT_COLUMNS.emails, email, REASONS.noEmail)
      return isEmail ? [email] : []
    })
  })
}

function readTags(cells: readonly string[], leaveOut: LeaveOut): string[] {
  return cells.flatMap((cell) =>
    cell.split(SEPARATORS).flatMap((part) => {
      // Google marks its own groups with asterisks, and Mailchimp quotes each tag.
      const tag = lineOf(part)
        .replace(/^\* /, '')
        .replace(/^"(.*)"$/, '$1')
      if (tag === '') return []
      const isTag = contactTag.safeParse(tag).success
      if (!isTag) {
        const isLong = tag.length > CONTACT_BOUNDS.tagLength
        leaveOut(CONTACT_IMPORT_COLUMNS.tags, tag, isLong ? REASONS.tooLong(CONTACT_BOUNDS.tagLength) : REASONS.noTag)
      }
      return isTag ? [tag] : []
    }),
  )
}

function readTimeZone(cell: string, leaveOut: LeaveOut): string | null {
  if (cell === '') return null
  if (cell.length <= 60 && isTimeZone(cell)) return cell
  leaveOut(CONTACT_IMPORT_COLUMNS.timeZone, cell, REASONS.noTimeZone)
  return null
}

function readLanguage(cell: string, leaveOut: LeaveOut): string | null {
  if (cell === '') return null
  const code = cell.replaceAll('_', '-').replace(/^[A-Za-z]+/, (letters) => letters.toLowerCase())
  if (code.length <= 35 && LANGUAGE.test(code)) return code
  leaveOut(CONTACT_IMPORT_COLUMNS.language, cell, REASONS.noLanguage)
  return null
}

function readFields(
  cells: ContactImportRow['fields'],
  fields: readonly ContactField[],
  leaveOut: LeaveOut,
): Contact['fields'] {
  const read: [string, string][] = []
  for (const [id, cell = ''] of Object.entries(cells)) {
    const value = lineOf(cell)
    if (value === '') continue
    const field = fields.find((one) => one.id === id)
    const chosen = field?.choices.find((choice) => choice.toLowerCase() === value.toLowerCase()) ?? value
    const why = field ? faultInWords(field, chosen) : CONTACT_TEXTS.unknownField
    if (why === null) read.push([id, chosen])
    else leaveOut(field?.name ?? '', value, why)
  }
  return Object.fromEntries(read)
}

function faultInWords(field: ContactField, value: string): string | null {
  if (value.length > CONTACT_BOUNDS.valueLength) return REASONS.tooLong(CONTACT_BOUNDS.valueLength)
  if (faultOfValue(field, value) === null) return null
  return { text: null, number: REASONS.noNumberValue, date: REASONS.noDate, choice: REASONS.noChoice }[field.kind]
}

type ListOptions = {
  keyOf: (item: string) => string
  max: number
  leaveOut: (item: string, why: string) => void
}

/** Each item once, and not too many. */
function listOf(items: readonly string[], { keyOf, max, leaveOut }: ListOptions): string[] {
  const byKey = new Map<string, string>()
  for (const item of items) {
    const key = keyOf(item)
    if (byKey.has(key)) continue
    if (byKey.size < max) byKey.set(key, item)
    else leaveOut(item, REASONS.tooMany(max))
  }
  return [...byKey.values()]
}
