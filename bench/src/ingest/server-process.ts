// The process of the app, started by world.ts on its own core.
import { setTimeout } from 'node:timers/promises'
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import type { Outside } from '@partyline/server'
import { answerCalls, cpuUsed } from '../harness/child-process.ts'

/**
 * Twilio's response time for each text, in ms. The worker mostly waits for it, and the queue grows like
 * when Twilio is slow. The benchmark measures how messages are accepted.
 */
const TWILIO_TAKES = 10_000
const handlers = {
  async start({ env, sandboxUrl }: { env: Record<string, string>; sandboxUrl: string }) {
    const app = await createApp({ config: readConfig(env), outside: slowTwilio(outsideThrough(sandboxUrl)) })
    await app.start()
  },
  cpu: cpuUsed,
}
export type ServerFunctions = typeof handlers

answerCalls(handlers)

function slowTwilio(outside: Outside): Outside {
  return {
    ...outside,
    async fetch(input, init) {
      const isSend = init?.method === 'POST' && input instanceof URL && input.pathname.endsWith('/Messages.json')
      if (isSend) await setTimeout(TWILIO_TAKES)
      return outside.fetch(input, init)
    },
  }
}
