import type { TenantId } from '@partyline/contract'
import { UnsecuredJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { createHeldClock } from '../auth/tests/held-clock.ts'
import type { HeldClock } from '../auth/tests/held-clock.ts'
import { createAppAccess } from './index.ts'
import type { AppAccess } from './index.ts'

const TENANT = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01' as TenantId
const MINUTE_MS = 60_000

let clock: HeldClock
let access: AppAccess
/** Entra’s response. */
let answer: () => Response
let asked: { address: string; form: URLSearchParams }[]
beforeEach(() => {
  clock = createHeldClock()
  asked = []
  answer = () => tokenWith(['User.Read.All', 'TeamsActivity.Send'])
  access = createAppAccess({
    outside: {
      async fetch(...request) {
        const asking = new Request(...request)
        asked.push({ address: asking.url, form: new URLSearchParams(await asking.text()) })
        return answer()
      },
      browserUrl: (url) => url,
    },
    clientId: 'client of the test',
    clientSecret: 'secret of the test',
    clock,
  })
})

function tokenWith(roles: string[] | undefined): Response {
  const token = new UnsecuredJWT({ roles, tid: TENANT }).encode()
  return Response.json({ access_token: token, token_type: 'Bearer', expires_in: 3_599 })
}

function refusal(code: number): Response {
  return Response.json(
    { error: 'invalid_client', error_description: 'The words change.', error_codes: [code] },
    { status: 401 },
  )
}

test('the app requests a token for all consented permissions from the tenant’s endpoint', async () => {
  expect(await access.tokenFor(TENANT)).toBeTruthy()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.address).toBe(`https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`)
  expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({
    grant_type: 'client_credentials',
    scope: 'https://graph.microsoft.com/.default',
  })
})

test.each([[undefined], [[]], [['User.ReadBasic.All']]])(
  'a token with the roles %j counts as missing consent',
  async (roles) => {
    answer = () => tokenWith(roles)
    expect(await access.tokenFor(TENANT)).toBeNull()
  },
)

test.each([[7_000_229], [700_016], [650_052]])('AADSTS%d counts as missing consent', async (code) => {
  answer = () => refusal(code)
  expect(await access.tokenFor(TENANT)).toBeNull()
})

test.each([
  [7_000_215, 'Entra refuses the secret of the app'],
  [7_000_222, 'Entra refuses the secret of the app'],
  [90_033, 'Entra gave no token'],
])('AADSTS%d is a failure, not missing consent', async (code, message) => {
  answer = () => refusal(code)
  await expect(access.tokenFor(TENANT)).rejects.toMatchObject({ name: 'DirectoryFailure', message, aadsts: [code] })
})

test('a token is cached for ten minutes, but missing consent and failures are not', async () => {
  const tokens = await Promise.all([access.tokenFor(TENANT), access.tokenFor(TENANT)])
  expect(tokens[0]).toBe(tokens[1])
  clock.pass(9 * MINUTE_MS)
  await access.tokenFor(TENANT)
  expect(asked).toHaveLength(1)
  clock.pass(2 * MINUTE_MS)
  answer = () => refusal(7_000_229)
  expect(await access.tokenFor(TENANT)).toBeNull()
  answer = () => refusal(90_033)
  await expect(access.tokenFor(TENANT)).rejects.toThrow('Entra gave no token')
  answer = () => tokenWith(['User.Read.All'])
  expect(await access.tokenFor(TENANT)).toBeTruthy()
  expect(asked).toHaveLength(4)
})
