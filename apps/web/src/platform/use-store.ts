import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The current value of a store, or the part that `select` returns. That part must be the same while nothing changes. */
export function useStore<Value>(store: Store<Value>): Value
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part
export function useStore<Value, Part>(store: Store<Value>, select?: (value: Value) => Part): Value | Part {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.current()) : store.current()))
}
