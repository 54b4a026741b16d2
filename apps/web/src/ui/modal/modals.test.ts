import { describe, expect, test } from 'vitest'
import { later } from '../../platform/later.ts'
import { createModals } from './modals.ts'
import type { ModalDefinition } from './modals.ts'

const named = (name: string): ModalDefinition<{ text: string }> => ({
  name,
  size: 'narrow',
  load: later(async () => () => null),
})

function opened(...names: string[]) {
  const modals = createModals()
  for (const name of names) modals.open(named(name), { text: name })
  const shown = () => modals.current().map((modal) => modal.definition.name)
  return { modals, shown, top: () => modals.current().at(-1)?.key ?? 0 }
}

describe('modals', () => {
  test('the newest stands last, the ones below stay', () => {
    const { modals, shown, top } = opened('NewChat', 'Error')
    expect(shown()).toEqual(['NewChat', 'Error'])
    modals.close(top())
    expect(shown()).toEqual(['NewChat'])
  })

  test('one that is submitting cannot be closed, except by being done', () => {
    const { modals, shown, top } = opened('NewChat')
    modals.setSubmitting(top(), true)
    modals.close(top())
    expect(shown()).toEqual(['NewChat'])
    modals.close(top(), { done: true })
    expect(shown()).toEqual([])
  })

  test('one whose submitting failed can be closed again', () => {
    const { modals, shown, top } = opened('NewChat')
    modals.setSubmitting(top(), true)
    modals.setSubmitting(top(), false)
    modals.close(top())
    expect(shown()).toEqual([])
  })

  test('all are gone when who opened them is no longer signed in', () => {
    const { modals, shown, top } = opened('NewChat', 'Error')
    modals.setSubmitting(top(), true)
    modals.clear()
    expect(shown()).toEqual([])
  })

  test('listeners hear of each change until they leave', () => {
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
