import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM_PATH']

/** What Playwright switches off in Chromium: the last such list holds, so that ours has to repeat it. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Pages of the address bar, which nobody sees here and which cost as much as the page of each test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

export default defineConfig({
  testDir: 'tests',
  // Each has a demo of its own, on which the tests of a file go one after the other.
  workers: 2,
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
        `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
      ],
    },
  },
})
