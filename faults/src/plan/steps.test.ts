import { ACCOUNT_FAULT_NAMES, FAULT_NAMES } from '@partyline/sandbox'
import { expect, test } from 'vitest'
import { planSteps } from './steps.ts'
import type { Step } from './steps.ts'

function firstSteps(seed: number, count: number, killsDatabase = true): Step[] {
  const plan = planSteps(seed, { killsDatabase })
  return Array.from({ length: count }, () => plan.next().value)
}

test('the same seed gives the same plan, and another seed a different one', () => {
  expect(firstSteps(7, 500)).toEqual(firstSteps(7, 500))
  expect(firstSteps(7, 500)).not.toEqual(firstSteps(8, 500))
})

test('plans contain every kind of step, and every fault of the sandbox', () => {
  const steps = firstSteps(1, 5_000)
  const kinds = new Set(steps.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(
    ['clear', 'click', 'database-kill', 'fault', 'pass', 'restart', 'send', 'text', 'wish'].toSorted(),
  )
  const faults = new Set(steps.flatMap((step) => (step.kind === 'fault' ? Object.keys(step.order.faults) : [])))
  // Kills of the server cover outages: recovered texts would have no order to check.
  // Faults of the account have to be fixed by its owner.
  const left: readonly string[] = ['unreachableServer', ...ACCOUNT_FAULT_NAMES]
  const drawn = FAULT_NAMES.filter((name) => !left.includes(name))
  expect([...faults].toSorted()).toEqual(drawn.toSorted())
})

test('a shared database is not killed', () => {
  expect(firstSteps(1, 5_000, false).some(({ kind }) => kind === 'database-kill')).toBe(false)
})
