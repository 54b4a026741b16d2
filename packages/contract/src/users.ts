import { defineCalls } from './call.ts'
import { instant, tenantId, userId } from './ids.ts'
import { availability } from './notifications.ts'
import { BOUNDS } from './limits.ts'
import { z } from './z.ts'

export const userRole = z.enum(['Admin', 'User'])
export type UserRole = z.infer<typeof userRole>

export const user = z.object({
  id: userId,
  name: z.string(),
  tenantId,
  role: userRole,
  /** Disabled by an Admin, or no longer in the directory. */
  disabled: z.boolean(),
  /** Since when the user has been missing from the directory, or disabled in it: docs/product.md#people-who-leave */
  leftDirectoryAt: instant.nullable(),
  ...availability,
})
export type User = z.infer<typeof user>

/** The caller, with the tenant's settings that the composer needs. */
export const currentUser = user.extend({
  tenantName: z.string(),
  /** Whether texts to phones have a signature. */
  addSignature: z.boolean(),
  /** ISO 3166 code of the country whose numbers are shown in national format, for example `US`. */
  defaultCountry: z.string(),
})
export type CurrentUser = z.infer<typeof currentUser>

/** A person in the tenant's directory. */
export const directoryPerson = z.object({
  id: userId,
  name: z.string(),
  email: z.string().nullable(),
  /** Whether this person is already a user. */
  alreadyAdded: z.boolean(),
})
export type DirectoryPerson = z.infer<typeof directoryPerson>

export const userCalls = defineCalls({
  'users.me': { summary: 'The caller', reply: currentUser },
  'users.get': { summary: 'A user of the tenant', params: z.object({ userId }), reply: user },
  'users.list': { summary: 'The users of the tenant, by name', reply: z.array(user) },
  'users.lookup': {
    summary: 'People of the directory whose name or address starts with the term, at most 20',
    details: 'Refused with 409 `not-consented` until the directory has consented.',
    body: z.strictObject({ searchTerm: z.string().trim().max(BOUNDS.searchTermLength) }),
    reply: z.array(directoryPerson),
  },
})
