import type { PlaywrightTestConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM_PATH']

/** Features that Playwright disables in Chromium: the last list wins, so ours must repeat them. */
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
/** Pages of the address bar, which are invisible here but cost as much as the page of each test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The browser of all tests, as Playwright's options. */
export const BROWSER: PlaywrightTestConfig['use'] = {
  locale: 'en-US',
  timezoneId: 'America/New_York',
  actionTimeout: 15_000,
  viewport: { width: 1366, height: 768 },
  screenshot: 'only-on-failure',
  launchOptions: {
    ...(chromium && { executablePath: chromium }),
    args: [
      '--no-sandbox',
      // The pages of a browser share a process, and the compiled app with it.
      '--process-per-site',
      // More threads and processes only take turns on two cores.
      '--js-flags=--single-threaded',
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
    ],
  },
}
