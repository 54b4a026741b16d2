import { BOUND_TEXTS } from '@partyline/contract'
import type { CallBody, TenantId } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { AnnounceNumbers, Numbers } from '../numbers/index.ts'
import { AppError, changedFields, invalid } from '../platform/index.ts'
import type { Caller, Clock, Database } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Credentials, TwilioGateway } from '../twilio/index.ts'
import type { Users } from '../users/index.ts'
import { servicesOf } from './messaging-services.ts'
import { askTwilio, isWrongToken } from './provider-error.ts'
import type { Webhook } from './webhook.ts'

export type TwilioAccountSettings = {
  /** With `justRefreshExisting` the numbers of the stored account are loaded again. */
  update(by: Caller, change: CallBody<'settings.updateTwilioAccount'>): Promise<void>
}

const ACCOUNT_SID = /^AC[0-9a-f]{32}$/i
const AUTH_TOKEN = /^[\x21-\x7e]{1,200}$/

type Parts = {
  database: Database
  clock: Clock
  tenants: Tenants
  users: Pick<Users, 'requireAdmin'>
  numbers: Numbers
  twilio: TwilioGateway
  webhook: Webhook
  announce: AnnounceNumbers
}

/** The tenant's Twilio account, verified before it is saved: docs/product.md#the-twilio-account */
export function createTwilioAccountSettings(parts: Parts): TwilioAccountSettings {
  const { database, clock, tenants, users, numbers, twilio, webhook, announce } = parts

  async function stored(tenantId: TenantId): Promise<Credentials> {
    const account = await tenants.twilioAccount(tenantId)
    if (!account) throw noAccount()
    return account
  }

  /** @throws {AppError} the problem with the account, on its field */
  async function tryAccount(account: Credentials) {
    const { status } = await askTwilio(() =>
      twilio
        .forAccount(account)
        .fetchAccount()
        .catch((error: unknown) => {
          throw isWrongToken(error) ? wrongToken() : error
        }),
    )
    if (status !== 'active') {
      throw invalid({ accountSid: [`Twilio says that this account is ${status}. Please look at the Twilio Console.`] })
    }
  }

  return {
    async update(by, change) {
      const { tenantId } = by
      const entered = change.justRefreshExisting ? null : readAccount(change)
      if (entered) await tryAccount(entered)
      const account = entered ?? (await stored(tenantId))
      const gateway = twilio.forAccount(account)
      const [held, services] = await askTwilio(() => Promise.all([gateway.listNumbers(), servicesOf(gateway)]))
      await database.transaction(async (trx) => {
        await users.requireAdmin(trx, by)
        const before = await tenants.lock(trx, tenantId)
        changedFields({ accountSid: before?.accountSid }, { accountSid: account.accountSid, seen: change.seen })
        if (entered) await tenants.setTwilioAccount(tenantId, entered, trx)
        const withWebhook = held.map((number) => {
          const elsewhere = webhook.elsewhere(number, services)
          return { ...number, webhookConfigured: webhook.isSetOn(number) && elsewhere === null, elsewhere }
        })
        await numbers.keepAccountNumbers(trx, tenantId, withWebhook)
        const kind = entered ? 'accountChanged' : 'numbersReloaded'
        await recordAuditEntry(trx, by, { kind, at: clock.now(), subject: account.accountSid })
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
  }
}

/** The contract has seen to it that both are there. */
function readAccount({ accountSid, authToken }: CallBody<'settings.updateTwilioAccount'>): Credentials {
  const account = { accountSid: accountSid ?? '', authToken: authToken ?? '' }
  if (!ACCOUNT_SID.test(account.accountSid)) throw invalid({ accountSid: [BOUND_TEXTS.invalid('Account SID')] })
  if (!AUTH_TOKEN.test(account.authToken)) throw invalid({ authToken: [BOUND_TEXTS.invalid('Account Token')] })
  return account
}

export function noAccount(): AppError {
  const message = 'No Twilio account is configured yet. Please enter its Account SID and Auth Token first.'
  return new AppError('bad-request', { message })
}

function wrongToken(): AppError {
  return invalid({
    authToken: ['Twilio does not accept this Account SID and Auth Token. Please copy both from the Twilio Console.'],
  })
}
