import { expect, test } from 'vitest'
import { createUseNumber } from './use-number.ts'
import type { UseNumberState } from './use-number.ts'

function trial(answers: readonly ('works' | 'fails')[]) {
  const forces: boolean[] = []
  const states: UseNumberState[] = []
  const submit = createUseNumber((state) => states.push(state))
  const change = async (force: boolean) => {
    forces.push(force)
    if (answers[forces.length - 1] === 'fails') throw new Error('Points elsewhere.')
  }
  return { forces, states, submit: () => submit(change) }
}

test('does not force a first attempt that succeeds', async () => {
  const { forces, states, submit } = trial(['works'])
  await submit()
  expect(forces).toEqual([false])
  expect(states).toEqual(['submitting', 'done'])
})

test('forces the second attempt after a first error', async () => {
  const { forces, states, submit } = trial(['fails', 'works'])
  await submit()
  await submit()
  expect(forces).toEqual([false, true])
  expect(states).toEqual(['submitting', 'initial-error', 'submitting', 'done'])
})

test('allows another forced attempt after a forced one fails', async () => {
  const { forces, states, submit } = trial(['fails', 'fails', 'works'])
  await submit()
  await submit()
  await submit()
  expect(forces).toEqual([false, true, true])
  expect(states).toEqual(['submitting', 'initial-error', 'submitting', 'error', 'submitting', 'done'])
})
