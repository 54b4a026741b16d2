import { BOUNDS, tenantId, userId } from '@partyline/contract'
import type { TenantId, UserId } from '@partyline/contract'
import { z } from 'zod'

/** A person as their directory vouches for them. Only the ids identify; names and addresses change hands. */
export type DirectoryPerson = {
  tenantId: TenantId
  userId: UserId
  name: string
  /** The name by which the person signs in, for example `dana@lakeside.example`. */
  login: string
  email: string | null
  /** When the directory let the person in. A token of Teams is good for an hour or more after that. */
  provedAt: Date
}

const claimsOfPerson = z.object({
  tid: tenantId,
  oid: userId,
  name: z.string().trim().min(1).optional(),
  preferred_username: z.string().trim().min(1),
  email: z.string().trim().min(1).optional(),
})

/** Null where a claim is missing, as in the tokens of guests and of apps. */
export function personOfClaims(claims: unknown, provedAt: Date): DirectoryPerson | null {
  const { data } = claimsOfPerson.safeParse(claims)
  if (!data) return null
  const login = data.preferred_username
  return {
    tenantId: data.tid,
    userId: data.oid,
    name: (data.name ?? login).slice(0, BOUNDS.nameLength),
    login,
    email: data.email ?? (login.includes('@') ? login : null),
    provedAt,
  }
}
