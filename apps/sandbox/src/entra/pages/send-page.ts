import type { FastifyReply } from 'fastify'
import type { Html } from '../../page/index.ts'

/** Sign-in pages refuse to be framed, as Entra's do. */
export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    )
    .send(page.html)
}
