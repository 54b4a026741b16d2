import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which the system may assign to a connection before a program listens on them. */
const FIRST = 20_000
const LAST = 31_999

/** Each process, and each of its threads, starts at a different port. */
let next = randomInt(FIRST, LAST + 1)

/** A currently unused port, for programs whose address must be known before they start. */
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
