import { expect, it } from 'vitest'
import { createListeners, createStore } from './store.ts'

it('notifies a listener of a new value until it unsubscribes', () => {
  const store = createStore(1)
  const seen: number[] = []
  const unsubscribe = store.subscribe(() => seen.push(store.current()))
  store.set(2)
  unsubscribe()
  store.set(3)
  expect(seen).toEqual([2])
  expect(store.current()).toBe(3)
})

it('does not notify listeners if the value stays the same', () => {
  const store = createStore('same')
  let calls = 0
  store.subscribe(() => (calls += 1))
  store.set('same')
  expect(calls).toBe(0)
})

it('passes the details of an event to its listeners', () => {
  const { subscribe, notify } = createListeners<[string, number]>()
  const heard: unknown[] = []
  subscribe((...details) => heard.push(details))
  notify('a', 1)
  expect(heard).toEqual([['a', 1]])
})
