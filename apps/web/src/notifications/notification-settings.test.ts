import { expect, it } from 'vitest'
import { createNotificationStore } from './notification-settings.ts'

function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

it('remembers what a person chose, for that person', () => {
  const storage = createStorage()
  createNotificationStore({ owner: 'dana', storage }).change({ choice: 'all', sound: true })
  expect(createNotificationStore({ owner: 'dana', storage }).current()).toEqual({ choice: 'all', sound: true })
  expect(createNotificationStore({ owner: 'omar', storage }).current().choice).toBe('unasked')
})

it('counts as unasked what it cannot read', () => {
  for (const stored of ['{', '{"choice":"loud"}', 'null']) {
    const storage = { getItem: () => stored, setItem: () => undefined }
    expect(createNotificationStore({ owner: 'dana', storage }).current()).toEqual({ choice: 'unasked', sound: false })
  }
})

it('hears what another tab wrote', () => {
  const storage = createStorage()
  const here = createNotificationStore({ owner: 'dana', storage })
  createNotificationStore({ owner: 'dana', storage }).change({ choice: 'off' })
  expect(here.current().choice).toBe('unasked')
  here.reread()
  expect(here.current().choice).toBe('off')
})

it('keeps a choice for as long as the page where the storage is full', () => {
  const full = () => {
    throw new Error('Quota exceeded.')
  }
  const store = createNotificationStore({ owner: 'dana', storage: { getItem: () => null, setItem: full } })
  store.change({ choice: 'mine' })
  expect(store.current().choice).toBe('mine')
})
