import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsFinding, TwilioNumber, User } from '@partyline/contract'
import { withoutSecrets } from '../settings/index.ts'
import type { Webhook } from '../settings/index.ts'
import type { AccountGateway, AccountNumber, MessagingService } from '../twilio/index.ts'
import type { AskTwilio } from './ask-twilio.ts'
import { check } from './check.ts'
import type { Check } from './check.ts'
import { findRegistrations } from './registration-findings.ts'

const {
  numbersInUse,
  numberInAccount,
  numberSms,
  numberMms,
  numberRegistration,
  numberWebhook,
  numberShadow,
  numberAnswered,
  numberRetries,
} = DIAGNOSTICS_FINDINGS

type Parts = {
  gateway: AccountGateway | null
  ask: AskTwilio
  inUse: readonly TwilioNumber[]
  /** All users of the tenant, including disabled ones. */
  users: readonly User[]
  webhook: Webhook
}

/** The numbers in use as Twilio keeps them: what our rows say may be old. */
export async function checkNumbers({ gateway, ask, inUse, users, webhook }: Parts): Promise<Check[]> {
  if (!gateway) return [check('numbersInUse', numbersInUse.unseen())]
  if (inUse.length === 0) return [check('numbersInUse', numbersInUse.none())]
  const [held, services] = await Promise.all([ask(gateway.listNumbers()), ask(gateway.listMessagingServices())])
  if (!held) return [check('numbersInUse', numbersInUse.unseen())]
  const inUseThere = held.filter(({ phoneNumber }) => inUse.some(({ number }) => number === phoneNumber))
  const registrations = await findRegistrations({ ask, gateway, numbers: inUseThere, services })
  return [
    check('numbersInUse', numbersInUse.some(inUse.length)),
    ...inUse.flatMap((number) => {
      const atTwilio = held.find(({ phoneNumber }) => phoneNumber === number.number)
      if (!atTwilio) return [check('numberInAccount', numberInAccount.gone(), number)]
      return [
        check('numberInAccount', numberInAccount.there(), number),
        check('numberSms', atTwilio.hasSms ? numberSms.able() : numberSms.unable(), number),
        check('numberRegistration', registrations.get(atTwilio.sid) ?? numberRegistration.untold(), number),
        check('numberMms', atTwilio.hasMms ? numberMms.able() : numberMms.unable(), number),
        check('numberWebhook', webhookFinding(atTwilio, webhook), number),
        check('numberShadow', shadowFinding(atTwilio, services, webhook), number),
        check('numberAnswered', answeredFinding(number, users), number),
        check('numberRetries', retriesFinding(atTwilio, webhook), number),
      ]
    }),
  ]
}

function webhookFinding({ smsUrl, smsMethod }: AccountNumber, webhook: Webhook): DiagnosticsFinding {
  if (smsUrl === '') return numberWebhook.empty()
  if (!webhook.isOurs(smsUrl)) return numberWebhook.elsewhere(withoutSecrets(smsUrl))
  return smsMethod === 'POST' ? numberWebhook.ours() : numberWebhook.method()
}

function shadowFinding(
  number: AccountNumber,
  services: MessagingService[] | null,
  webhook: Webhook,
): DiagnosticsFinding {
  if (number.smsApplicationSid !== '') return numberShadow.application(number.smsApplicationSid)
  if (!services) return numberShadow.unseen()
  const service = services.find(({ takesTexts, numberSids }) => takesTexts && numberSids.includes(number.sid))
  // A service that brings them here as well does no harm.
  return !service || webhook.isOurs(service.inboundUrl)
    ? numberShadow.nothing()
    : numberShadow.service(service.friendlyName)
}

function answeredFinding({ assignedUsers }: TwilioNumber, users: readonly User[]): DiagnosticsFinding {
  const count = users.filter(({ id, disabled }) => !disabled && assignedUsers.includes(id)).length
  return count > 0 ? numberAnswered.some(count) : numberAnswered.none()
}

function retriesFinding(number: AccountNumber, webhook: Webhook): DiagnosticsFinding {
  if (!webhook.isOurs(number.smsUrl)) return numberRetries.unseen()
  return webhook.isTriedHard(number) ? numberRetries.set() : numberRetries.missing()
}
