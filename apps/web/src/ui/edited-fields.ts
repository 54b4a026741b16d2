import { hashKey } from '@tanstack/react-query'

/** Whether two values of a field are the same, in any order of their keys. */
const isSame = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other])

const fieldsOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[]

function pick<Fields extends object>(from: Fields, isWanted: (field: keyof Fields & string) => boolean) {
  return Object.fromEntries(
    fieldsOf(from).flatMap((field) => (isWanted(field) ? [[field, from[field]]] : [])),
  ) as Partial<Fields>
}

/** The body of an update: the edited fields, those that the call requires, and what the person saw of them. */
export function updateOf<Fields extends object, Required extends keyof Fields & string = never>(
  saved: Fields,
  edited: Fields,
  required: readonly Required[] = [],
) {
  const isSent = (field: keyof Fields & string) =>
    (required as readonly string[]).includes(field) || !isSame(edited[field], saved[field])
  return { ...(pick(edited, isSent) as Partial<Fields> & Pick<Fields, Required>), seen: pick(saved, isSent) }
}

/** The values that the fields had when the person began to edit them: the saved ones of fields that are not edited. */
export function baseAfter<Fields extends object>(
  base: Fields,
  { before, saved, edited }: { before: Fields; saved: Fields; edited: Fields },
): Fields {
  const isEdited = (field: keyof Fields & string) =>
    !isSame(edited[field], before[field]) && !isSame(edited[field], saved[field])
  return { ...saved, ...pick(base, isEdited) }
}

/** The fields that someone else has changed since the person began to edit them. */
export function changedByOthers<Fields extends object>(base: Fields, saved: Fields, edited: Fields) {
  return fieldsOf(saved).filter((field) => !isSame(base[field], saved[field]) && !isSame(edited[field], saved[field]))
}

export { isSame as isSameValue }
