import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER } from './browser.ts'
import type { WorkerOptions } from './test.ts'

/**
 * One path through the whole app: from an empty server to an answered text, across restarts, in real time, and through
 * search. The other tests are about the web app, which does not depend on the database.
 */
const WHOLE_APP = /\/(first-hour|realtime|restart|search)\.test\.ts$/

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests',
  globalSetup: './global-setup.ts',
  projects: [
    { name: 'whole app', testMatch: WHOLE_APP, use: { onPrivateDatabase: false } },
    { name: 'web', testIgnore: WHOLE_APP, use: { onPrivateDatabase: true } },
  ],
  // Each worker has its own demo, on which the tests of a file run in order. Tests also wait: with two
  // workers, two cores were idle for a seventh of the time.
  workers: Math.max(3, availableParallelism()),
  fullyParallel: false,
  forbidOnly: process.env['CI'] === 'true',
  // Only against hanging, because a busy machine is slow.
  timeout: 180_000,
  // A test that fails once is broken, or the product is.
  retries: 0,
  expect: { timeout: 15_000 },
  outputDir: '../test-results',
  use: BROWSER,
})
