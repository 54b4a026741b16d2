import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsFinding } from '@partyline/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { AccountGateway, AccountNumber, MessagingService, TollFreeVerification } from '../twilio/index.ts'
import type { AskTwilio } from './ask-twilio.ts'

const { numberRegistration: findings } = DIAGNOSTICS_FINDINGS

type Asked = {
  ask: AskTwilio
  gateway: Pick<AccountGateway, 'listCampaignStatuses' | 'listTollFreeVerifications'>
  numbers: readonly Pick<AccountNumber, 'sid' | 'phoneNumber'>[]
  /** Null if Twilio did not show them. */
  services: readonly MessagingService[] | null
}

type Kind = 'tollFree' | 'local' | 'elsewhere'

/** Whether US carriers take the texts of each number, by its SID: what an Admin should know before the first error 30034. */
export async function findRegistrations(asked: Asked): Promise<Map<string, DiagnosticsFinding>> {
  const { ask, gateway, numbers, services } = asked
  const hasTollFree = numbers.some(({ phoneNumber }) => kindOf(phoneNumber) === 'tollFree')
  const [campaigns, verifications] = await Promise.all([
    findCampaigns(asked),
    hasTollFree ? ask(gateway.listTollFreeVerifications()) : null,
  ])

  function findingOf({ sid, phoneNumber }: Asked['numbers'][number]) {
    const kind = kindOf(phoneNumber)
    if (kind === 'elsewhere') return findings.otherCountry()
    if (kind === 'tollFree') return tollFreeFinding(sid, verifications)
    if (!services) return findings.untold()
    const service = services.find(({ numberSids }) => numberSids.includes(sid))
    return service ? campaignFinding(service.friendlyName, campaigns.get(service.sid)) : findings.noService()
  }
  return new Map(numbers.map((number) => [number.sid, findingOf(number)]))
}

const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)\d{7}$/

function kindOf(phoneNumber: string): Kind {
  if (TOLL_FREE.test(phoneNumber)) return 'tollFree'
  const country = parsePhoneNumberFromString(phoneNumber)?.country
  // Numbers of Canada need a campaign too, for texts to US phones.
  const isNorthAmerican = phoneNumber.startsWith('+1') && [undefined, 'US', 'CA'].includes(country)
  return isNorthAmerican ? 'local' : 'elsewhere'
}

/** The statuses by service: only of services with one of the numbers. Null if Twilio did not tell. */
async function findCampaigns({ ask, gateway, numbers, services }: Asked) {
  const needed = (services ?? []).filter(({ numberSids }) =>
    numbers.some(({ sid, phoneNumber }) => kindOf(phoneNumber) === 'local' && numberSids.includes(sid)),
  )
  const statuses = needed.map(async ({ sid }) => [sid, await ask(gateway.listCampaignStatuses(sid))] as const)
  return new Map(await Promise.all(statuses))
}

function campaignFinding(service: string, statuses: readonly string[] | null | undefined): DiagnosticsFinding {
  if (!statuses) return findings.untold()
  const [status] = statuses
  switch (status) {
    case undefined:
      return findings.noCampaign(service)
    case 'VERIFIED':
      return findings.campaign(service)
    case 'PENDING':
    case 'IN_PROGRESS':
      return findings.campaignPending(service)
    case 'FAILED':
      return findings.campaignRejected(service)
    case 'SUSPENDED':
      return findings.campaignSuspended(service)
    default:
      return findings.unknownStatus(status)
  }
}

function tollFreeFinding(sid: string, verifications: readonly TollFreeVerification[] | null): DiagnosticsFinding {
  if (!verifications) return findings.untold()
  const own = verifications.filter(({ numberSid }) => numberSid === sid)
  // An earlier rejection may be in the list with the one that followed.
  const verification = own.find(({ status }) => status === 'TWILIO_APPROVED') ?? own[0]
  switch (verification?.status) {
    case undefined:
      return findings.tollFreeMissing()
    case 'TWILIO_APPROVED':
      return findings.tollFree()
    case 'PENDING_REVIEW':
    case 'IN_REVIEW':
      return findings.tollFreePending()
    case 'TWILIO_REJECTED':
      return findings.tollFreeRejected(verification?.rejectionReason ?? '')
    default:
      return findings.unknownStatus(verification?.status ?? '')
  }
}
