import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A port that nobody listens on at the moment, for programs whose address must be known before they start. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
