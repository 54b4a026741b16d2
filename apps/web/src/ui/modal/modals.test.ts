import { describe, expect, test } from 'vitest'
import { lazyChunk } from '../../platform/chunks.ts'
import { createModals } from './modals.ts'
import type { ModalDefinition } from './modals.ts'

const named = (name: string): ModalDefinition<{ text: string }> => ({
  name,
  size: 'narrow',
  load: lazyChunk(async () => () => null),
})

function opened(...names: string[]) {
  const modals = createModals()
  for (const name of names) modals.open(named(name), { text: name })
  const shown = () => modals.current().map((modal) => modal.definition.name)
  return { modals, shown, top: () => modals.current().at(-1)?.key ?? 0 }
}

describe('modals', () => {
  test('stack the newest last and keep the ones below', () => {
    const { modals, shown, top } = opened('NewChat', 'Error')
    expect(shown()).toEqual(['NewChat', 'Error'])
    modals.close(top())
    expect(shown()).toEqual(['NewChat'])
  })

  test('cannot be closed while submitting, unless done', () => {
    const { modals, shown, top } = opened('NewChat')
    modals.change(top(), { submitting: true })
    modals.close(top())
    expect(shown()).toEqual(['NewChat'])
    modals.close(top(), { done: true })
    expect(shown()).toEqual([])
  })

  test('that ask first stay open until they are done, or no longer ask', () => {
    const { modals, shown, top } = opened('NewChat', 'Error')
    let asked = 0
    modals.change(top(), { ask: () => (asked += 1) })
    modals.close(top())
    expect([shown(), asked]).toEqual([['NewChat', 'Error'], 1])
    modals.close(top(), { done: true })
    expect([shown(), asked]).toEqual([['NewChat'], 1])
    modals.change(top(), { ask: () => (asked += 1) })
    modals.change(top(), { ask: null })
    modals.close(top())
    expect([shown(), asked]).toEqual([[], 1])
  })

  test('can be closed again after a failed submit', () => {
    const { modals, shown, top } = opened('NewChat')
    modals.change(top(), { submitting: true })
    modals.change(top(), { submitting: false })
    modals.close(top())
    expect(shown()).toEqual([])
  })

  test('are all closed by clear, even while submitting', () => {
    const { modals, shown, top } = opened('NewChat', 'Error')
    modals.change(top(), { submitting: true })
    modals.clear()
    expect(shown()).toEqual([])
  })

  test('notify listeners of each change until they unsubscribe', () => {
    const { modals, top } = opened()
    let heard = 0
    const leave = modals.subscribe(() => (heard += 1))
    modals.open(named('Image'), { text: '' })
    modals.close(top())
    leave()
    modals.open(named('Image'), { text: '' })
    expect(heard).toBe(2)
  })
})
