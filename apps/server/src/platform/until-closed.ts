import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the reply: no one is waiting for the result anymore. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
