import { describe, expect, test } from 'vitest'
import { createThemeStore } from './theme-store.ts'

/** A computer whose preferences can change. */
function computer(...preferences: string[]) {
  const active = new Set(preferences)
  const changed: (() => void)[] = []
  return {
    matchMedia: (query: string) => ({
      get matches() {
        return [...active].some((preference) => query.includes(preference))
      },
      addEventListener: (_: string, listener: () => void) => void changed.push(listener),
    }),
    prefer(...next: string[]) {
      active.clear()
      for (const preference of next) active.add(preference)
      for (const listener of changed) listener()
    },
  }
}

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

describe('theme', () => {
  test.each([
    [[], 'light'],
    [['scheme: dark'], 'dark'],
    [['contrast: more'], 'contrast'],
    [['scheme: dark', 'forced-colors'], 'contrast'],
  ])('with the preferences %j is %s', (preferences, name) => {
    expect(createThemeStore({ ...computer(...preferences), storage: null }).current()).toEqual({
      choice: 'system',
      name,
    })
  })

  test('follows changes of the system’s preferences', () => {
    const system = computer()
    const store = createThemeStore({ ...system, storage: null })
    let heard = 0
    store.subscribe(() => (heard += 1))
    system.prefer('scheme: dark')
    expect([store.current().name, heard]).toEqual(['dark', 1])
  })

  test('prefers the user’s choice to the system’s preference and stores it', () => {
    const storage = memory()
    createThemeStore({ ...computer('scheme: dark'), storage }).choose('light')
    expect(createThemeStore({ ...computer('scheme: dark'), storage }).current()).toEqual({
      choice: 'light',
      name: 'light',
    })
  })

  test('prefers the host’s theme to everything, and falls back to light for an unknown one', () => {
    const store = createThemeStore({ ...computer('scheme: dark'), storage: memory() })
    store.choose('contrast')
    store.followHost('dark')
    expect(store.current().name).toBe('dark')
    store.followHost('glass')
    expect(store.current().name).toBe('light')
  })
})
