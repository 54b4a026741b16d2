import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { AccountNumber as OurNumber } from '@partyline/contract'
import type { AccountGateway } from '../twilio/index.ts'
import type { AskTwilio } from './ask-twilio.ts'
import { check } from './check.ts'
import type { Check } from './check.ts'
import { findRegistrations } from './registration-findings.ts'

const { accountType, numberRegistration } = DIAGNOSTICS_FINDINGS

type Parts = {
  gateway: AccountGateway
  ask: AskTwilio
  numbers: readonly OurNumber[]
  /** How the check of the countries ended. */
  countries: Check
}

/** Whether the account's numbers may text, in use or not. */
export async function checkSending({ gateway, ask, numbers, countries }: Parts): Promise<Check[]> {
  const [account, held, services] = await Promise.all([
    ask(gateway.fetchAccount()),
    ask(gateway.listNumbers()),
    ask(gateway.listMessagingServices()),
  ])
  const ours = (held ?? []).filter(({ phoneNumber }) => numbers.some(({ number }) => number === phoneNumber))
  const registrations = await findRegistrations({ ask, gateway, numbers: ours, services })
  const typeFinding = account?.isTrial ? accountType.trial() : accountType.full()
  return [
    check('accountType', account ? typeFinding : accountType.unseen()),
    countries,
    ...numbers.map((number) => {
      const sid = ours.find(({ phoneNumber }) => phoneNumber === number.number)?.sid ?? ''
      return check('numberRegistration', registrations.get(sid) ?? numberRegistration.untold(), number)
    }),
  ]
}
