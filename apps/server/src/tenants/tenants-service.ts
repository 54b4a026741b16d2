import { AUDIT_VALUES, countryName, DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { OpeningHours, SharedSnippets, TenantId } from '@partyline/contract'
import { differences, hoursInWords, recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { AppError, changedFields } from '../platform/index.ts'
import type { Clock, Database, Keyring, Queries, Topic } from '../platform/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import { keepHours } from './hours-versions-store.ts'
import {
  findTenant,
  findTenantsOfAccount,
  findTenantsWithAccount,
  insertTenant,
  listTenants,
  lockTenant,
  replaceToken,
  updateTenant,
} from './tenants-store.ts'
import type { TenantRow } from './tenants-store.ts'

export type Tenant = {
  tenantId: TenantId
  name: string
  domain: string
  /** ISO 3166 code that numbers without a country code are read with. */
  defaultCountry: string
  /** The countries whose phones may be texted. Null: all that the Twilio account may text. */
  allowedCountries: string[] | null
  addSignature: boolean
  assignOnReply: boolean
  /** Who may add, change, and delete shared snippets. */
  sharedSnippets: SharedSnippets
  /** For every line without its own hours. Null: always open. */
  hours: OpeningHours | null
  consented: boolean
  /** docs/product.md#suspended-tenants */
  suspended: boolean
  /** Whether the token of the latest sign-in had the optional claim `acct`; null if that is not known yet. */
  hasAcctClaim: boolean | null
  /** Null until a Twilio account is configured. */
  accountSid: string | null
}

type Options = Pick<
  Tenant,
  'name' | 'addSignature' | 'assignOnReply' | 'sharedSnippets' | 'defaultCountry' | 'allowedCountries' | 'hours'
>

/** Absent options stay unchanged. */
type NewOptions = { [Option in keyof Options]?: Options[Option] | undefined } & {
  seen?: Record<string, unknown> | undefined
}

type TwilioAccount = { accountSid: string; authToken: string }

export type Tenants = {
  /** @throws {AppError} `not-found` */
  get(tenantId: TenantId): Promise<Tenant>
  find(tenantId: TenantId, db?: Queries): Promise<Tenant | null>
  /** All there are, by name. */
  list(): Promise<Tenant[]>
  /** False if someone else has just created it. */
  create(trx: Queries, tenant: { tenantId: TenantId; name: string; domain: string }): Promise<boolean>
  update(by: Actor, change: NewOptions): Promise<void>
  /** Locks the tenant until the transaction ends. Null if there is no such tenant. */
  lock(trx: Queries, tenantId: TenantId): Promise<Tenant | null>
  /** Announces a suspension, except in the caller's transaction: announce that after its commit. */
  setSuspended(tenantId: TenantId, suspended: boolean, trx?: Queries): Promise<void>
  /** Closes the connections of the Users of a suspended tenant. */
  announceSuspension(tenantId: TenantId): void
  /** The result of checking the directory. */
  setConsented(tenantId: TenantId, consented: boolean): Promise<void>
  /** Stores it only if it has changed. */
  noteAcctClaim(trx: Queries, tenant: Pick<Tenant, 'tenantId' | 'hasAcctClaim'>, isThere: boolean): Promise<void>
  /** Part of the caller's transaction if one is given. */
  setTwilioAccount(tenantId: TenantId, account: TwilioAccount, db?: Queries): Promise<void>
  /** Re-encrypts tokens with the current key. Returns how many, and the tenants whose token no key can decrypt. */
  renewTokens(): Promise<{ renewed: number; unreadable: TenantId[] }>
  /**
   * With the token in the clear: for the gateway and for checking signatures, never for an answer.
   * @throws {AppError} `conflict` where the key of the token is lost
   */
  twilioAccount(tenantId: TenantId): Promise<TwilioAccount | null>
  /** And as it is stored: a statement can check that it has not changed since. */
  storedTwilioAccount(tenantId: TenantId): Promise<{ account: TwilioAccount | null; stored: string }>
  /** The tenants that have configured a Twilio account. */
  withTwilioAccount(): Promise<TenantId[]>
  /**
   * The tenants that use this account with a token that fits: more than one organization may share it. They may be those that
   * were read last, so the statement that stores something must compare `storedAccounts`: see `reject_changed_accounts.sql`.
   * `anew`: they are read now, as they are if none of the last has a token that fits.
   */
  usingAccount(
    accountSid: string,
    fits: (authToken: string) => boolean,
    how?: { anew?: boolean },
  ): Promise<Required<Pick<SignedCall, 'tenants' | 'storedAccounts'>>>
}

type AccountUser = { tenantId: TenantId; storedAccount: string; authToken: string | undefined }

const unreadable = DIAGNOSTICS_FINDINGS.credentials.unreadable()
/** Until an Admin says otherwise, numbers are read as American ones. */
const DEFAULT_COUNTRY = 'US'

/** In the words of the diagnostics. */
const UNREADABLE_TOKEN = `${unreadable.found} ${unreadable.advice}`

type Parts = { database: Database; keyring: Keyring; clock: Clock; suspended: Topic<TenantId> }

export function createTenants(parts: Parts): Tenants {
  const { database, keyring, clock } = parts

  async function find(tenantId: TenantId, db = database.queries) {
    const row = await findTenant(db, tenantId)
    return row ? tenantOf(row) : null
  }

  function accountOf(row: TenantRow): TwilioAccount | null {
    const { tenantId, accountSid, authTokenEncrypted } = row
    if (accountSid === null || authTokenEncrypted === null) return null
    const authToken = keyring.decrypt(authTokenEncrypted, tokenContext(tenantId, accountSid))
    return { accountSid, authToken }
  }

  /** Undefined if its key is lost: the token of another tenant with the same account may still fit. */
  function readableToken(row: TenantRow): string | undefined {
    try {
      return accountOf(row)?.authToken
    } catch {
      return undefined
    }
  }

  async function storedTwilioAccount(tenantId: TenantId) {
    const row = await findTenant(database.queries, tenantId)
    try {
      const account = row ? accountOf(row) : null
      return { account, stored: row?.storedAccount ?? '' }
    } catch (cause) {
      throw new AppError('conflict', { message: UNREADABLE_TOKEN, cause })
    }
  }

  /** Who used an account when it was last read. Has no accounts that nobody used. */
  const latestUsers = new Map<string, AccountUser[]>()

  async function readUsers(accountSid: string): Promise<AccountUser[]> {
    const rows = await findTenantsOfAccount(database.queries, accountSid)
    const users = rows.map((row) => ({
      tenantId: row.tenantId,
      storedAccount: row.storedAccount,
      authToken: readableToken(row),
    }))
    if (users.length > 0) latestUsers.set(accountSid, users)
    else latestUsers.delete(accountSid)
    return users
  }

  return {
    find,
    async get(tenantId) {
      const tenant = await find(tenantId)
      if (!tenant) throw new AppError('not-found')
      return tenant
    },
    async lock(trx, tenantId) {
      const row = await lockTenant(trx, tenantId)
      return row ? tenantOf(row) : null
    },
    list: async () => (await listTenants(database.queries)).map(tenantOf),
    create: (trx, { tenantId, name, domain }) =>
      insertTenant(trx, {
        tenantId,
        name,
        domain,
        defaultCountry: DEFAULT_COUNTRY,
        createdAt: clock.now(),
      }),
    update: (by, change) =>
      database.transaction(async (trx) => {
        const row = await lockTenant(trx, by.tenantId)
        if (!row) throw new AppError('not-found')
        const before = tenantOf(row)
        const after = optionsAfter(before, changedFields(before, change))
        await updateTenant(trx, by.tenantId, {
          name: after.name,
          addSignature: after.addSignature,
          assignOnReply: after.assignOnReply,
          sharedSnippets: after.sharedSnippets,
          defaultCountry: after.defaultCountry,
          allowedCountries: after.allowedCountries,
          hours: after.hours && JSON.stringify(after.hours),
        })
        if (change.hours !== undefined) await keepHours(trx, by.tenantId, clock.now())
        const changes = changesOf(before, after)
        if (changes.length > 0)
          await recordAuditEntry(trx, by, { kind: 'organizationChanged', at: clock.now(), changes })
      }),
    async setSuspended(tenantId, suspended, trx) {
      await updateTenant(trx ?? database.queries, tenantId, { suspended })
      if (suspended && !trx) parts.suspended.publish(tenantId)
    },
    announceSuspension: (tenantId) => parts.suspended.publish(tenantId),
    async setConsented(tenantId, consented) {
      const tenant = await find(tenantId)
      if (tenant?.consented !== consented) await updateTenant(database.queries, tenantId, { consented })
    },
    async noteAcctClaim(trx, { tenantId, hasAcctClaim }, isThere) {
      if (hasAcctClaim !== isThere) await updateTenant(trx, tenantId, { hasAcctClaim: isThere })
    },
    async setTwilioAccount(tenantId, { accountSid, authToken }, db = database.queries) {
      await updateTenant(db, tenantId, {
        accountSid,
        authTokenEncrypted: keyring.encrypt(authToken, tokenContext(tenantId, accountSid)),
      })
    },
    async renewTokens() {
      const result: Awaited<ReturnType<Tenants['renewTokens']>> = { renewed: 0, unreadable: [] }
      for (const { tenantId, accountSid, authTokenEncrypted: from } of await listTenants(database.queries)) {
        if (accountSid === null || from === null) continue
        try {
          const to = keyring.renew(from, tokenContext(tenantId, accountSid))
          if (to !== null && (await replaceToken(database.queries, tenantId, { from, to }))) result.renewed += 1
        } catch {
          result.unreadable.push(tenantId)
        }
      }
      return result
    },
    twilioAccount: async (tenantId) => (await storedTwilioAccount(tenantId)).account,
    storedTwilioAccount,
    withTwilioAccount: () => findTenantsWithAccount(database.queries),
    async usingAccount(accountSid, fits, { anew = false } = {}) {
      const fitting = (users: readonly AccountUser[]) => ({
        tenants: users.flatMap(({ tenantId, authToken }) =>
          authToken !== undefined && fits(authToken) ? [{ tenantId }] : [],
        ),
        storedAccounts: Object.fromEntries(users.map(({ tenantId, storedAccount }) => [tenantId, storedAccount])),
      })
      const latest = fitting((!anew && latestUsers.get(accountSid)) || [])
      return latest.tenants.length > 0 ? latest : fitting(await readUsers(accountSid))
    },
  }
}

function changesOf(before: Options, after: Options) {
  const inWords = (isOn: boolean) => AUDIT_VALUES[isOn ? 'on' : 'off']
  return differences({
    name: [before.name, after.name],
    signature: [inWords(before.addSignature), inWords(after.addSignature)],
    assignOnReply: [inWords(before.assignOnReply), inWords(after.assignOnReply)],
    sharedSnippets: [AUDIT_VALUES[before.sharedSnippets], AUDIT_VALUES[after.sharedSnippets]],
    defaultCountry: [countryName(before.defaultCountry), countryName(after.defaultCountry)],
    allowedCountries: [allowedInWords(before), allowedInWords(after)],
    ...hoursInWords(before.hours, after.hours, 'always'),
  })
}

function optionsAfter(before: Options, change: NewOptions): Options {
  const { name, addSignature, assignOnReply, sharedSnippets, defaultCountry, allowedCountries, hours } = change
  return {
    name: name ?? before.name,
    addSignature: addSignature ?? before.addSignature,
    assignOnReply: assignOnReply ?? before.assignOnReply,
    sharedSnippets: sharedSnippets ?? before.sharedSnippets,
    defaultCountry: defaultCountry ?? before.defaultCountry,
    allowedCountries:
      allowedCountries === undefined
        ? before.allowedCountries
        : allowedCountries && [...new Set(allowedCountries)].toSorted(),
    hours: hours === undefined ? before.hours : hours,
  }
}

function allowedInWords({ allowedCountries }: Options): string {
  return allowedCountries?.map(countryName).join(', ') ?? AUDIT_VALUES.all
}

/** A token copied to another tenant's row, or kept under another account, does not decrypt. */
function tokenContext(tenantId: TenantId, accountSid: string) {
  return `${tenantId}/${accountSid}`
}

function tenantOf(row: TenantRow): Tenant {
  return {
    tenantId: row.tenantId,
    name: row.name,
    domain: row.domain,
    defaultCountry: row.defaultCountry,
    allowedCountries: row.allowedCountries,
    addSignature: row.addSignature,
    assignOnReply: row.assignOnReply,
    sharedSnippets: row.sharedSnippets,
    hours: row.hours,
    consented: row.consented,
    suspended: row.suspended,
    hasAcctClaim: row.hasAcctClaim,
    accountSid: row.accountSid,
  }
}
