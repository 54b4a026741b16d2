import type { Person } from '../directories/index.ts'
import { badRequest } from './graph-error.ts'

/** A directory's person in the words of Graph's `user` resource. */
export type GraphUser = ReturnType<typeof toGraphUser>
export type UserProperty = keyof GraphUser

export function toGraphUser(person: Person) {
  const [givenName = '', ...rest] = person.name.split(' ')
  return {
    id: person.id,
    displayName: person.name,
    givenName,
    surname: rest.join(' '),
    mail: person.email,
    userPrincipalName: person.login,
    jobTitle: person.jobTitle,
    mobilePhone: null,
    businessPhones: [] as string[],
    officeLocation: null,
    preferredLanguage: 'en-US',
    accountEnabled: person.accountEnabled,
    userType: person.guestOf ? 'Guest' : 'Member',
  }
}

/** The properties that Graph returns without `$select`. */
const DEFAULT_PROPERTIES: UserProperty[] = [
  'businessPhones',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
  'id',
]

export function selectProperties(user: GraphUser, select: string | undefined): Partial<GraphUser> {
  const names = select ? select.split(',').map((name) => knownProperty(name.trim())) : DEFAULT_PROPERTIES
  return Object.fromEntries(names.map((name) => [name, user[name]]))
}

const PROPERTIES = Object.keys(
  toGraphUser({ id: '', name: '', login: '', email: '', jobTitle: '', accountEnabled: true, role: null }),
) as UserProperty[]

export function knownProperty(name: string): UserProperty {
  const known = PROPERTIES.find((property) => property === name)
  if (!known) throw badRequest(`Could not find a property named '${name}' on type 'microsoft.graph.user'.`)
  return known
}
