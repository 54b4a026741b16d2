import { ACCOUNT_FAULT_NAMES, FAULT_NAMES } from '@partyline/sandbox'
import { expect, test } from 'vitest'
import { planSteps } from './steps.ts'
import type { Step } from './steps.ts'

function firstSteps(seed: number, count: number, killsDatabase = true): Step[] {
  const plan = planSteps(seed, { killsDatabase })
  return Array.from({ length: count }, () => plan.next().value)
}

test('the same seed gives the same plan, and another seed another one', () => {
  expect(firstSteps(7, 500)).toEqual(firstSteps(7, 500))
  expect(firstSteps(7, 500)).not.toEqual(firstSteps(8, 500))
})

test('every kind of step comes, and every fault of the sandbox', () => {
  const steps = firstSteps(1, 5_000)
  const kinds = new Set(steps.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(
    ['clear', 'click', 'database-kill', 'fault', 'pass', 'restart', 'send', 'text', 'wish'].toSorted(),
  )
  const faults = new Set(steps.flatMap((step) => (step.kind === 'fault' ? Object.keys(step.order.faults) : [])))
  // Kills of the server are its outages: a text that is found in Twilio's list after others has no order to check.
  // Those of the account are mended by its owner, not waited for.
  const left: readonly string[] = ['unreachableServer', ...ACCOUNT_FAULT_NAMES]
  const drawn = FAULT_NAMES.filter((name) => !left.includes(name))
  expect([...faults].toSorted()).toEqual(drawn.toSorted())
})

test('a database that is not ours is left alone', () => {
  expect(firstSteps(1, 5_000, false).some(({ kind }) => kind === 'database-kill')).toBe(false)
})
