import type { ContactField } from '@partyline/contract'
import type { Times } from '../../platform/times.ts'
import { fieldValue } from '../contact-values.ts'
import type { LastText, ListState } from './list-state.ts'
import { FILTER_TEXTS } from './list-texts.ts'

type Clock = Pick<Times, 'instantOf' | 'date'>

export function lastTextName(lastText: LastText, times: Clock): string {
  switch (lastText.kind) {
    case 'never':
      return FILTER_TEXTS.never
    case 'within':
    case 'without':
    case 'over':
      return FILTER_TEXTS[lastText.kind](lastText.days)
    default:
      return FILTER_TEXTS[lastText.kind](times.date(times.instantOf(lastText.day, '12:00')))
  }
}

/** The filters that are on, each with the state without it. */
export function activeFilters(
  state: ListState,
  { fields, times }: { fields: readonly ContactField[]; times: Clock },
): { key: string; name: string; rest: ListState }[] {
  const { tags, consent, lastText } = state
  const own = Object.entries(state.fields).map(([id, value]) => {
    const field = fields.find((each) => each.id === id)
    const rest = Object.fromEntries(Object.entries(state.fields).filter(([other]) => other !== id))
    const name = FILTER_TEXTS.field(field?.name ?? FILTER_TEXTS.removedField, field ? fieldValue(field, value) : value)
    return { key: id, name, rest: { ...state, fields: rest } }
  })
  return [
    ...tags.map((tag) => ({
      key: `tag ${tag}`,
      name: tag,
      rest: { ...state, tags: tags.filter((other) => other !== tag) },
    })),
    ...own,
    ...(consent === null
      ? []
      : [{ key: 'consent', name: FILTER_TEXTS.consents[consent], rest: { ...state, consent: null } }]),
    ...(lastText === null
      ? []
      : [{ key: 'lastText', name: lastTextName(lastText, times), rest: { ...state, lastText: null } }]),
  ]
}
