import { BOUNDS, isBlank, tenantId, userId } from '@partyline/contract'
import type { TenantId, UserId } from '@partyline/contract'
import { z } from 'zod'
import { ENTRA } from './addresses.ts'

/** A person as their directory vouches for them. Only the ids identify; names and addresses change hands. */
export type DirectoryPerson = {
  tenantId: TenantId
  userId: UserId
  name: string
  /** The name by which the person signs in, for example `dana@lakeside.example`; empty if the token has none. */
  login: string
  email: string | null
  /** Whether the person belongs to the directory. Its guests come from elsewhere. */
  isMember: boolean
  /** Whether the token said so itself, with the optional claim `acct`. */
  hasAcctClaim: boolean
  /** When the directory let the person in. A token of Teams is good for an hour or more after that. */
  provedAt: Date
}

const NAMELESS = 'Unnamed user'
/** How Entra names guests: `kim_contoso.com#EXT#@lakeside.example`. */
const GUEST_LOGIN = /#ext#/i

/** A claim that isn't text or has no visible characters counts as missing. */
const text = z
  .string()
  .transform((value) => value.replaceAll(/\p{Cc}+/gu, ' ').trim())
  .refine((value) => !isBlank(value))
  .optional()
  .catch(undefined)

const claimsOfPerson = z.object({
  tid: tenantId,
  oid: userId,
  name: text,
  preferred_username: text,
  upn: text,
  unique_name: text,
  email: text,
  acct: z.unknown().optional(),
  idp: z.unknown().optional(),
})
type Claims = z.infer<typeof claimsOfPerson>

/** Null for tokens of apps, which name no person. */
export function personOfClaims(claims: unknown, provedAt: Date): DirectoryPerson | null {
  const { data } = claimsOfPerson.safeParse(claims)
  if (!data) return null
  const login = data.preferred_username ?? data.upn ?? data.unique_name ?? data.email ?? ''
  return {
    tenantId: data.tid,
    userId: data.oid,
    name: (data.name ?? (login || NAMELESS)).slice(0, BOUNDS.nameLength),
    login,
    email: data.email ?? (login.includes('@') && !GUEST_LOGIN.test(login) ? login : null),
    isMember: isMember(data),
    hasAcctClaim: hasAcctClaim(data),
    provedAt,
  }
}

const hasAcctClaim = ({ acct }: Claims) => acct !== undefined && acct !== null

/** `acct` decides: 0 is a member, 1 a guest. It is optional, so that the other claims decide if it is missing. */
function isMember(claims: Claims): boolean {
  if (hasAcctClaim(claims)) return claims.acct === 0 || claims.acct === '0'
  const logins = [claims.preferred_username, claims.upn, claims.unique_name, claims.email]
  return isOwnProvider(claims) && !logins.some((login) => login !== undefined && GUEST_LOGIN.test(login))
}

/** Tokens of members name no other identity provider than their issuer, if they name one. */
function isOwnProvider({ idp, tid }: Claims): boolean {
  if (idp === undefined || idp === null) return true
  const issuers = [`https://sts.windows.net/${tid}`, `${ENTRA}/${tid}/v2.0`]
  return typeof idp === 'string' && issuers.includes(idp.toLowerCase().replace(/\/$/, ''))
}
