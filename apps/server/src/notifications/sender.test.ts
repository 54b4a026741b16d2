import { beforeEach, expect, test } from 'vitest'
import { createStillClock } from '../../tests/still-clock.ts'
import { until } from '../../tests/until.ts'
import { createSender } from './sender.ts'
import type { Settled } from './sender.ts'

type Send = { name: string; attempts: number }

let queue: { send: Send; due: number }[]
let delivered: Send[]
let outcome: (send: Send) => Promise<Settled>
let errors: unknown[]
const clock = createStillClock()
const now = () => clock.now().getTime()

beforeEach(() => {
  queue = []
  delivered = []
  errors = []
  outcome = async () => 'settled'
})

function start() {
  const sender = createSender<Send>({
    clock,
    random: () => 0,
    log: { error: (error: unknown) => errors.push(error) },
    async claim(most) {
      const due = queue.filter((each) => each.due <= now()).slice(0, most)
      queue = queue.filter((each) => !due.includes(each))
      return due.map(({ send }) => send)
    },
    nextAt: async () => (queue[0] ? new Date(Math.min(...queue.map(({ due }) => due))) : null),
    async deliver(send) {
      delivered.push(send)
      return outcome(send)
    },
    postpone: async (send, dueAt) => void queue.push({ send, due: dueAt.getTime() }),
  })
  sender.start()
  return sender
}
const add = (name: string, inMs = 0) => queue.push({ send: { name, attempts: 0 }, due: now() + inMs })
const names = () => delivered.map(({ name }) => name)

test('sends what is due, and the rest when it is', async () => {
  add('now')
  add('later', 20_000)
  const sender = start()
  await until(async () => names().includes('now') && queue.length === 1)
  expect(names()).toEqual(['now'])
  await until(async () => {
    clock.pass(10_000)
    return names().length === 2
  })
  await sender.stop()
})

test('what was not sent is tried again after the time that the service asks for, five times', async () => {
  outcome = async () => ({ againInMs: 45_000 })
  add('busy')
  const sender = start()
  await until(async () => queue.length === 1)
  expect(queue[0]!.due - now()).toBe(45_000)
  await until(async () => {
    clock.pass(15_000)
    return delivered.length === 5
  })
  await sender.stop()
  expect(delivered.map(({ attempts }) => attempts)).toEqual([0, 1, 2, 3, 4])
  expect(queue).toEqual([])
})

test('what may have been sent is not tried again', async () => {
  outcome = async () => {
    throw new Error('The connection ended.')
  }
  add('unknown')
  const sender = start()
  await until(async () => errors.length === 1)
  clock.pass(600_000)
  await sender.stop()
  expect(names()).toEqual(['unknown'])
  expect(queue).toEqual([])
})

test('twenty at once: one that hangs delays the others by nothing, and a stop waits for it', async () => {
  const { promise: hung, resolve } = Promise.withResolvers<Settled>()
  outcome = (send) => (send.name === 'hangs' ? hung : Promise.resolve('settled'))
  add('hangs')
  for (let nth = 1; nth <= 30; nth += 1) add(`${nth}`)
  const sender = start()
  await until(async () => delivered.length === 31)
  let isStopped = false
  const stopped = sender.stop().then(() => (isStopped = true))
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  resolve('settled')
  await stopped
})

test('never more than twenty at once', async () => {
  const { promise, resolve } = Promise.withResolvers<Settled>()
  outcome = () => promise
  for (let nth = 1; nth <= 30; nth += 1) add(`${nth}`)
  const sender = start()
  await until(async () => delivered.length === 20)
  await new Promise(setImmediate)
  sender.wake()
  await new Promise(setImmediate)
  expect(delivered).toHaveLength(20)
  resolve('settled')
  await until(async () => delivered.length === 30)
  await sender.stop()
})
