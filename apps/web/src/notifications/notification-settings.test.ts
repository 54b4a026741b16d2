import { expect, it } from 'vitest'
import { createNotificationStore } from './notification-settings.ts'

function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

it('stores a user’s choice for that user only', () => {
  const storage = createStorage()
  createNotificationStore({ owner: 'dana', storage }).change({ choice: 'all', sound: true })
  expect(createNotificationStore({ owner: 'dana', storage }).current()).toEqual({ choice: 'all', sound: true })
  expect(createNotificationStore({ owner: 'omar', storage }).current().choice).toBe('unasked')
})

it('treats unreadable settings as unasked', () => {
  for (const stored of ['{', '{"choice":"loud"}', 'null']) {
    const storage = { getItem: () => stored, setItem: () => undefined }
    expect(createNotificationStore({ owner: 'dana', storage }).current()).toEqual({ choice: 'unasked', sound: false })
  }
})

it('picks up the choice of another tab on reread', () => {
  const storage = createStorage()
  const here = createNotificationStore({ owner: 'dana', storage })
  createNotificationStore({ owner: 'dana', storage }).change({ choice: 'off' })
  expect(here.current().choice).toBe('unasked')
  here.reread()
  expect(here.current().choice).toBe('off')
})

it('keeps a choice in memory if storage is full', () => {
  const full = () => {
    throw new Error('Quota exceeded.')
  }
  const store = createNotificationStore({ owner: 'dana', storage: { getItem: () => null, setItem: full } })
  store.change({ choice: 'mine' })
  expect(store.current().choice).toBe('mine')
})
