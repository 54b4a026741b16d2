import type { Away, Member, UserId } from '@partyline/contract'
import { createStore } from '../../platform/store.ts'

type Place = {
  anchor: HTMLElement
  /** Gets the focus afterwards, if it still exists. */
  opener: HTMLElement | null
}

/** A menu to choose a time or a person, at an element. */
export type Picker = Place &
  (
    | { kind: 'snooze'; onChoose: (until: string) => void }
    | {
        kind: 'assign'
        /** The chat's members come before other users, who would be added. */
        members: readonly Member[]
        assignedTo: UserId | null
        /** Whether it can be unassigned. */
        hasAssignee: boolean
        /** The note on people who would be added. */
        joins: string
        onChoose: (person: Assignee | null) => void
      }
  )

export type Assignee = {
  id: UserId
  name: string
  /** Why and until when they are away; null or absent if they are there. */
  away?: Away | null
}

/** The open picker. */
export const picker = createStore<Picker | null>(null)

export function openPicker(next: Picker): void {
  picker.set(next)
}

/** Closes it. Returns the focus first: otherwise, Fluent would choose a place for it. */
export function closePicker(): void {
  picker.current()?.opener?.focus()
  picker.set(null)
}
