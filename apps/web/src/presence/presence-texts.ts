import type { Presence } from '@partyline/contract'
import { inWords } from '../core/people.ts'

/** `writing`: what they are typing in the chat; null if they only have it open. */
type Person = { name: string; writing: Presence['mode'] | null }

/** About others who have the same chat open. */
export const PRESENCE_TEXTS = {
  writing,
  here: (people: readonly Person[]) => [writing(people), about(people, null, 'also here')].filter(Boolean).join(' '),
} as const

/** Empty if no one writes. */
function writing(people: readonly Person[]): string {
  return [about(people, 'text', 'typing…'), about(people, 'note', 'writing a note…')].filter(Boolean).join(' ')
}

/** `Omar is typing…`, `Omar and Mei are typing…`, `Omar, Mei, and 2 others are typing…`. */
function about(people: readonly Person[], mode: Person['writing'], what: string): string {
  const names = people.filter((person) => person.writing === mode).map(({ name }) => name)
  if (names.length === 0) return ''
  return `${inWords(names)} ${names.length === 1 ? 'is' : 'are'} ${what}`
}
