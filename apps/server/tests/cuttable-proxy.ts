import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A way to a server that can be cut: every connection through it ends at once, as when a network fails; or that hangs. */
export type CuttableProxy = {
  port: number
  cut(): void
  /** Cuts, and lets nobody through until `open`. */
  shut(): void
  /** Connections stay open and are accepted, but nothing that is written to them arrives before `open`. */
  freeze(): void
  open(): void
  close(): Promise<void>
}

/** Sees what goes through a connection, before the other side does. */
type Watch = { fromClient: (chunk: Buffer) => void; fromServer: (chunk: Buffer) => void }

/** The target is a port of the host, or the path of a Unix socket. */
export async function startCuttableProxy(
  target: number | string,
  host = 'localhost',
  watchConnection?: () => Watch,
): Promise<CuttableProxy> {
  let isShut = false
  let isFrozen = false
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    if (isFrozen) socket.pause()
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    if (isShut) {
      client.destroy()
      return
    }
    const upstream = typeof target === 'string' ? connect(target) : connect(target, host)
    const watch = watchConnection?.()
    const pass = (from: Socket, to: Socket, note: ((chunk: Buffer) => void) | undefined) =>
      from.setNoDelay().on('data', (chunk: Buffer) => {
        note?.(chunk)
        to.write(chunk)
      })
    pass(client, upstream, watch?.fromClient)
    pass(upstream, client, watch?.fromServer)
    keep(client)
    keep(upstream)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    shut() {
      isShut = true
      cut()
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    open() {
      isShut = false
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
