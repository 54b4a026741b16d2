import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'tests',
  globalSetup: './demo.ts',
  // One demo serves all tests, and each test changes it: one after the other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 60_000,
  // A second try tells an unsteady test from a broken product; the last line of `npm test` counts those.
  retries: 1,
  expect: { timeout: 15_000 },
  outputDir: '../test-results',
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: 15_000,
    viewport: { width: 1366, height: 768 },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
