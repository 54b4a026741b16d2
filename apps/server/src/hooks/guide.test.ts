import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { until } from '../../tests/until.ts'
import { signedHeaders } from './hook-signature.ts'
import { startReceiver } from './tests/receiver.ts'
import type { Received } from './tests/receiver.ts'

const GUIDE = readFileSync(path.join(import.meta.dirname, '../../../../docs/guide/webhooks.md'), 'utf8')

type Request = { headers: Record<string, string>; body: string; secret: string }

function sampleOf(language: string): string {
  const sample = GUIDE.match(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``))?.[1]
  if (!sample) throw new Error(`The guide has no sample in ${language}.`)
  return sample
}

/** Runs a program with requests as its input, and returns what it prints. */
function run([command, ...words]: readonly [string, ...string[]], requests: readonly Request[]): unknown {
  const { status, stdout, stderr } = spawnSync(command, words, { input: JSON.stringify(requests), encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

const inNode = (requests: readonly Request[]) =>
  run(
    [
      process.execPath,
      '--input-type=module',
      '--eval',
      `import { readFileSync } from 'node:fs'
      ${sampleOf('js')}
      const requests = JSON.parse(readFileSync(0, 'utf8'))
      console.log(JSON.stringify(requests.map(({ headers, body, secret }) => isFromPartyline(headers, body, secret))))`,
    ],
    requests,
  )

const inPython = (requests: readonly Request[]) =>
  run(
    [
      'python3',
      '-c',
      `${sampleOf('python')}
import json, sys
requests = json.loads(sys.stdin.buffer.read())
print(json.dumps([is_from_partyline(one["headers"], one["body"].encode(), one["secret"]) for one in requests]))`,
    ],
    requests,
  )

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('There is no python3: the guide’s sample in Python is not tested.')

let harness: Harness
let delivered: Received
let former: string
let secret: string
beforeAll(async () => {
  harness = await shareHarness()
  const { dana } = await openClinic(harness)
  const receiver = await startReceiver()
  const { hook, secret: first } = await dana.get('hooks.create', {
    body: { url: receiver.url, events: ['contact.changed'] },
  })
  former = first
  const params = { hookId: hook.id }
  ;({ secret } = await dana.get('hooks.rotate', { params }))
  await dana.get('contacts.create', { body: { name: 'Zoë 🥖', phones: [{ number: '+12025550147' }] } })
  delivered = await until(async () => receiver.received[0])
  await dana.get('hooks.delete', { params })
  await receiver.close()
})
afterAll(() => harness.close())

describe.each([
  ['Node.js', inNode, true],
  ['Python', inPython, hasPython],
] as const)('the guide’s sample in %s', (_, check, isInstalled) => {
  test.skipIf(!isInstalled)('accepts a delivery with either secret while one is replaced', () => {
    const { headers, body } = delivered
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(
      check([
        { headers, body, secret },
        { headers, body, secret: former },
      ]),
    ).toEqual([true, true])
  })

  test.skipIf(!isInstalled)('refuses a forged body, ID, time, or signature, and another secret', () => {
    const { headers, body } = delivered
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    const later = String(Number(headers['webhook-timestamp']) + 1)
    const forged: Request[] = [
      { headers, body: body.replace('Zoë', 'Zoe'), secret },
      { headers: { ...headers, 'webhook-id': 'msg_1' }, body, secret },
      { headers: { ...headers, 'webhook-timestamp': later }, body, secret },
      { headers: { ...headers, 'webhook-signature': 'v1,' }, body, secret },
      { headers: { ...headers, 'webhook-signature': 'v1,AAAA v2' }, body, secret },
      { headers, body, secret: other },
    ]
    expect(check(forged)).toEqual(forged.map(() => false))
  })

  test.skipIf(!isInstalled)('refuses a request without headers, or with invalid ones, instead of failing', () => {
    const { headers, body } = delivered
    const requests = [{}, { ...headers, 'webhook-timestamp': 'now' }, { ...headers, 'webhook-signature': 'ü' }]
    expect(check(requests.map((given) => ({ headers: given, body, secret })))).toEqual(requests.map(() => false))
  })

  test.skipIf(!isInstalled)('refuses a signature that is more than five minutes old', () => {
    const { id, body } = delivered
    const signedAt = (minutes: number) =>
      signedHeaders({ id, at: new Date(Date.now() - minutes * 60_000), body }, [secret])
    const requests = [4, 6, -6].map((minutes) => ({ headers: signedAt(minutes), body, secret }))
    expect(check(requests)).toEqual([true, false, false])
  })
})
