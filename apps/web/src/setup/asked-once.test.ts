import { expect, test } from 'vitest'
import { isFirstAsking, wasAsked } from './asked-once.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
}

test('asks once per session, and remembers that it asked', () => {
  const storage = memory()
  expect(wasAsked('one', storage)).toBe(false)
  expect([isFirstAsking('one', storage), isFirstAsking('one', storage)]).toEqual([true, false])
  expect([wasAsked('one', storage), wasAsked('two', storage)]).toEqual([true, false])
})

test('asks every time without storage', () => {
  expect([isFirstAsking('one', null), isFirstAsking('one', null), wasAsked('one', null)]).toEqual([true, true, false])
})
