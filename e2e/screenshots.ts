// npm run screenshots: creates the README's picture from a new demo. CHROMIUM_PATH selects another browser than Playwright's.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { freePort } from '@partyline/driver'
import { startDemoProcess } from './demo-process.ts'
import { signIn } from './pages/sign-in.ts'
import config from './playwright.config.ts'

const CHAT_PICTURE = path.resolve(import.meta.dirname, '../docs/images/chat.png')

const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-screenshots-'))
const ports = { app: await freePort(), sandbox: await freePort() }
const demo = await startDemoProcess({ ports, dataDir, databaseUrl: undefined })
process.env['APP_URL'] = demo.appUrl
process.env['SANDBOX_URL'] = demo.sandboxUrl
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const { locale, viewport } = config.use ?? {}
  const page = await browser.newPage({ locale, viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Rivera family')
  await app.message('Is 3:30 still free?').waitFor()
  // Open it again, so that the end is in view.
  await page.reload()
  await app.membersButton.click()
  await app.members.getByRole('listitem').first().waitFor()
  await app.text.fill('Yes, it is! See you on Thursday.')
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: CHAT_PICTURE })
  console.log(CHAT_PICTURE)
} finally {
  await browser.close()
  await demo.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
