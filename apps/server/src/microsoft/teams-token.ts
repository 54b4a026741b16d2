import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Clock, Outside } from '../platform/index.ts'
import { ENTRA } from './addresses.ts'
import { personOfClaims } from './directory-person.ts'
import type { DirectoryPerson } from './directory-person.ts'

const KEYS = new URL(`${ENTRA}/organizations/discovery/v2.0/keys`)
/** Clocks differ; Microsoft allows five minutes. */
const CLOCK_TOLERANCE_SECONDS = 300
/** The clients that the app registration pre-authorises: Teams, and Microsoft 365 and Outlook, which also show tabs. */
const CLIENTS = [
  '1fec8e78-bce4-4aaf-ab1b-5451cc387264',
  '5e3ce6c0-2b1f-4285-8d4b-75ee78787346',
  '4765445b-32c6-49b0-83e6-1d93765276ca',
  '0ec893e0-5785-4de6-99da-4ed124e5296c',
  'd3590ed6-52b3-4102-aeff-aad2292ab01c',
  'bc59ab01-8403-45c6-8796-ac3ef710b3e3',
  '27922004-5251-4030-b22d-91ecd9a37ea4',
] as const
const SCOPE = 'access_as_user'

const claimsOfTeams = z.object({
  iss: z.string(),
  tid: z.guid(),
  iat: z.number(),
  ver: z.literal('2.0'),
  azp: z.enum(CLIENTS),
  scp: z.string().refine((scopes) => scopes.split(' ').includes(SCOPE)),
})

export type TeamsTokens = {
  /** The person whom a single sign-on token of Teams names; null for everything that is not one, meant for this app. */
  read(token: string): Promise<DirectoryPerson | null>
}

type Parts = { outside: Outside; clientId: string; clock: Clock }

export function createTeamsTokens({ outside, clientId, clock }: Parts): TeamsTokens {
  const keys = createRemoteJWKSet(KEYS, { [customFetch]: (url, options) => outside.fetch(url, options) })
  return {
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          audience: clientId,
          requiredClaims: ['exp', 'nbf', 'iat'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: clock.now(),
        })
        const { iss, tid, iat } = claimsOfTeams.parse(payload)
        // The issuer is the person's own directory: one for each tenant, so that it is compared only now.
        return iss === `${ENTRA}/${tid}/v2.0` ? personOfClaims(payload, new Date(iat * 1_000)) : null
      } catch {
        return null
      }
    },
  }
}
