import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER } from './browser.ts'

/** Scenes: screens in every state, answered from sample data in the page (`npm run looks`). */
export default defineConfig({
  testDir: 'looks',
  workers: availableParallelism(),
  forbidOnly: process.env['CI'] === 'true',
  // Only against hanging, because a busy machine is slow.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results/looks',
  use: BROWSER,
})
