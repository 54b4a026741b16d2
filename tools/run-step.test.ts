import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repeatBrowserTests, repeatUnitTests } from './run-step.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partyline-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a step of Node code in a process of its own, because a failure ends it. */
function play(code: string) {
  const step = { title: 'Types', command: [process.execPath, '-e', code], folder }
  const program = `const { runStep } = await import('./tools/run-step.ts')
    runStep(${JSON.stringify(step)})
    console.log('next step')`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
}

test('a step that passes takes one line', () => {
  const { stdout, status } = play("console.log('details')")
  expect(stdout).toMatch(/^Types: \d+\.\d s\nnext step\n$/)
  expect(status).toBe(0)
})

test('a step that fails shows its output and the command, and ends the run with its code', () => {
  const { stdout, stderr, status } = play("console.log('details'); console.error('reason'); process.exit(3)")
  expect(stdout).toMatch(/^Types: failed after \d+\.\d s\n\ndetails\nreason\n$/)
  expect(stderr).toContain('Types: failed. To repeat it: npx ')
  expect(status).toBe(3)
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
