import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { calls, routes } from '@partyline/contract'
import type { CallName, CallSchemas, Route } from '@partyline/contract'
import type { Random } from '../plan/random.ts'
import { form, hostileBody } from './hostile-body.ts'
import type { Body } from './hostile-body.ts'
import { hostileObject, hostileText, HOSTILE_NAMES } from './hostile-values.ts'

/** The knowledge of an attacker: tokens of users, IDs, and the keys of Twilio and the marketplace. */
export type Knowledge = {
  readonly url: string
  readonly tokens: () => readonly (string | null)[]
  /** The token of a user whose sessions may end. The others' sessions are needed until the end of the run. */
  readonly tokenToSpend: () => string | null
  readonly ids: readonly string[]
  readonly twilio: { readonly accountSid: string; readonly authToken: string; readonly numbers: readonly string[] }
  /** Subscriptions, and the marketplace's authorization header. */
  readonly marketplace: { readonly subscriptionIds: readonly string[]; readonly authorization: () => string }
}

export type HostileRequest = {
  /** The call, or the kind of request if it is not for a call. */
  readonly target: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | null
  /** Whether a 503 is allowed: the marketplace repeats webhooks that got one, for example if it does not confirm the operation yet. */
  readonly mayGet503?: boolean
}

const NAMES = Object.keys(routes) as CallName[]
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND']
const ODD_PATHS = [
  '//',
  '/%',
  '/%00',
  '/api/v1//chats',
  '/api/../..',
  '/assets/%2e%2e/x',
  '/?toString=1',
  '/api/auth/%',
  '/*',
]
const ACTIONS = ['Subscribe', 'ChangePlan', 'ChangeQuantity', 'Renew', 'Reinstate', 'Suspend', 'Unsubscribe']
const TWILIO_FIELDS = [
  'MessageSid',
  'MessageStatus',
  'ErrorCode',
  'From',
  'To',
  'Body',
  'NumMedia',
  'MediaUrl0',
  'MediaContentType0',
  'NumSegments',
  'OptOutType',
  'ChannelToAddress',
  'Latitude',
]

export function hostileRequest(random: Random, knowledge: Knowledge): HostileRequest {
  if (random.chance(4)) {
    const path = random.pick(ODD_PATHS)
    return {
      target: 'odd path',
      method: random.pick(METHODS),
      path,
      headers: headersFor(random, knowledge),
      body: null,
    }
  }
  const name = random.pick(NAMES)
  const route: Route = routes[name]
  const path = hostilePath(random, name, knowledge)
  const method = random.chance(96) ? route.method : random.pick(METHODS)
  if (route.access === 'twilio') return twilioRequest(random, { target: name, method, path }, knowledge)
  if (route.access === 'marketplace') return marketplaceRequest(random, { target: name, method, path }, knowledge)
  const body = method === 'GET' || method === 'HEAD' ? null : bodyFor(random, name)
  const tokens = name === 'sessions.endAll' ? () => [null, knowledge.tokenToSpend()] : knowledge.tokens
  return { target: name, method, path, headers: headersFor(random, { tokens }), body }
}

function bodyFor(random: Random, name: CallName): Body | null {
  const schemas: CallSchemas = calls[name]
  const names = fieldsOf(schemas.body ?? schemas.form ?? schemas.webForm)
  return schemas.webForm && random.chance(60) ? form(random, names) : hostileBody(random, names)
}

function fieldsOf(schema: CallSchemas['body']): string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
}

function hostilePath(random: Random, name: CallName, { ids }: Knowledge): string {
  const schemas: CallSchemas = calls[name]
  const path = routes[name].path.replaceAll(/\{\w+\}/g, () => {
    if (random.chance(60)) return random.pick(ids)
    return random.chance(30)
      ? random.pick(['%00', '%', '%ff', '..%2f..', '.'])
      : encode(hostileText(random).slice(0, 900))
  })
  const names = fieldsOf(schemas.query)
  const query = names
    .filter(() => random.chance(60))
    .map((field) => `${field}=${encode(hostileText(random).slice(0, 900))}`)
  if (random.chance(10)) query.push(`${encode(random.pick(HOSTILE_NAMES).slice(0, 100))}=1`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function headersFor(random: Random, { tokens }: Pick<Knowledge, 'tokens'>): Record<string, string> {
  const headers: Record<string, string> = {
    'accept-encoding': random.pick(['br', 'gzip', '*', 'x;q=9', 'identity;q=0']),
  }
  const token = random.pick(tokens())
  if (random.chance(85)) headers['authorization'] = `Bearer ${token ?? ''}`
  else
    headers['authorization'] = random.pick([
      'Bearer',
      'Bearer \u00E9',
      'Basic AAAA',
      `Bearer ${'a.'.repeat(2_000)}`,
      'x',
    ])
  if (random.chance(10)) headers['idempotency-key'] = random.pick(['x', 'é', 'a'.repeat(3_000), randomUUID()])
  if (random.chance(10))
    headers['cookie'] = random.pick(['a', '=;=;', '__Secure-next-auth.session-token=%', 'x=%00; __proto__=1'])
  if (random.chance(5)) headers['range'] = random.pick(['bytes=0-', 'bytes=9-1', 'bytes=-0', 'x', 'bytes=0-1,3-4'])
  if (random.chance(5)) headers['content-encoding'] = random.pick(['gzip', 'br', 'x'])
  if (random.chance(5)) headers['x-forwarded-for'] = random.pick(['::1', 'x', ', , ,'])
  return headers
}

type Target = Pick<HostileRequest, 'target' | 'method' | 'path'>

/** Usually with Twilio's signature, as from a compromised account. */
function twilioRequest(random: Random, request: Target, { url, twilio }: Knowledge): HostileRequest {
  const fields = {
    AccountSid: random.chance(90) ? twilio.accountSid : hostileText(random),
    MessageSid: `SM${randomBytes(16).toString('hex')}`,
    From: `+12025550${random.between(100, 199)}`,
    To: random.pick(twilio.numbers),
    MessageStatus: random.pick(['delivered', 'failed', 'sent', 'x']),
  }
  const given = Object.fromEntries(Object.entries(fields).filter(() => random.chance(80)))
  const names = TWILIO_FIELDS.filter((name) => !(name in given) && random.chance(40))
  const body = form(random, names, given)
  const signed = [...new URLSearchParams(body.content.toString())].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = url + request.path + signed.map(([name, value]) => name + value).join('')
  const signature = createHmac('sha1', twilio.authToken).update(text).digest('base64')
  const headers = {
    'x-twilio-signature': random.chance(80) ? signature : hostileText(random).replaceAll(/[^ -~]/g, ''),
  }
  return { ...request, headers, body }
}

/** Usually with the marketplace's token, and often with an operation that it confirms. */
function marketplaceRequest(random: Random, request: Target, { marketplace }: Knowledge): HostileRequest {
  const known = {
    subscriptionId: random.pick(marketplace.subscriptionIds),
    operationType: random.pick(ACTIONS),
    id: random.chance(70) ? null : randomUUID(),
    action: null,
  }
  const given = Object.fromEntries(Object.entries(known).filter(() => random.chance(90)))
  const names = ['planId', 'quantity', 'timeStamp', 'subscription'].filter(() => random.chance(50))
  const content = Buffer.from(JSON.stringify({ ...hostileObject(random, names), ...given }))
  const body = random.chance(80)
    ? { contentType: 'application/json', content }
    : hostileBody(random, [...names, ...Object.keys(known)])
  const isSigned = random.chance(80)
  const authorization = isSigned ? marketplace.authorization() : `Bearer ${random.pick(['x', 'a.b.c', ''])}`
  return { ...request, headers: { authorization }, body, mayGet503: isSigned }
}
