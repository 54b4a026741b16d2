import type { FastifyReply } from 'fastify'

/** Aborts when the connection is closed before the reply: nobody waits for long work any more. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
