import type { Outside } from '../src/index.ts'

/** A way to Twilio that can be cut, or that keeps an answer back. */
export type MeddlingOutside = {
  through: (outside: Outside) => Outside
  /** Every request to Twilio goes out into the dark, until it is repaired: whether it arrived is not known. */
  cut(): void
  repair(): void
  /** How many requests of a method were tried while the way was cut. */
  lost(method: string): number
  /** Keeps the answer to the next text back. */
  holdNextAnswer(): HeldAnswer
}

type HeldAnswer = {
  /** The SID in the answer, as soon as Twilio has given it. */
  sid: Promise<string>
  release(): void
}

export function createMeddlingOutside(): MeddlingOutside {
  let isCut = false
  const lost: string[] = []
  let hold: ((sid: string) => Promise<void>) | null = null

  return {
    through: (outside) => ({
      ...outside,
      async fetch(input, init) {
        const { url, method } = new Request(input, init)
        if (new URL(url).hostname !== 'api.twilio.com') return outside.fetch(input, init)
        if (isCut) {
          lost.push(method)
          throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
        }
        const response = await outside.fetch(input, init)
        const held = method === 'POST' && url.endsWith('/Messages.json') ? hold : null
        if (!held) return response
        hold = null
        const { sid } = (await response.clone().json()) as { sid: string }
        await held(sid)
        return response
      },
    }),
    cut() {
      isCut = true
    },
    repair() {
      isCut = false
    },
    lost: (wanted) => lost.filter((method) => method === wanted).length,
    holdNextAnswer() {
      const given = Promise.withResolvers<string>()
      const released = Promise.withResolvers<void>()
      hold = (sid) => {
        given.resolve(sid)
        return released.promise
      }
      return { sid: given.promise, release: released.resolve }
    },
  }
}
