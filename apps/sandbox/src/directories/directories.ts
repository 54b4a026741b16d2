/** The Microsoft 365 organizations of the sandbox. IDs are fixed, so that they stay the same after a restart. */
export type Directory = {
  /** The tenant's GUID, the `tid` of its tokens. */
  tenantId: string
  domain: string
  name: string
  /** People who have not been deleted. */
  readonly people: readonly Person[]
  /** Changes of its accounts, oldest first, as reported by delta queries. */
  readonly changes: readonly AccountChange[]
  /** How often its change tracking was reset, which invalidates earlier tokens. */
  readonly resets: number
  /** How Graph fails for this directory; null: it works. */
  readonly graphFault: GraphFault | null
  /** The application permissions that the app has there, once its administrator has consented: roles of its own tokens. */
  readonly appRoles: readonly string[]
  /**
   * Whether its administrator has consented to the app. `given`: yes. `people`: no, but people may sign in with their own
   * consent. `asked`: no, and no one may sign in yet. Later decisions are in the journal.
   */
  consent: 'given' | 'people' | 'asked'
}

export type Person = {
  /** The person's object ID, the `oid` of their tokens. */
  id: string
  name: string
  /** The user principal name, used in `login_hint`. */
  login: string
  email: string
  jobTitle: string
  /** Whether the person may sign in. */
  accountEnabled: boolean
  /** The issuer of their own directory, for a guest; members have none. */
  guestOf?: string
  /** Claims that an administrator or an odd directory adds to their tokens, or with null takes out. */
  claims?: Record<string, unknown>
  /** The role in the demo tenant; null for people who are not users of the app yet. */
  role: 'Admin' | 'User' | null
}

export type AccountChange = {
  personId: string
  /** `deleted` can be restored, `purged` cannot. */
  state: AccountState
}

/**
 * `throttled`: 429 with `Retry-After`. `failing`: 500. `cutOff`: every page after the first fails. `empty`: lists have no
 * one, and no changes. `everyoneRemoved`: a delta query reports all accounts as removed.
 */
export const GRAPH_FAULTS = ['throttled', 'failing', 'cutOff', 'empty', 'everyoneRemoved'] as const
export type GraphFault = (typeof GRAPH_FAULTS)[number]

export const ACCOUNT_STATES = ['enabled', 'disabled', 'deleted', 'purged'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Permissions that the app registration requests. */
const APP_ROLES = ['User.Read.All']

/** The initial directories. */
export const DIRECTORIES: readonly Directory[] = [
  {
    tenantId: '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01',
    domain: 'lakeside.example',
    name: 'Lakeside Clinic',
    consent: 'given',
    changes: [],
    resets: 0,
    graphFault: null,
    appRoles: APP_ROLES,
    people: [
      {
        id: '0b6f2c1e-9a47-4d0c-8a53-5c1d7e9f0a11',
        name: 'Dana Cole',
        login: 'dana@lakeside.example',
        email: 'dana.cole@lakeside.example',
        jobTitle: 'Practice manager',
        accountEnabled: true,
        role: 'Admin',
      },
      {
        id: '1c7e3d2f-8b58-4e1d-9b64-6d2e8fa01b12',
        name: 'Omar Haddad',
        login: 'omar@lakeside.example',
        email: 'omar.haddad@lakeside.example',
        jobTitle: 'Front desk',
        accountEnabled: true,
        role: 'User',
      },
      {
        id: '2d8f4e30-7c69-4f2e-8c75-7e3f90b12c13',
        name: 'Mei Tanaka',
        login: 'mei@lakeside.example',
        email: 'mei.tanaka@lakeside.example',
        jobTitle: 'Nurse',
        accountEnabled: true,
        role: 'User',
      },
      {
        id: '2e905f41-0d7a-4a3f-9d86-8f40a1c23d14',
        name: 'Ruth Alvarez',
        login: 'ruth@lakeside.example',
        email: 'ruth.alvarez@lakeside.example',
        jobTitle: 'Trainee',
        accountEnabled: true,
        role: null,
      },
    ],
  },
  {
    tenantId: '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02',
    domain: 'northgate.example',
    name: 'Northgate Property',
    consent: 'people',
    changes: [],
    resets: 0,
    graphFault: null,
    appRoles: APP_ROLES,
    people: [
      {
        id: '3e905f41-6d7a-4a3f-9d86-8f40a1c23d21',
        name: 'Priya Raman',
        login: 'priya@northgate.example',
        email: 'priya.raman@northgate.example',
        jobTitle: 'Office lead',
        accountEnabled: true,
        role: null,
      },
      {
        id: '4fa16052-5e8b-4b40-8e97-9051b2d34e22',
        name: 'Luis Ortega',
        login: 'luis@northgate.example',
        email: 'luis.ortega@northgate.example',
        jobTitle: 'Lettings agent',
        accountEnabled: true,
        role: null,
      },
      {
        id: '50b27163-4f9c-4c51-9fa8-a162c3e45f23',
        name: 'Hanna Berg',
        login: 'hanna@northgate.example',
        email: 'hanna.berg@northgate.example',
        jobTitle: 'Caretaker',
        accountEnabled: true,
        role: null,
      },
      {
        id: '5fb38274-60ad-4d62-8ab9-b273d4f56a24',
        name: 'Tom Reyes',
        login: 'tom_lakeside.example#ext#@northgate.example',
        email: 'tom.reyes@lakeside.example',
        jobTitle: 'Guest from Lakeside Clinic',
        accountEnabled: true,
        guestOf: 'https://sts.windows.net/7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01/',
        role: null,
      },
    ],
  },
  {
    tenantId: '9fb12c74-5e7d-4e5b-9c8a-4d31af608c03',
    domain: 'westhaven.example',
    name: 'Westhaven School',
    consent: 'asked',
    changes: [],
    resets: 0,
    graphFault: null,
    appRoles: APP_ROLES,
    people: [
      {
        id: '61c38274-40ad-4d62-8ab9-b273d4f56a31',
        name: 'Grace Osei',
        login: 'grace@westhaven.example',
        email: 'grace.osei@westhaven.example',
        jobTitle: 'School office',
        accountEnabled: true,
        role: null,
      },
    ],
  },
]

/** The same organizations under domains and IDs of their own. */
export function copyDirectories(copy: number): Directory[] {
  const prefix = copy.toString(16).padStart(8, '0')
  const withIds = JSON.stringify(DIRECTORIES).replaceAll(/[\da-f]{8}((?:-[\da-f]{4}){3}-[\da-f]{12})/g, `${prefix}$1`)
  return JSON.parse(copyLogin(copy, withIds)) as Directory[]
}

/** The login of the same person in a copy of the directories. */
export function copyLogin(copy: number, login: string): string {
  return DIRECTORIES.reduce((text, { domain }) => text.replaceAll(domain, domain.replace('.', `-${copy}.`)), login)
}

/** Finds a directory by tenant ID or domain, like Entra's first path segment. */
export function findDirectory(directories: readonly Directory[], tenant: string): Directory | undefined {
  const wanted = tenant.toLowerCase()
  return directories.find(({ tenantId, domain }) => tenantId === wanted || domain === wanted)
}

/** Finds a person by user principal name or mail address, like Entra's `login_hint`. */
export function findPerson(directories: readonly Directory[], login: string): FoundPerson | undefined {
  const wanted = login.trim().toLowerCase()
  for (const directory of directories) {
    const person = directory.people.find(({ login, email }) => login === wanted || email === wanted)
    if (person) return { directory, person }
  }
  return undefined
}

export type FoundPerson = { directory: Directory; person: Person }
