import type { ChatId } from '@partyline/contract'
import { createListeners, createStore } from '../../platform/store.ts'

export type BulkAction = 'done' | 'assign' | 'snooze' | 'read' | 'unread'

type State = {
  ids: ReadonlySet<ChatId>
  /** The progress of a running action, in chats. */
  progress: { done: number; total: number } | null
}

export type Selection = ReturnType<typeof createSelection>

/** The chats of the list that are selected, to be changed together. */
export function createSelection() {
  const { current, subscribe, set } = createStore<State>({ ids: new Set(), progress: null })
  const actions = createListeners<[BulkAction]>()
  /** The start of a range: the chat that was last selected individually. */
  let anchor: ChatId | null = null

  function select(ids: Iterable<ChatId>) {
    if (current().progress === null) set({ ids: new Set(ids), progress: null })
  }

  return {
    current,
    subscribe,
    /** Called when someone presses the key of an action. */
    onAction: actions.subscribe,
    request: actions.notify,
    select,
    toggle(chatId: ChatId) {
      const ids = new Set(current().ids)
      if (!ids.delete(chatId)) ids.add(chatId)
      anchor = chatId
      select(ids)
    },
    /** Selects the chats between the anchor, or else `from`, and another one, in the order of the list. */
    extend(listed: readonly ChatId[], { from, to }: { from: ChatId; to: ChatId }) {
      if (anchor === null || !current().ids.has(anchor)) anchor = from
      const [one, other] = [listed.indexOf(anchor), listed.indexOf(to)].toSorted((a, b) => a - b)
      if (one === undefined || other === undefined || one < 0) return
      select(listed.slice(one, other + 1))
    },
    /** Drops chats that have left the list. */
    keep(listed: readonly ChatId[]) {
      const { ids } = current()
      if (ids.size === 0) return
      const kept = listed.filter((id) => ids.has(id))
      if (kept.length < ids.size) select(kept)
    },
    clear() {
      anchor = null
      if (current().ids.size > 0) select([])
    },
    report(done: number, total: number) {
      set({ ids: current().ids, progress: { done, total } })
    },
    /** Ends an action: chats that could not be changed stay selected. */
    finish(failed: readonly ChatId[]) {
      set({ ids: new Set(failed), progress: null })
    },
  }
}

/** Whether chats are selected, or being changed. */
export function isActive(selection: Selection): boolean {
  const { ids, progress } = selection.current()
  return ids.size > 0 || progress !== null
}
