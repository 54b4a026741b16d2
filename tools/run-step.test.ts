import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repeatBrowserTests, repeatUnitTests } from './run-step.ts'
import type { Step } from './run-step.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partyline-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

const node = (code: string) => [process.execPath, '-e', code]

/** Runs a step in a process of its own, because a failure ends it. */
function play(command: string[], more: Pick<Step, 'deadlineMs'> = {}) {
  const step = { title: 'Types', command, folder, ...more }
  const program = `const { runStep } = await import('./tools/run-step.ts')
    runStep(${JSON.stringify(step)})
    console.log('next step')`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
}

test('a step that passes takes one line', () => {
  const { stdout, status } = play(node("console.log('details')"))
  expect(stdout).toMatch(/^Types: \d+\.\d s\nnext step\n$/)
  expect(status).toBe(0)
})

test('a step that fails shows its output and the command, and ends the run with its code', () => {
  const { stdout, stderr, status } = play(node("console.log('details'); console.error('reason'); process.exit(3)"))
  expect(stdout).toMatch(/^Types: failed after \d+\.\d s\n\ndetails\nreason\n$/)
  expect(stderr).toContain('Types: failed. To repeat it: npx ')
  expect(status).toBe(3)
})

test('a step that hangs is ended at its deadline, and shows its output', () => {
  const { stdout, status } = play(['sh', '-c', 'echo details; trap "" TERM; exec sleep 600'], { deadlineMs: 3_000 })
  expect(stdout).toMatch(/^Types: failed after \d+\.\d s\n\ndetails\n.* ETIMEDOUT\n$/)
  expect(status).toBe(1)
})

test('what failed can be repeated by itself', () => {
  const file = (name: string, status: string) => ({ name: path.resolve(name), status })
  const unit = { numPassedTests: 1, numFailedTests: 1 }
  const testResults = [file('tools/demo.test.ts', 'failed'), file('tools/lockfile.test.ts', 'passed')]
  expect(repeatUnitTests({ ...unit, testResults })).toBe('npm run unit -- tools/demo.test.ts')
  expect(repeatUnitTests({ ...unit, testResults: [] })).toBe(null)

  const spec = (line: number, ok: boolean) => ({ file: 'list.test.ts', line, ok })
  const suites = [{ specs: [spec(3, true), spec(9, false)], suites: [{ specs: [spec(20, false)] }] }]
  const stats = { expected: 1, unexpected: 2 }
  expect(repeatBrowserTests('browser', { stats, suites })).toBe('npm run browser -- list.test.ts:9 list.test.ts:20')
  expect(repeatBrowserTests('browser', { stats, suites: [] })).toBe(null)
})
