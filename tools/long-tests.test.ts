import { expect, onTestFinished, test, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import LongTests from './long-tests.ts'

test('a file that has been running for five minutes is named, again and again until it ends', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const print = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  // Vitest has another object for a file once it knows its tests.
  const file = (relativeModuleId: string, project = 'server') =>
    ({ relativeModuleId, id: `${project} ${relativeModuleId}` }) as TestModule
  const pass = (minutes: number) => vi.advanceTimersByTime(minutes * 60_000)

  const reporter = new LongTests()
  reporter.onTestRunStart()
  reporter.onTestModuleQueued(file('hangs.test.ts'))
  reporter.onTestModuleQueued(file('hangs.test.ts', 'embedded'))
  pass(4)
  reporter.onTestModuleEnd(file('hangs.test.ts', 'embedded'))
  reporter.onTestModuleQueued(file('starts.test.ts'))
  pass(1)
  reporter.onTestModuleEnd(file('starts.test.ts'))
  pass(5)
  reporter.onTestModuleEnd(file('hangs.test.ts'))
  pass(5)
  expect(print.mock.calls.flat()).toEqual([
    'hangs.test.ts: has been running for 5 minutes',
    'hangs.test.ts: has been running for 10 minutes',
  ])
})
