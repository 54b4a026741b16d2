import { calls, DIAGNOSTICS_FINDINGS, routes } from '@partyline/contract'
import type { DiagnosticsFinding } from '@partyline/contract'
import type { Clock, Outside } from '../../platform/index.ts'
import { signAsTwilio } from '../../twilio/index.ts'
import { connectionFinding, NoAnswerInTime } from './connection-finding.ts'
import type { TestSecrets } from './test-secrets.ts'

const { signedTest } = DIAGNOSTICS_FINDINGS
const CALL = 'webhooks.twilioTest'
const TIMEOUT_MS = 10_000
/** Maximum size of our own answer. No more is read of any other. */
const MAX_ANSWER_BYTES = 10_000
/** Statuses that a proxy returns for a server it cannot reach. */
const PROXY_FAILURES = new Set([502, 503, 504])
/** Values that proxies tend to normalize: surrounding spaces, encodings, empty values. */
const DELICATE = { Body: ' Grüße & 50 % + “1=1” 😀 ', FromCity: '', NumMedia: '0' }

type Parts = { outside: Outside; clock: Clock; secrets: TestSecrets; publicUrl: string }

/** Asks our own public address as Twilio would, and says what became of the request on its way. */
export function createAsk({ outside, clock, secrets, publicUrl }: Parts) {
  const url = publicUrl + routes[CALL].path
  const { host } = new URL(url)

  async function post(nonce: string) {
    const parameters = { ...DELICATE, Nonce: nonce }
    const late = new AbortController()
    const stop = clock.after(TIMEOUT_MS, () => late.abort(new NoAnswerInTime()))
    try {
      const response = await outside.fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signAsTwilio({ authToken: secrets.tokenOf(nonce), url, parameters }) },
        body: new URLSearchParams(parameters),
        redirect: 'manual',
        signal: late.signal,
      })
      return { status: response.status, location: response.headers.get('location'), text: await beginningOf(response) }
    } finally {
      stop()
    }
  }

  return async (): Promise<DiagnosticsFinding> => {
    const nonce = secrets.newNonce()
    const answer = await post(nonce).catch((error: unknown) => ({ failure: connectionFinding(error, host) }))
    if ('failure' in answer) return answer.failure
    const { status, location, text } = answer
    if (location !== null && status >= 300 && status < 400) return signedTest.redirected(placeOf(location, url))
    const said = readJson(text)
    const ours = calls[CALL].reply.safeParse(said).data
    if (ours?.proof === secrets.proofOf(nonce)) return arrivalFinding(ours, new URL(url).pathname)
    if (ours || isRefusalOfOurs(said)) return signedTest.otherInstallation()
    return PROXY_FAILURES.has(status) ? signedTest.proxyFailed(status) : signedTest.otherServer(status)
  }
}

function arrivalFinding(arrived: { signature: 'valid' | 'missing' | 'wrong'; path: string }, sentPath: string) {
  if (arrived.signature === 'valid') return signedTest.answered()
  if (arrived.signature === 'missing') return signedTest.noSignature()
  return sentPath.endsWith(arrived.path) ? signedTest.changed() : signedTest.changedPath(sentPath, arrived.path)
}

/** A Partyline that did not know the nonce. */
function isRefusalOfOurs(said: unknown): boolean {
  return typeof said === 'object' && said !== null && 'operation' in said && said.operation === CALL
}

/** Where something leads, without what may be secret in it. */
function placeOf(location: string, from: string): string {
  if (!URL.canParse(location, from)) return 'somewhere else'
  const { origin, pathname } = new URL(location, from)
  return origin + pathname
}

async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
