import { AUDIT_VALUES, countryName, DOCTOR_FINDINGS } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import { differences, recordDeed } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { AppError, createFreshCache } from '../platform/index.ts'
import type { Clock, Database, Keyring, Queries, Topic } from '../platform/index.ts'
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
  consented: boolean
  /** Nothing is sent, Users are out and Admins may only read (decisions 7). */
  suspended: boolean
  /** Null until a Twilio account is configured. */
  accountSid: string | null
}

type Options = Pick<Tenant, 'name' | 'addSignature' | 'defaultCountry' | 'allowedCountries'>

/** An option that is left out stays as it is. */
type NewOptions = Pick<Options, 'name'> & { [Option in Exclude<keyof Options, 'name'>]?: Options[Option] | undefined }

type TwilioAccount = { accountSid: string; authToken: string }

export type Tenants = {
  /** @throws {AppError} `not-found` */
  get(tenantId: TenantId): Promise<Tenant>
  find(tenantId: TenantId, db?: Queries): Promise<Tenant | null>
  /** All there are, by name. */
  list(): Promise<Tenant[]>
  /** False where somebody else has just created it. */
  create(trx: Queries, tenant: { tenantId: TenantId; name: string; domain: string }): Promise<boolean>
  update(by: Actor, change: NewOptions): Promise<void>
  /**
   * Tells those who keep connections for the tenant's Users, who are out from now on. Inside a transaction nobody hears of
   * it: it has to be said again after the commit.
   */
  setSuspended(tenantId: TenantId, suspended: boolean, trx?: Queries): Promise<void>
  /** What a look at the directory found. */
  setConsented(tenantId: TenantId, consented: boolean): Promise<void>
  /** Takes part in the caller's transaction where one is handed in. */
  setTwilioAccount(tenantId: TenantId, account: TwilioAccount, db?: Queries): Promise<void>
  /** Encrypts with the current key what an older one has encrypted. Answers with how many, and which none can read. */
  renewTokens(): Promise<{ renewed: number; unreadable: TenantId[] }>
  /**
   * With the token in the clear: for the gateway and for checking signatures, never for an answer.
   * @throws {AppError} `conflict` where the key of the token is lost
   */
  twilioAccount(tenantId: TenantId): Promise<TwilioAccount | null>
  /** Those that have configured a Twilio account. */
  withTwilioAccount(): Promise<TenantId[]>
  /**
   * The tenants that use this account with a token that fits: more than one organisation may share it. They may be those
   * of a moment ago; where none of these has a token that fits, the database is asked again.
   */
  usingAccount(accountSid: string, fits: (authToken: string) => boolean): Promise<Tenant[]>
}

const unreadable = DOCTOR_FINDINGS.credentials.unreadable()
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
    const { tenant_id, account_sid, auth_token_encrypted } = row
    if (account_sid === null || auth_token_encrypted === null) return null
    const authToken = keyring.decrypt(auth_token_encrypted, tokenContext(tenant_id, account_sid))
    return { accountSid: account_sid, authToken }
  }

  const byAccount = createFreshCache({
    clock,
    nameOf: (accountSid: string) => accountSid,
    find: async (accountSid) => {
      const rows = await findTenantsOfAccount(database.queries, accountSid)
      return rows.map((row) => ({ tenant: tenantOf(row), authToken: accountOf(row)?.authToken }))
    },
  })

  return {
    find,
    async get(tenantId) {
      const tenant = await find(tenantId)
      if (!tenant) throw new AppError('not-found')
      return tenant
    },
    list: async () => (await listTenants(database.queries)).map(tenantOf),
    create: (trx, { tenantId, name, domain }) =>
      insertTenant(trx, {
        tenant_id: tenantId,
        name,
        domain,
        default_country: DEFAULT_COUNTRY,
        created_at: clock.now(),
      }),
    update: (by, change) =>
      database.transaction(async (trx) => {
        const row = await lockTenant(trx, by.tenantId)
        if (!row) throw new AppError('not-found')
        const before = tenantOf(row)
        const after = optionsAfter(before, change)
        await updateTenant(trx, by.tenantId, {
          name: after.name,
          add_signature: after.addSignature,
          default_country: after.defaultCountry,
          allowed_countries: after.allowedCountries,
        })
        const changes = changesOf(before, after)
        if (changes.length > 0) await recordDeed(trx, by, { kind: 'organizationChanged', at: clock.now(), changes })
      }),
    async setSuspended(tenantId, suspended, trx) {
      await updateTenant(trx ?? database.queries, tenantId, { suspended })
      if (suspended && !trx) parts.suspended.publish(tenantId)
    },
    async setConsented(tenantId, consented) {
      const tenant = await find(tenantId)
      if (tenant?.consented !== consented) await updateTenant(database.queries, tenantId, { consented })
    },
    async setTwilioAccount(tenantId, { accountSid, authToken }, db = database.queries) {
      await updateTenant(db, tenantId, {
        account_sid: accountSid,
        auth_token_encrypted: keyring.encrypt(authToken, tokenContext(tenantId, accountSid)),
      })
      byAccount.forget(accountSid)
    },
    async renewTokens() {
      const result: Awaited<ReturnType<Tenants['renewTokens']>> = { renewed: 0, unreadable: [] }
      for (const { tenant_id, account_sid, auth_token_encrypted: from } of await listTenants(database.queries)) {
        if (account_sid === null || from === null) continue
        try {
          const to = keyring.renew(from, tokenContext(tenant_id, account_sid))
          if (to !== null && (await replaceToken(database.queries, tenant_id, { from, to }))) result.renewed += 1
        } catch {
          result.unreadable.push(tenant_id)
        }
      }
      return result
    },
    async twilioAccount(tenantId) {
      const row = await findTenant(database.queries, tenantId)
      try {
        return row ? accountOf(row) : null
      } catch (cause) {
        throw new AppError('conflict', { message: UNREADABLE_TOKEN, cause })
      }
    },
    withTwilioAccount: () => findTenantsWithAccount(database.queries),
    async usingAccount(accountSid, fits) {
      const fitting = async () =>
        (await byAccount.get(accountSid)).flatMap(({ tenant, authToken }) =>
          authToken !== undefined && fits(authToken) ? [tenant] : [],
        )
      const known = await fitting()
      if (known.length > 0) return known
      byAccount.forget(accountSid)
      return fitting()
    },
  }
}

function changesOf(before: Options, after: Options) {
  const signatureOf = ({ addSignature }: Options) => AUDIT_VALUES[addSignature ? 'on' : 'off']
  return differences({
    name: [before.name, after.name],
    signature: [signatureOf(before), signatureOf(after)],
    defaultCountry: [countryName(before.defaultCountry), countryName(after.defaultCountry)],
    allowedCountries: [allowedInWords(before), allowedInWords(after)],
  })
}

function optionsAfter(before: Options, change: NewOptions): Options {
  const { name, addSignature, defaultCountry, allowedCountries } = change
  return {
    name,
    addSignature: addSignature ?? before.addSignature,
    defaultCountry: defaultCountry ?? before.defaultCountry,
    allowedCountries:
      allowedCountries === undefined
        ? before.allowedCountries
        : allowedCountries && [...new Set(allowedCountries)].toSorted(),
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
    tenantId: row.tenant_id,
    name: row.name,
    domain: row.domain,
    defaultCountry: row.default_country,
    allowedCountries: row.allowed_countries,
    addSignature: row.add_signature,
    consented: row.consented,
    suspended: row.suspended,
    accountSid: row.account_sid,
  }
}
