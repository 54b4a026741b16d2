import { expect, test } from 'vitest'
import { isFirstAsking, wasAsked } from './asked-once.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
}

test('a session is asked once, and known to have been asked from then on', () => {
  const storage = memory()
  expect(wasAsked('one', storage)).toBe(false)
  expect([isFirstAsking('one', storage), isFirstAsking('one', storage)]).toEqual([true, false])
  expect([wasAsked('one', storage), wasAsked('two', storage)]).toEqual([true, false])
})

test('where the browser keeps nothing, every look is the first', () => {
  expect([isFirstAsking('one', null), isFirstAsking('one', null), wasAsked('one', null)]).toEqual([true, true, false])
})
