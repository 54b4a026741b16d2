import { isNamedAfterNumber } from '@partyline/contract'
import type { Member } from '@partyline/contract'
import { activePhones } from '../core/people.ts'

/** The variables that are filled in: docs/product.md#snippets */
type Variable = 'first_name' | 'my_name' | 'line_name' | 'company'

/** Null: unknown, so the fallback is used. Absent: ambiguous, so a person decides. */
export type Values = Partial<Record<Variable, string | null>>

/** `{{name}}` or `{{name|fallback}}`. */
const PLACEHOLDER = /\{\{([^{}|\n]*[^{}|\s][^{}|\n]*)(?:\|([^{}\n]*))?\}\}/g

/** Fills in the variables. Those without a value, and unknown ones, become blanks. */
export function fillIn(text: string, values: Values): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string, fallback: string | undefined) => {
    const blank = `{{${name.trim()}}}`
    const value = valueOf(name.trim().toLowerCase(), values)
    return value === undefined ? blank : (value ?? fallback?.trim() ?? blank)
  })
}

function valueOf(name: string, values: Values): string | null | undefined {
  return Object.hasOwn(values, name) ? values[name as Variable] : undefined
}

type Context = {
  members: readonly Member[]
  myName: string | undefined
  lineName: string | undefined
  company: string | undefined
}

/** The first name is ambiguous among several contacts, and until a new chat has a recipient. */
export function valuesFor({ members, myName, lineName, company }: Context): Values {
  const [contact, ...others] = activePhones(members)
  return {
    my_name: myName?.trim() || null,
    line_name: lineName?.trim() || null,
    company: company?.trim() || null,
    ...(members.length > 0 && others.length === 0 && { first_name: contact ? firstName(contact) : null }),
  }
}

/** Null if no one has named the contact yet. */
function firstName({ name, number }: Member): string | null {
  if (number !== null && isNamedAfterNumber(name, number)) return null
  return name.trim().split(/\s+/)[0] || null
}
