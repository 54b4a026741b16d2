import type { CallBody, NumberId, TenantId } from '@partyline/contract'
import type { Actor } from '../audit/index.ts'
import type { Numbers, Line } from '../numbers/index.ts'
import { AppError } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { AccountGateway, TwilioGateway } from '../twilio/index.ts'
import { servicesOf } from './messaging-services.ts'
import { askTwilio } from './provider-error.ts'
import { noAccount } from './twilio-account-service.ts'
import type { Webhook } from './webhook.ts'

export type TwilioNumberSettings = {
  /** Starts or stops using a number. @throws {AppError} `number-in-use` if its texts go elsewhere */
  update(by: Actor, numberId: NumberId, change: Change): Promise<void>
}

/** `force` replaces the current receiver of the texts, or stops using the number even if Twilio does not answer. */
type Change = CallBody<'settings.updateTwilioNumber'>

type Parts = { database: Database; tenants: Tenants; numbers: Numbers; twilio: TwilioGateway; webhook: Webhook }

/** Puts numbers of the account into use, and out of it: docs/product.md#using-a-number */
export function createTwilioNumberSettings(parts: Parts): TwilioNumberSettings {
  const { database, tenants, numbers, twilio, webhook } = parts

  async function gatewayOf(tenantId: TenantId): Promise<AccountGateway> {
    const account = await tenants.twilioAccount(tenantId)
    if (!account) throw noAccount()
    return twilio.forAccount(account)
  }

  /**
   * Our row may be outdated, so Twilio is always asked. Returns the receiver that still takes the texts, which only a Messaging
   * Service can be: its owner has to remove the number from it.
   */
  async function point(gateway: AccountGateway, { sid }: Line, force: boolean) {
    const now = await gateway.fetchNumber(sid)
    if (!now.hasSms) {
      throw new AppError('conflict', {
        message: 'This number cannot send texts. Please choose one with SMS in Twilio.',
      })
    }
    const services = await servicesOf(gateway)
    const elsewhere = webhook.elsewhere(now, services)
    if (elsewhere && !force) throw new AppError('number-in-use', { details: elsewhere })
    const isFallbackTaken = now.smsFallbackUrl !== '' && !webhook.isOurs(now.smsFallbackUrl)
    await gateway.updateNumber(sid, {
      smsUrl: webhook.url,
      smsMethod: 'POST',
      smsApplicationSid: '',
      // Again after the retries. A fallback that someone else has set stays.
      ...(!isFallbackTaken && { smsFallbackUrl: webhook.url, smsFallbackMethod: 'POST' as const }),
    })
    const after = await gateway.fetchNumber(sid)
    if (!webhook.isSetOn(after)) {
      throw new AppError('provider-failed', { message: 'Twilio did not keep Partyline’s address for this number.' })
    }
    return webhook.elsewhere(after, services)
  }

  /** Returns the receiver of the texts from now on. */
  async function disconnectWebhook(gateway: AccountGateway, { sid }: Line) {
    const now = await gateway.fetchNumber(sid)
    const ours = {
      ...(webhook.isOurs(now.smsUrl) && { smsUrl: '' }),
      ...(webhook.isOurs(now.smsFallbackUrl) && { smsFallbackUrl: '' }),
    }
    if (Object.keys(ours).length > 0) await gateway.updateNumber(sid, ours)
    return webhook.elsewhere(now, await servicesOf(gateway))
  }

  async function use(number: Line, force: boolean) {
    if (number.released) {
      throw new AppError('conflict', { message: 'This number is no longer in the Twilio account.' })
    }
    await numbers.requireUsable(number)
    const gateway = await gatewayOf(number.tenantId)
    return askTwilio(() => point(gateway, number, force))
  }

  async function stopUsing(tenantId: TenantId, number: Line, force: boolean) {
    // A number that left the account has nothing to be cleared.
    if (number.released) return null
    try {
      const gateway = await gatewayOf(tenantId)
      return await askTwilio(() => disconnectWebhook(gateway, number))
    } catch (error) {
      if (!force) throw error
      return undefined
    }
  }

  return {
    async update(by, numberId, { useNumber, force, assignedUsers, seen }) {
      const { tenantId } = by
      const number = await numbers.findLine(database.queries, tenantId, numberId)
      if (!number) throw new AppError('not-found')
      if (assignedUsers) await numbers.requireUsers(tenantId, assignedUsers)
      const elsewhere = await (useNumber ? use(number, force) : stopUsing(tenantId, number, force))
      const webhookConfigured = useNumber && elsewhere === null
      await numbers.setUse(by, numberId, { inUse: useNumber, webhookConfigured, elsewhere, assignedUsers, seen })
    },
  }
}
