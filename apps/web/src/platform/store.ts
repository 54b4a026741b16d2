/** Listeners of an event. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Returns how to unsubscribe. */
    subscribe: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: (...args: Args) => {
      for (const listener of listeners) listener(...args)
    },
  }
}

/** A value that can be subscribed to. React reads it with `useStore`. */
export type Store<Value> = {
  current: () => Value
  subscribe: (listener: () => void) => () => void
}

export type WritableStore<Value> = Store<Value> & {
  /** Notifies the listeners, unless the value stays the same. */
  set: (next: Value) => void
}

export function createStore<Value>(initial: Value): WritableStore<Value> {
  const { subscribe, notify } = createListeners()
  let value = initial
  return {
    current: () => value,
    subscribe,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
  }
}
