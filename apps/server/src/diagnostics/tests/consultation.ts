import type { DiagnosticsCheck, DiagnosticsCheckId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import twilio from 'twilio'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'

/** A tenant at work that asks Diagnostics, and its account as its owner sees it at Twilio. */
export type Consultation = {
  harness: Harness
  clinic: Clinic
  /** The current result of a check; for checks of numbers, that of the clinic's first one. */
  ask(id: DiagnosticsCheckId, by?: Client): Promise<DiagnosticsCheck>
  /** The first number, changed in the Twilio Console. */
  atTwilio: ReturnType<typeof numberAtTwilio>
  /** Twilio's own client. */
  console: twilio.Twilio
  /** Presses the button of a fix that uses the first number again. */
  useAgain(): Promise<unknown>
}

export async function openConsultation(own?: Harness): Promise<Consultation> {
  const harness = own ?? (await shareHarness())
  const clinic = await openClinic(harness)
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const client = twilio(accountSid, authToken)
  client.api.baseUrl = harness.sandbox.url
  client.messaging.baseUrl = harness.sandbox.url
  const [first] = clinic.numbers
  return {
    harness,
    clinic,
    async ask(id, by = clinic.dana) {
      const { checks } = await by.get('diagnostics.run')
      const found = checks.find((check) => check.id === id && (!check.number || check.number.id === first.id))
      if (!found) throw new Error(`There is no ${id} among ${checks.map((check) => check.id).join(', ')}.`)
      return found
    },
    atTwilio: numberAtTwilio(harness, client, first.number),
    console: client,
    useAgain: () =>
      clinic.dana.get('settings.updateTwilioNumber', {
        params: { numberId: first.id },
        body: { useNumber: true, force: true },
      }),
  }
}

function numberAtTwilio({ sandbox }: Harness, client: twilio.Twilio, phoneNumber: string) {
  const sid = sandbox.world.twilio.numbers.find((number) => number.phoneNumber === phoneNumber)?.sid ?? ''
  return Object.assign(client.incomingPhoneNumbers(sid), { sid })
}
