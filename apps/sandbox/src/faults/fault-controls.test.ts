import { createSandbox, FAULT_NAMES, type FaultsInForce } from '@partyline/sandbox'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FRONT_DESK, MARTA, sdkFor, startSandbox } from '../tests/driver.ts'

const TOM = '+12025550171'

async function call(url: string, method: 'GET' | 'PUT' | 'DELETE', body?: unknown) {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(url, { method, ...(body === undefined ? {} : json) })
  return { status: answer.status, body: (await answer.json()) as FaultsInForce & { message?: string } }
}

test('faults are set for one phone or for all, and each call returns the faults in force', async () => {
  const { url } = await startSandbox()
  const faults = `${url}/sandbox/faults`
  expect(await call(faults, 'GET')).toEqual({ status: 200, body: { all: {}, phones: {}, struck: {} } })

  const late = { delayedCallbacks: { milliseconds: 10_000 } }
  expect((await call(faults, 'PUT', { faults: { delayedCallbacks: {} } })).body.all).toEqual(late)
  const hang = { acceptAndHang: { times: 2 } }
  const set = await call(faults, 'PUT', { phone: MARTA, faults: hang })
  expect(set.body).toEqual({ all: late, phones: { [MARTA]: hang }, struck: {} })
  expect((await call(faults, 'GET')).body).toEqual(set.body)

  const replaced = await call(faults, 'PUT', { phone: MARTA, faults: { mediaNotFound: {} } })
  expect(replaced.body.phones).toEqual({ [MARTA]: { mediaNotFound: {} } })
  expect((await call(`${faults}?phone=${encodeURIComponent(MARTA)}`, 'DELETE')).body).toMatchObject({
    all: late,
    phones: {},
  })
  await call(faults, 'PUT', { phone: TOM, faults: hang })
  expect((await call(faults, 'DELETE')).body).toMatchObject({ all: {}, phones: {} })
})

test('faults are set and cleared in the same process too', async () => {
  const { faults, url } = await startSandbox()
  faults.set({ phone: TOM, faults: { carrierError: { code: 30003 } } })
  expect((await call(`${url}/sandbox/faults`, 'GET')).body.phones).toEqual({ [TOM]: { carrierError: { code: 30003 } } })
  faults.clear()
  expect(faults.inForce()).toEqual({ all: {}, phones: {}, struck: {} })
  expect(() => faults.set({ faults: { carrierError: { code: 7 } } })).toThrow(
    'faults.carrierError.code: Give a whole number from 30000 to 39999.',
  )
})

test('a fault strikes the given number of times, and is counted', async () => {
  const sandbox = await startSandbox()
  const { faults } = sandbox
  const send = () => sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
  faults.set({ faults: { errorBeforeAccepting: { times: 2, status: 500 } } })

  await expect(send()).rejects.toMatchObject({ status: 500 })
  expect(faults.inForce().all).toEqual({ errorBeforeAccepting: { times: 1, status: 500 } })
  await expect(send()).rejects.toMatchObject({ status: 500 })
  await expect(send()).resolves.toMatchObject({ status: 'queued' })
  expect(faults.inForce()).toEqual({ all: {}, phones: {}, struck: { errorBeforeAccepting: 2 } })
})

test("a phone's own fault takes precedence over one for all, and affects no other phone", async () => {
  const sandbox = await startSandbox()
  const send = (to: string) => sdkFor(sandbox).messages.create({ from: FRONT_DESK, to, body: 'Hello' })
  sandbox.faults.set({ faults: { errorBeforeAccepting: { times: 1, status: 500 } } })
  sandbox.faults.set({ phone: MARTA, faults: { errorBeforeAccepting: { times: 1, status: 503 } } })

  await expect(send(MARTA)).rejects.toMatchObject({ status: 503 })
  await expect(send(TOM)).rejects.toMatchObject({ status: 500 })
  await expect(send(TOM)).resolves.toMatchObject({ to: TOM })
})

test('a restart clears faults, but keeps the log of posted messages', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-faults-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const before = await createSandbox({ port: 0, appUrl: 'http://localhost:3000', dataDir })
  before.faults.set({ faults: { missingCallbacks: {} } })
  await sdkFor(before).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
  const kept = [...before.log]
  await before.close()

  const after = await startSandbox({ dataDir })
  expect(after.faults.inForce().all).toEqual({})
  expect(after.log).toEqual(kept)
  expect(kept).toHaveLength(1)
})

test('an open page receives the current faults, and each change', async () => {
  const sandbox = await startSandbox()
  const page = await fetch(`${sandbox.url}/sandbox/live`)
  sandbox.faults.set({ phone: MARTA, faults: { slowMedia: {} } })
  let frames = ''
  for await (const chunk of page.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    frames += chunk
    if (frames.includes('slowMedia')) break
  }
  const late = '{"slowMedia":{"milliseconds":10000}}'
  expect(frames).toBe(
    'event: faults-changed\ndata: {"all":{},"phones":{},"struck":{}}\n\n' +
      `event: faults-changed\ndata: {"all":{},"phones":{"${MARTA}":${late}},"struck":{}}\n\n`,
  )
})

test.each([
  [
    'what is no object',
    [],
    'Send JSON such as { "phone": "+12025550142", "faults": { "acceptAndHang": { "times": 1 } } }.',
  ],
  ['no faults', {}, /^faults: /],
  ['a phone that is no number', { phone: '5550142', faults: {} }, /^phone: Write the phone as \+12025550142,/],
  ['an unknown fault', { faults: { gremlins: {} } }, 'gremlins'],
  [
    'never',
    { faults: { acceptAndHang: { times: 0 } } },
    'faults.acceptAndHang.times: Give a whole number from 1 to 1000000.',
  ],
  [
    'a status that is no error',
    { faults: { errorAfterAccepting: { status: 200 } } },
    'faults.errorAfterAccepting.status: Choose 500, 502, 503 or 504.',
  ],
  [
    'a carrier error without code',
    { faults: { carrierError: {} } },
    /^faults\.carrierError\.code: Give a whole number/,
  ],
  [
    'throughput of a phone',
    { phone: MARTA, faults: { throughput: { segmentsPerSecond: 1 } } },
    'faults.throughput: It belongs to the account’s numbers, not to a phone: leave out the phone.',
  ],
])('%s is refused with an explanation, and faults stay unchanged', async (_case, body, sentence) => {
  const sandbox = await startSandbox()
  sandbox.faults.set({ faults: { webhooksTwice: {} } })
  const refused = await call(`${sandbox.url}/sandbox/faults`, 'PUT', body)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(sentence)
  expect(sandbox.faults.inForce().all).toEqual({ webhooksTwice: {} })
})

test('a body that is not JSON, and an unknown parameter, are refused', async () => {
  const { url } = await startSandbox()
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${url}/sandbox/faults`, { method: 'PUT', headers, body: '{' })).status).toBe(400)
  expect((await fetch(`${url}/sandbox/faults`, { method: 'PUT', body: 'hang' })).status).toBe(400)
  expect((await fetch(`${url}/sandbox/faults?for=all`, { method: 'DELETE' })).status).toBe(400)
})

test('the README names every fault', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../README.md'), 'utf8')
  expect(FAULT_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
