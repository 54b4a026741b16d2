import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that a system gives to connections by itself: one of those may be taken before it is listened on. */
const FIRST = 20_000
const LAST = 31_999

/** Each process, and each of its threads, begins elsewhere and goes on from there. */
let next = randomInt(FIRST, LAST + 1)

/** A port that nobody listens on at the moment, for programs whose address must be known before they start. */
export async function freePort(): Promise<number> {
  const port = next
  next = port === LAST ? FIRST : port + 1
  return (await isFree(port)) ? port : freePort()
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, 'localhost', () => server.close(() => resolve(true)))
  })
}
