import { chromium } from '@playwright/test'
import type { Benchmark } from '../harness/benchmark.ts'
import { describeMachine } from '../harness/machine.ts'
import { measureTenant } from './measure-tenant.ts'
import type { Plan } from './measure-tenant.ts'
import type { Size } from './seed.ts'
import { webGoals } from './web-goals.ts'
import { webTable } from './web-table.ts'
import type { Results } from './web-table.ts'
import { createWorld } from './world.ts'

const LONG_CHAT = 'Visit of family 1'
const SMALL: Size = { chats: 10, messagesAChat: 10, messagesInLongChat: 100 }
const SLOWED = 4

/** The yardsticks are a tenant with 10 chats and the text area of an empty page. */
export const webBenchmark: Benchmark = {
  name: 'web',
  about: 'the web app with 100,000 chats and a chat of 100,000 messages, compared with a tenant of 10 (DATABASE_URL)',
  async run({ seconds = 5, rounds = 5, chats = 100_000 }, progress) {
    const machine = describeMachine(['@playwright/test'])
    progress(`seeding ${chats} chats`)
    await using world = await createWorld({
      large: { chats, messagesAChat: 3, messagesInLongChat: chats },
      small: SMALL,
    })
    const executablePath = process.env['CHROMIUM_PATH']
    await using browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu'],
    })
    const measure = (tenant: 'large' | 'small', slowed: number) => {
      progress(`${tenant} tenant, processor slowed ${slowed} times`)
      const plan: Plan = { slowed, reloads: 4 * rounds, clicks: 8 * rounds, keys: 20 * rounds, scrollSeconds: seconds }
      return measureTenant(browser, { url: world.url, person: world.people[tenant], longChat: LONG_CHAT }, plan)
    }
    const results: Results = {
      chats,
      small: await measure('small', 1),
      large: await measure('large', 1),
      smallSlowed: await measure('small', SLOWED),
      largeSlowed: await measure('large', SLOWED),
    }
    return {
      machine: [...machine, `Chromium ${browser.version()}`],
      tables: [webTable(results)],
      goals: webGoals(results),
    }
  },
}
