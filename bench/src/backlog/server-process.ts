// The process of the app, started by backlog-world.ts.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import type { Outside } from '@partyline/server'
import { answerCalls } from '../harness/child-process.ts'

type Start = { env: Record<string, string>; sandboxUrl: string; twilioUrl: string }

const handlers = {
  async start({ env, sandboxUrl, twilioUrl }: Start) {
    const outside = redirectTexts(outsideThrough(sandboxUrl), twilioUrl)
    const app = await createApp({ config: readConfig(env), outside })
    await app.start()
  },
  /** Memory in bytes after a full garbage collection. */
  memory() {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    return { rss, heapUsed }
  },
}
export type ServerFunctions = typeof handlers

answerCalls(handlers)

/** Texts go to an endpoint of the benchmark, everything else to the sandbox. */
function redirectTexts(outside: Outside, twilioUrl: string): Outside {
  return {
    ...outside,
    fetch(input, init) {
      const isText = init?.method === 'POST' && input instanceof URL && input.pathname.endsWith('/Messages.json')
      return isText ? fetch(twilioUrl, init) : outside.fetch(input, init)
    },
  }
}
