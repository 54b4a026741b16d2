import type { FastifyRequest } from 'fastify'
import { fieldOf } from './begin-flow.ts'

const LEVELS = ['error', 'warn', 'debug'] as const
/** The client's codes, for example CLIENT_FETCH_ERROR. Whatever else a report says may hold a secret, and is dropped. */
const CODE = /^[A-Z][A-Z_]{2,59}$/

/** Writes down that something failed in a browser. */
export function logBrowserReport(request: FastifyRequest): void {
  const level = LEVELS.find((known) => known === fieldOf(request.body, 'level'))
  const code = fieldOf(request.body, 'code')
  if (!level || typeof code !== 'string' || !CODE.test(code)) return
  request.log[level]({ code }, 'reported by a browser')
}
