// npm run screenshots: takes the pictures of the README and the guides from a new demo. CHROMIUM_PATH selects another browser
// than Playwright's.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { freePort } from '@partyline/driver'
import sharp from 'sharp'
import { startDemoProcess } from './demo-process.ts'
import { openAdmin } from './pages/admin-page.ts'
import type { ChatsPage } from './pages/chats-page.ts'
import { newMessage } from './pages/new-chat.ts'
import { notesIn } from './pages/notes.ts'
import { pendingMessages } from './pages/pending.ts'
import { openPhones } from './pages/phones-page.ts'
import { signIn } from './pages/sign-in.ts'
import { openTeams } from './pages/teams-window.ts'
import config from './playwright.config.ts'

const IMAGES = path.resolve(import.meta.dirname, '../docs/images')
const FAMILY = 'Rivera family'
const PHONE = { width: 390, height: 844 }

type Picture = {
  name: string
  dark?: true
  size?: { width: number; height: number }
  arrange: (page: Page) => Promise<unknown>
}

const PICTURES: readonly Picture[] = [
  { name: 'chat', arrange: openFamily },
  { name: 'chat-dark', dark: true, arrange: openFamily },
  {
    name: 'start',
    async arrange(page) {
      await (await desk(page)).chats.first().waitFor()
    },
  },
  {
    name: 'phone-list',
    size: PHONE,
    async arrange(page) {
      await (await desk(page)).chats.first().waitFor()
    },
  },
  {
    name: 'phone-chat',
    size: PHONE,
    async arrange(page) {
      await (await desk(page)).open(FAMILY)
    },
  },
  {
    name: 'new-chat',
    async arrange(page) {
      const app = await desk(page)
      await app.newChat.click()
      const form = newMessage(page)
      for (const name of ['Priya Shah', '(202) 555-0190']) {
        await form.to.pressSequentially(name)
        await form.options.first().waitFor()
        await form.to.press('Enter')
      }
      await form.text.fill('The clinic is open until 5 today.')
    },
  },
  {
    name: 'search',
    async arrange(page) {
      const app = await desk(page)
      await app.search.fill('open')
      await app.list.getByRole('region', { name: 'Messages' }).getByRole('link').first().click()
      await app.settled()
    },
  },
  {
    name: 'send-later',
    async arrange(page) {
      const app = await desk(page)
      await app.open('Tom Becker')
      await app.text.fill('A reminder: your appointment is tomorrow at 10.')
      await pendingMessages(page).more.click()
    },
  },
  {
    name: 'note',
    async arrange(page) {
      const app = await desk(page)
      await app.open(FAMILY)
      await app.settled()
      const notes = notesIn(page)
      await notes.noteMode.click()
      await notes.text.pressSequentially('@omar')
      await notes.options.first().waitFor()
      await notes.text.press('Enter')
      await notes.text.pressSequentially('is the doctor in at 3:30?')
      await notes.add.click()
      await app.message('is the doctor in at 3:30?').waitFor()
    },
  },
  {
    name: 'teams',
    async arrange(page) {
      const teams = await openTeams(page)
      await teams.app.open(FAMILY)
    },
  },
  {
    name: 'numbers',
    async arrange(page) {
      await (await openAdmin(page, '/admin/twilio')).number('Front desk').waitFor()
    },
  },
  {
    name: 'opening-hours',
    async arrange(page) {
      await (await openAdmin(page, '/admin')).section('Opening hours').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'phones',
    async arrange(page) {
      await openPhones(page)
    },
  },
]

function desk(page: Page): Promise<ChatsPage> {
  return signIn(page, 'Dana Cole')
}

async function openFamily(page: Page) {
  const app = await desk(page)
  await app.open(FAMILY)
  await app.message('Is 3:30 still free?').waitFor()
  // Open it again, so that the end is in view.
  await page.reload()
  await app.membersButton.click()
  await app.members.getByRole('listitem').first().waitFor()
  await app.settled()
  await app.text.fill('Yes, it is! See you on Thursday.')
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-screenshots-'))
const ports = { app: await freePort(), sandbox: await freePort() }
const demo = await startDemoProcess({ ports, dataDir, databaseUrl: undefined })
process.env['APP_URL'] = demo.appUrl
process.env['SANDBOX_URL'] = demo.sandboxUrl
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const { locale, viewport } = config.use ?? {}
  for (const { name, dark, size = viewport, arrange } of PICTURES) {
    const page = await browser.newPage({
      locale,
      viewport: size,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    await arrange(page)
    await page.mouse.move(0, 0)
    await page.waitForLoadState('networkidle')
    const picture = path.join(IMAGES, `${name}.png`)
    await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toFile(picture)
    console.log(picture)
    await page.context().close()
  }
} finally {
  await browser.close()
  await demo.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
