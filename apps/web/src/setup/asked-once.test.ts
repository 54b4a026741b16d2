import { expect, test } from 'vitest'
import { rememberAsked, wasAsked } from './asked-once.ts'

function memory(before?: string): Storage {
  const kept = new Map<string, string>(before ? [['partyline.setup-asked', before]] : [])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
}

test('remembers each step of a session', () => {
  const storage = memory()
  expect(wasAsked('one', 'consent', storage)).toBe(false)
  rememberAsked('one', ['consent'], storage)
  expect([wasAsked('one', 'consent', storage), wasAsked('one', 'account', storage)]).toEqual([true, false])
  rememberAsked('one', ['account'], storage)
  expect([wasAsked('one', 'consent', storage), wasAsked('one', 'account', storage)]).toEqual([true, true])
})

test('another session is prompted anew', () => {
  const storage = memory()
  rememberAsked('one', ['consent', 'account'], storage)
  expect(wasAsked('two', 'consent', storage)).toBe(false)
  rememberAsked('two', ['account'], storage)
  expect([wasAsked('two', 'account', storage), wasAsked('one', 'consent', storage)]).toEqual([true, false])
})

test('prompts every time without storage, or if it is full', () => {
  const full = memory()
  full.setItem = () => {
    throw new Error('full')
  }
  for (const storage of [null, full]) {
    rememberAsked('one', ['consent'], storage)
    expect(wasAsked('one', 'consent', storage)).toBe(false)
  }
})
