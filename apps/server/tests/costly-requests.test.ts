// No request may cost the server disproportionately more than its size.
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { calls, routes } from '@partyline/contract'
import type { CallName, CallSchemas } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { nowhere } from './call-inputs.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'

const MB = 1_000_000

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

/** Sends the head of a request without its body. */
function beginRequest(method: string, path: string, headers: Record<string, string>): Socket {
  const { port, hostname } = new URL(harness.url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Waits for the status line, although the body is missing. */
async function statusOf(socket: Socket): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  socket.once('data', (data) => resolve(Number(data.toString('latin1').split(' ')[1])))
  socket.once('error', reject)
  return promise
}

const asDana = () => ({ authorization: `Bearer ${clinic.dana.accessToken}` })

describe('a response does not wait for the body', () => {
  const json = { 'content-type': 'application/json', 'content-length': String(7 * MB) }
  test.each<[string, number, string, string, Record<string, string>]>([
    ['at an unknown path', 404, 'POST', '/api/v1/nothing', json],
    ['at an unknown path outside the API', 404, 'PUT', '/nothing', json],
    ['with a method that the path does not support', 405, 'PUT', routes['users.me'].path, json],
    ['without a session', 401, 'POST', routes['chats.create'].path, { ...json, 'content-length': '1000' }],
    ['with a bad token', 401, 'POST', routes['chats.create'].path, { ...json, authorization: 'Bearer x' }],
    ['if a purchase token is too large', 413, 'POST', routes['marketplace.activate'].path, json],
    ['if a webhook is too large', 413, 'POST', routes['webhooks.twilioMessage'].path, json],
    ['if a sign-in form is too large', 413, 'POST', '/api/auth/signin/azure-ad', json],
  ])('%s: %i', async (_, status, method, path, headers) => {
    expect(await statusOf(beginRequest(method, path, headers))).toBe(status)
  })

  const withBody = (Object.keys(calls) as CallName[]).filter((name) => {
    const { body, form, webForm }: CallSchemas = calls[name]
    return body ?? form ?? webForm
  })
  test.each(withBody)('if it exceeds the limit of %s: 413', async (name) => {
    const { method, path } = routes[name]
    const headers = { ...asDana(), ...json, 'content-length': String(8 * MB) }
    expect(await statusOf(beginRequest(method, path.replaceAll(/\{\w+\}/g, 'x'), headers))).toBe(413)
  })
})

describe('JSON of 7 MB', () => {
  const large: CallName[] = ['chats.create', 'settings.checkMobileImport', 'settings.importMobileNumbers']
  const send = async (name: CallName, body: string) => {
    const { method, path } = routes[name]
    const response = await fetch(harness.url + path, {
      method,
      headers: { ...asDana(), 'content-type': 'application/json' },
      body,
    })
    return { status: response.status, text: await response.text() }
  }
  const fields = Array.from({ length: 500_000 }, (_, index) => `"k${index}":1`).join(',')

  test.each(large)('with half a million fields is refused by %s without parsing', async (name) => {
    expect((await send(name, `{${fields}}`)).status).toBe(413)
  })

  test.each([
    ['numbers', `[${'1,'.repeat(3.4 * MB)}1]`],
    ['lists', `[${'[],'.repeat(2.3 * MB)}[]]`],
    ['objects', `[${'{},'.repeat(2.3 * MB)}{}]`],
    ['levels', '['.repeat(6.8 * MB)],
    ['numbers after a string with an escaped quote', `["\\"",${'1,'.repeat(3.4 * MB)}1]`],
  ])('with millions of %s is refused without parsing', async (_, contacts) => {
    expect((await send('settings.checkMobileImport', `{"contacts":${contacts}}`)).status).toBe(413)
  })

  test('with millions of commas and brackets inside strings is parsed', async () => {
    const text = `\\"${',[{'.repeat(2.2 * MB)}`
    const { status, text: answer } = await send('settings.checkMobileImport', `{"contacts":"${text}"}`)
    expect([status, answer]).toEqual([400, expect.stringContaining('"contacts"')])
  })

  test.each(large)('with a long field name is answered by %s without repeating it', async (name) => {
    const { status, text } = await send(name, `{"${'x'.repeat(6.8 * MB)}":1}`)
    expect(status).toBe(400)
    expect(text).toContain(`The field '${'x'.repeat(100)}…' is not known.`)
    expect(text.length).toBeLessThan(2_000)
  })
})

describe('a multipart form without a length', () => {
  const boundary = 'b'
  const begin = (head: string) => {
    const { chatId = '' } = nowhere('messages.send').params
    const socket = beginRequest('POST', routes['messages.send'].path.replace('{chatId}', chatId), {
      ...asDana(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'transfer-encoding': 'chunked',
    })
    const write = (text: string) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
    if (head) write(head)
    return { socket, write }
  }

  test.each([
    ['before the first field', 'x'],
    ['in a text', `--${boundary}\r\ncontent-disposition: form-data; name="Message"\r\n\r\n`],
    ['in the header of a field', `--${boundary}\r\ncontent-disposition: `],
    ['after the last field', `--${boundary}--\r\n`],
  ])('is refused if it is endless: %s', async (_, head) => {
    const { socket, write } = begin(head)
    const piece = 'x'.repeat(64 * 1024)
    const more = () => {
      while (!socket.destroyed && write(piece));
    }
    socket.on('drain', more).on('error', () => {})
    more()
    // Node resets the connection if the client continues, so that the client may not receive the response.
    const outcome = await Promise.race([
      statusOf(socket).catch(() => 'ended'),
      new Promise((resolve) => socket.once('close', () => resolve('ended'))),
    ])
    expect([400, 413, 'ended']).toContain(outcome)
  })

  test('is accepted if it is small', async () => {
    const { socket, write } = begin('')
    write(`--${boundary}\r\ncontent-disposition: form-data; name="Message"\r\n\r\nHello\r\n--${boundary}--\r\n`)
    socket.write('0\r\n\r\n')
    expect(await statusOf(socket)).toBe(404)
  })
})
