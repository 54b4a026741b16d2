import { createSandbox, type Sandbox } from '@partyline/sandbox'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { FRONT_DESK, MARTA, PIXEL, QUICK, startSandbox, textFrom } from '../../tests/driver.ts'
import { SEED_ACCOUNT } from '../account.ts'
import type { Twilio } from '../twilio.ts'
import * as schemas from './tests/api-schemas.ts'
import { twilioPlugin } from './twilio-plugin.ts'

const ACCOUNT = '/2010-04-01/Accounts/{account}'
const NUMBERS = `${ACCOUNT}/IncomingPhoneNumbers`
const MESSAGES = `${ACCOUNT}/Messages`
const SERVICES = '/v1/Services'
const VERIFICATIONS = '/v1/Tollfree/Verifications'
const APPLICATION = `AP${'a'.repeat(32)}`
const NOBODY = '0'.repeat(32)
const TEXT = { To: MARTA, From: FRONT_DESK, Body: 'Hello' }

type Form = Readonly<Record<string, string>>
type Names = Readonly<Record<string, string>>

/** Requests to a sandbox. A path has names in braces: `{account}`. */
function createCaller({ url, world }: Sandbox, names: Names) {
  const { accountSid, authToken } = world.twilio
  const headers = { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` }
  return async (operation: string, form?: Form) => {
    const [method = '', path = ''] = operation.split(' ')
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? `{${name}}`)
    const body = form && new URLSearchParams(form)
    const answer = await fetch(url + target, { method, headers, redirect: 'manual', ...(body && { body }) })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : (JSON.parse(text) as unknown) }
  }
}

const sidIn = (body: unknown) => (body as { sid: string }).sid
const firstSid = (body: unknown, key: string) => sidIn((body as Record<string, unknown[]>)[key]?.[0])

/** A sandbox with a delivered text, a received picture, and a service with one number. */
async function prepare(sandbox: Sandbox) {
  const names: Record<string, string> = { account: sandbox.world.twilio.accountSid }
  const call = createCaller(sandbox, names)
  names['number'] = firstSid((await call(`GET ${NUMBERS}.json`)).body, 'incoming_phone_numbers')
  names['otherNumber'] = firstSid((await call(`GET ${NUMBERS}.json?PhoneNumber=0101`)).body, 'incoming_phone_numbers')
  names['message'] = sidIn((await call(`POST ${MESSAGES}.json`, TEXT)).body)
  const statusNow = async () => ((await call(`GET ${MESSAGES}/{message}.json`)).body as { status: string }).status
  await vi.waitFor(async () => expect(await statusNow()).toBe('delivered'), 30_000)
  const picture = [{ contentType: 'image/png', base64: PIXEL.toString('base64') }]
  names['inbound'] = (await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Look', media: picture })).messageSid
  names['media'] = firstSid((await call(`GET ${MESSAGES}/{inbound}/Media.json`)).body, 'media_list')
  const seeded = firstSid((await call(`GET ${SERVICES}`)).body, 'services')
  for (const number of ['number', 'otherNumber']) {
    await call(`DELETE ${SERVICES}/${seeded}/PhoneNumbers/{${number}}`)
  }
  names['seeded'] = seeded
  await call(`POST ${NUMBERS}.json`, { PhoneNumber: '+18335550100' })
  sandbox.faults.set({ faults: { tollFreeVerification: { status: 'TWILIO_REJECTED' } } })
  names['service'] = sidIn((await call(`POST ${SERVICES}`, { FriendlyName: 'Campaigns' })).body)
  names['otherService'] = sidIn((await call(`POST ${SERVICES}`, { FriendlyName: 'Reminders' })).body)
  await call(`POST ${SERVICES}/{service}/PhoneNumbers`, { PhoneNumberSid: names['number'] })
  return { call, names }
}

/** Every operation of the sandbox's Twilio, with its status and response. */
const OPERATIONS: readonly [operation: string, status: number, schema: z.ZodType, form?: Form][] = [
  [`GET ${ACCOUNT}.json`, 200, schemas.account],
  [`GET ${NUMBERS}.json`, 200, schemas.page('incoming_phone_numbers', schemas.phoneNumber)],
  [`GET ${NUMBERS}.json?PageSize=2&Beta=false`, 200, schemas.page('incoming_phone_numbers', schemas.phoneNumber)],
  [`GET ${NUMBERS}/{number}.json`, 200, schemas.phoneNumber],
  [`POST ${NUMBERS}/{number}.json`, 200, schemas.phoneNumber, { SmsUrl: '', SmsApplicationSid: APPLICATION }],
  [`POST ${NUMBERS}/{number}.json`, 200, schemas.phoneNumber, { SmsUrl: 'https://h/in', SmsApplicationSid: '' }],
  [`POST ${NUMBERS}.json`, 201, schemas.phoneNumber, { PhoneNumber: '+18445550100', SmsUrl: 'https://h/in' }],
  [`DELETE ${NUMBERS}/{number}.json`, 204, schemas.noBody],
  [`GET ${MESSAGES}.json`, 200, schemas.page('messages', schemas.message)],
  [`GET ${MESSAGES}.json?PageSize=1`, 200, schemas.page('messages', schemas.message)],
  [`GET ${MESSAGES}.json?To=${encodeURIComponent('+12025559999')}`, 200, schemas.page('messages', schemas.message)],
  [`POST ${MESSAGES}.json`, 201, schemas.message, TEXT],
  [`POST ${MESSAGES}.json`, 201, schemas.message, { To: MARTA, From: FRONT_DESK, MediaUrl: 'http://127.0.0.1:9/a' }],
  [`GET ${MESSAGES}/{message}.json`, 200, schemas.message],
  [`GET ${MESSAGES}/{inbound}.json`, 200, schemas.message],
  [`POST ${MESSAGES}/{message}.json`, 200, schemas.message, { Body: '' }],
  [`DELETE ${MESSAGES}/{message}.json`, 204, schemas.noBody],
  [`POST ${MESSAGES}/{message}/Feedback.json`, 201, schemas.feedback, { Outcome: 'confirmed' }],
  [`POST ${MESSAGES}/{message}/Feedback.json`, 201, schemas.feedback, {}],
  [`GET ${MESSAGES}/{inbound}/Media.json`, 200, schemas.page('media_list', schemas.media)],
  [`GET ${MESSAGES}/{message}/Media.json`, 200, schemas.page('media_list', schemas.media)],
  [`GET ${MESSAGES}/{inbound}/Media/{media}.json`, 200, schemas.media],
  [`GET ${MESSAGES}/{inbound}/Media/{media}`, 307, schemas.noBody],
  [`DELETE ${MESSAGES}/{inbound}/Media/{media}.json`, 204, schemas.noBody],
  [`GET ${SERVICES}`, 200, schemas.pageWithMeta('services', schemas.service)],
  [`GET ${SERVICES}?PageSize=1`, 200, schemas.pageWithMeta('services', schemas.service)],
  [`POST ${SERVICES}`, 201, schemas.service, { FriendlyName: 'Polls', InboundRequestUrl: 'https://h/in' }],
  [`GET ${SERVICES}/{service}`, 200, schemas.service],
  [`POST ${SERVICES}/{service}`, 200, schemas.service, { StickySender: 'false', FallbackUrl: 'https://h/again' }],
  [`DELETE ${SERVICES}/{service}`, 204, schemas.noBody],
  [`GET ${SERVICES}/{service}/PhoneNumbers`, 200, schemas.pageWithMeta('phone_numbers', schemas.serviceNumber)],
  [`POST ${SERVICES}/{service}/PhoneNumbers`, 201, schemas.serviceNumber, { PhoneNumberSid: '{otherNumber}' }],
  [`GET ${SERVICES}/{service}/PhoneNumbers/{number}`, 200, schemas.serviceNumber],
  [`DELETE ${SERVICES}/{service}/PhoneNumbers/{number}`, 204, schemas.noBody],
  [`GET ${SERVICES}/{seeded}/Compliance/Usa2p`, 200, schemas.pageWithMeta('compliance', schemas.campaign)],
  [`GET ${SERVICES}/{service}/Compliance/Usa2p`, 200, schemas.pageWithMeta('compliance', schemas.campaign)],
  [`GET ${VERIFICATIONS}`, 200, schemas.pageWithMeta('verifications', schemas.tollFreeVerification)],
]

/** `{account}` in a form, too. */
const filled = (form: Form | undefined, names: Names) =>
  form &&
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      value.replace(/\{(\w+)\}/, (_, key: string) => names[key] ?? ''),
    ]),
  )

describe('a response has Twilio’s fields', () => {
  test.each(OPERATIONS)('%s answers %i', async (operation, status, schema, form) => {
    const { call, names } = await prepare(await startSandbox())
    const answer = await call(operation, filled(form, names))
    expect(answer).toMatchObject({ status })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    expect(isJson).toBe(schema !== schemas.noBody)
    expect(answer.headers.get('twilio-request-id')).toMatch(/^RQ[0-9a-f]{32}$/)
    const domain = operation.includes(' /v1/') ? 'messaging.twilio.com' : 'api.twilio.com'
    expect(answer.headers.get('x-api-domain')).toBe(domain)
    expect(schema.safeParse(answer.body).error?.issues).toBeUndefined()
  })

  test('every operation is in the table', async () => {
    const app = fastify({ exposeHeadRoutes: false })
    onTestFinished(() => app.close())
    const routes: string[] = []
    app.addHook('onRoute', ({ method, url }) => {
      routes.push(`${String(method)} ${url}`)
    })
    // Routes are declared without using the rest of the account.
    await app.register(twilioPlugin, { twilio: { account: SEED_ACCOUNT } as Twilio, hex: () => NOBODY })
    await app.ready()
    const shape = (operation: string) => operation.replace(/\?.*/, '').replaceAll(/\{\w+\}|:\w+|AC[0-9a-f]{32}/g, '*')
    const declared = routes.filter((route) => !route.includes(' /cdn/')).map(shape)
    expect([...new Set(OPERATIONS.map(([operation]) => shape(operation)))].toSorted()).toEqual(declared.toSorted())
  })

  test('settings of a service are returned as they were set', async () => {
    const { call } = await prepare(await startSandbox())
    const settings = {
      FriendlyName: 'Polls',
      InboundRequestUrl: 'https://h/in',
      InboundMethod: 'GET',
      FallbackUrl: 'https://h/again',
      FallbackMethod: 'GET',
      StatusCallback: 'https://h/status',
      StickySender: 'false',
      MmsConverter: 'false',
      SmartEncoding: 'false',
      ScanMessageContent: 'disable',
      FallbackToLongCode: 'false',
      AreaCodeGeomatch: 'false',
      ValidityPeriod: '600',
      SynchronousValidation: 'true',
      Usecase: 'poll',
      UseInboundWebhookOnNumber: 'true',
    }
    const snakeCase = (name: string) => name.replaceAll(/(?!^)[A-Z]/g, '_$&').toLowerCase()
    const expected = Object.fromEntries(Object.entries(settings).map(([name, value]) => [snakeCase(name), value]))
    const { body } = await call(`POST ${SERVICES}/{service}`, settings)
    const written = Object.entries(body as object).map(([name, value]) => [name, String(value)])
    expect(Object.fromEntries(written)).toMatchObject(expected)
  })

  test('lists of services are paged', async () => {
    const { call, names } = await prepare(await startSandbox())
    const read = async (target: string) => {
      const { body } = await call(`GET ${target.replace('https://messaging.twilio.com', '')}`)
      return body as { services: { sid: string }[]; meta: Record<string, string | null> }
    }
    const seeded = await read(`${SERVICES}?PageSize=1`)
    expect(seeded.services.map(({ sid }) => sid)).toEqual([names['seeded']])
    const first = await read(seeded.meta['next_page_url'] ?? '')
    expect(first.services.map(({ sid }) => sid)).toEqual([names['service']])
    const second = await read(first.meta['next_page_url'] ?? '')
    expect(second.services.map(({ sid }) => sid)).toEqual([names['otherService']])
    expect(second.meta).toMatchObject({ page: 2, page_size: 1, next_page_url: null })
    const back = await read(second.meta['previous_page_url'] ?? '')
    expect(back.services).toEqual(first.services)
  })
})

describe('a request that Twilio refuses', () => {
  const longName = 'n'.repeat(65)
  const { To: _to, ...withoutTo } = TEXT
  const { From: _from, ...withoutFrom } = TEXT
  const { Body: _body, ...withoutBody } = TEXT
  let call: Awaited<ReturnType<typeof prepare>>['call']
  let names: Names
  // Refused requests change nothing, so they share a sandbox.
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await createSandbox({ port: 0, appUrl: 'http://localhost:3000', pace: QUICK })
    ;({ call, names } = await prepare(sandbox))
  })
  afterAll(() => sandbox.close())

  test.each<[name: string, operation: string, status: number, code: number, form?: Form]>([
    ['a text without To', `POST ${MESSAGES}.json`, 400, 21604, withoutTo],
    ['a text without From', `POST ${MESSAGES}.json`, 400, 21603, withoutFrom],
    ['a text without content', `POST ${MESSAGES}.json`, 400, 21602, withoutBody],
    ['a text without anything', `POST ${MESSAGES}.json`, 400, 21604, {}],
    ['a change of nothing', `POST ${MESSAGES}/{message}.json`, 400, 30400, {}],
    ['another text for a message', `POST ${MESSAGES}/{message}.json`, 400, 30400, { Body: 'New' }],
    ['an unknown outcome', `POST ${MESSAGES}/{message}/Feedback.json`, 400, 20001, { Outcome: 'great' }],
    ['feedback on no message', `POST ${MESSAGES}/SM${NOBODY}/Feedback.json`, 404, 20404, { Outcome: 'confirmed' }],
    ['an application that is no SID', `POST ${NUMBERS}/{number}.json`, 400, 21218, { SmsApplicationSid: 'app' }],
    [
      'an application of another kind',
      `POST ${NUMBERS}/{number}.json`,
      400,
      21218,
      { SmsApplicationSid: `AC${NOBODY}` },
    ],
    ['a webhook that is no address', `POST ${NUMBERS}/{number}.json`, 400, 21402, { SmsUrl: 'here' }],
    ['a webhook by PUT', `POST ${NUMBERS}/{number}.json`, 400, 21403, { SmsMethod: 'PUT' }],
    ['a number with a long name', `POST ${NUMBERS}/{number}.json`, 400, 20001, { FriendlyName: longName }],
    ['an unknown number', `GET ${NUMBERS}/PN${NOBODY}.json`, 404, 20404],
    ['an unknown message', `GET ${MESSAGES}/SM${NOBODY}.json`, 404, 20404],
    ['media of another message', `GET ${MESSAGES}/{message}/Media/{media}.json`, 404, 20404],
    ['a page that is too large', `GET ${MESSAGES}.json?PageSize=1001`, 400, 20007],
    ['a page of nothing', `GET ${MESSAGES}.json?PageSize=0`, 400, 20001],
    ['a page size that is no number', `GET ${MESSAGES}.json?PageSize=many`, 400, 20001],
    ['a page before the first', `GET ${NUMBERS}.json?Page=-1`, 400, 20001],
    ['a day that does not exist', `GET ${MESSAGES}.json?DateSent=2026-13-01`, 400, 20001],
    ['a service without a name', `POST ${SERVICES}`, 400, 20001, {}],
    ['a service with a blank name', `POST ${SERVICES}`, 400, 20001, { FriendlyName: '' }],
    ['a service with a long name', `POST ${SERVICES}`, 400, 20001, { FriendlyName: longName }],
    ['a service whose name is removed', `POST ${SERVICES}/{service}`, 400, 20001, { FriendlyName: '' }],
    ['a service’s webhook that is no address', `POST ${SERVICES}/{service}`, 400, 21402, { InboundRequestUrl: 'here' }],
    ['a service’s webhook by PUT', `POST ${SERVICES}/{service}`, 400, 21403, { InboundMethod: 'PUT' }],
    ['a switch that is neither on nor off', `POST ${SERVICES}/{service}`, 400, 20001, { StickySender: 'maybe' }],
    ['an unknown kind of scan', `POST ${SERVICES}/{service}`, 400, 20001, { ScanMessageContent: 'no' }],
    ['a validity of no time', `POST ${SERVICES}/{service}`, 400, 20001, { ValidityPeriod: '0' }],
    ['a page of services that is too large', `GET ${SERVICES}?PageSize=1001`, 400, 20007],
    ['a page of no services', `GET ${SERVICES}?PageSize=0`, 400, 20001],
    ['an unknown service', `GET ${SERVICES}/MG${NOBODY}`, 404, 20404],
    ['a service without a number’s SID', `POST ${SERVICES}/{service}/PhoneNumbers`, 400, 20001, {}],
    [
      'an unknown number for a service',
      `POST ${SERVICES}/{service}/PhoneNumbers`,
      404,
      21703,
      { PhoneNumberSid: 'PN' },
    ],
    ['a number twice', `POST ${SERVICES}/{service}/PhoneNumbers`, 409, 21710, { PhoneNumberSid: '{number}' }],
    [
      'a number of another service',
      `POST ${SERVICES}/{otherService}/PhoneNumbers`,
      409,
      21712,
      { PhoneNumberSid: '{number}' },
    ],
    ['a number outside the service', `GET ${SERVICES}/{service}/PhoneNumbers/{otherNumber}`, 404, 20404],
    ['an operation that does not exist', `DELETE ${ACCOUNT}.json`, 404, 20404],
  ])('%s', async (_name, operation, status, code, form) => {
    const answer = await call(operation, filled(form, names))
    expect(answer).toMatchObject({ status, body: { code, status } })
    expect(schemas.error.safeParse(answer.body).error?.issues).toBeUndefined()
    expect(answer.body).toMatchObject({ more_info: `https://www.twilio.com/docs/errors/${code}` })
  })

  test('the missing parameter is named', async () => {
    const nameless = await call(`POST ${SERVICES}`, {})
    expect(nameless.body).toMatchObject({ message: 'Missing required parameter FriendlyName in the post body' })
    const numberless = await call(`POST ${SERVICES}/{service}/PhoneNumbers`, {})
    expect(numberless.body).toMatchObject({ message: 'Missing required parameter PhoneNumberSid in the post body' })
  })

  test('what was not found is named as Twilio does: newer APIs leave out their version', async () => {
    const service = await call(`GET ${SERVICES}/MG${NOBODY}`)
    expect(service.body).toMatchObject({ message: `The requested resource /Services/MG${NOBODY} was not found` })
    const message = await call(`GET ${MESSAGES}/SM${NOBODY}.json`)
    const path = `/2010-04-01/Accounts/${names['account']}/Messages/SM${NOBODY}.json`
    expect(message.body).toMatchObject({ message: `The requested resource ${path} was not found` })
  })
})
