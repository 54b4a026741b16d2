import type { Browser, PlaywrightWorkerArgs, PlaywrightWorkerOptions } from '@playwright/test'

/** The browser of a worker. Chromium may crash at its start, before any page: then it is started once more. */
export async function startBrowser(
  { playwright, browserName }: PlaywrightWorkerArgs & Pick<PlaywrightWorkerOptions, 'browserName'>,
  provide: (browser: Browser) => Promise<void>,
): Promise<void> {
  const start = () => playwright[browserName].launch()
  const browser = await start().catch(start)
  await provide(browser)
  await browser.close()
}
