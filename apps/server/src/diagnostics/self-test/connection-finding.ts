import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsFinding } from '@partyline/contract'

const { signedTest } = DIAGNOSTICS_FINDINGS

const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])
const LATE = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'])
/** Node's and OpenSSL's many names for a certificate or a handshake that went wrong. */
const ENCRYPTION = /CERT|SSL|TLS|UNABLE_TO_/

/** We stopped waiting for an answer. */
export class NoAnswerInTime extends Error {}

/** Why no answer came back from an address. */
export function connectionFinding(error: unknown, host: string): DiagnosticsFinding {
  const codes = codesOf(error)
  if (codes.some((code) => NO_NAME.has(code))) return signedTest.unknownName(host)
  if (codes.some((code) => ENCRYPTION.test(code))) return signedTest.certificate(host)
  const isLate = codes.some((code) => LATE.has(code)) || error instanceof NoAnswerInTime
  return isLate ? signedTest.late(host) : signedTest.unreachable(host)
}

function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (typeof code === 'string') codes.push(code)
    if (cause instanceof AggregateError) codes.push(...cause.errors.flatMap(codesOf))
  }
  return codes
}
