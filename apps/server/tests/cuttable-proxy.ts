import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A way to a server that can be cut: every connection through it ends at once, as when a network fails. */
export type CuttableProxy = {
  port: number
  cut(): void
  /** Cuts, and lets nobody through until `open`. */
  shut(): void
  open(): void
  close(): Promise<void>
}

export async function startCuttableProxy(target: number, host = 'localhost'): Promise<CuttableProxy> {
  let isShut = false
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    if (isShut) {
      client.destroy()
      return
    }
    const upstream = connect(target, host)
    keep(client)
    keep(upstream)
    client.pipe(upstream).pipe(client)
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
    open() {
      isShut = false
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
