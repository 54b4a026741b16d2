import type { Client } from '@partyline/driver'
import type { Harness } from '../../../tests/harness.ts'
import { personOf } from '../../../tests/person.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'

/** An id that nothing has. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** The settings of a number as Twilio itself keeps them. */
type SettingsAtTwilio = { sms_url: string; sms_method: string; sms_application_sid: string | null }

/** A tenant with its Admin, a second tenant, and the Twilio account between them. */
export type AdminArea = {
  harness: Harness
  dana: Client
  /** Another organization's Admin. */
  stranger: Client
  account: { accountSid: string; authToken: string }
  /** The numbers of the account: Front desk, Billing, After hours, and Spare line. */
  numbers: [string, string, string, string]
  /** A colleague, as added by an Admin. */
  omar: { userId: string; name: string; role: 'User' }
  /** Dana stores the account. */
  configure(): ReturnType<typeof configure>
  /** Reads, or changes, a number behind the app's back. */
  atTwilio(phoneNumber: string, change?: Record<string, string>): Promise<SettingsAtTwilio>
  /** A Messaging Service of the account that has taken a number. */
  newService(name: string, phoneNumber: string): Promise<{ change(settings: Record<string, string>): Promise<unknown> }>
  /** Our id of one of the account's numbers. */
  idOf(phoneNumber: string): Promise<string>
  close(): Promise<void>
}

export async function openAdminArea(): Promise<AdminArea> {
  const harness = await shareHarness()
  const { directories, twilio } = harness.sandbox.world
  const account = { accountSid: twilio.accountSid, authToken: twilio.authToken }
  const dana = await harness.signIn('dana@lakeside.example')
  return {
    harness,
    dana,
    stranger: await harness.signIn(directories[1]?.people[0]?.login ?? ''),
    account,
    numbers: twilio.numbers.map(({ phoneNumber }) => phoneNumber) as AdminArea['numbers'],
    omar: { userId: personOf(harness, 'omar@lakeside.example').id, name: 'Omar Haddad', role: 'User' },
    configure: () => configure(dana, account),
    async atTwilio(phoneNumber, change) {
      const sid = twilio.numbers.find((number) => number.phoneNumber === phoneNumber)?.sid
      const path = `/2010-04-01/Accounts/${account.accountSid}/IncomingPhoneNumbers/${sid}.json`
      const answer = await fetch(harness.sandbox.url + path, {
        method: change ? 'POST' : 'GET',
        headers: { authorization: `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}` },
        ...(change && { body: new URLSearchParams(change) }),
      })
      return (await answer.json()) as SettingsAtTwilio
    },
    async newService(name, phoneNumber) {
      const ask = async (method: string, path: string, form?: Record<string, string>) => {
        const answer = await fetch(`${harness.sandbox.url}/v1/Services${path}`, {
          method,
          headers: { authorization: `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}` },
          ...(form && { body: new URLSearchParams(form) }),
        })
        if (!answer.ok) throw new Error(await answer.text())
        return answer
      }
      const post = async (path: string, form: Record<string, string>) =>
        (await (await ask('POST', path, form)).json()) as { sid: string }
      const number = twilio.numbers.find((one) => one.phoneNumber === phoneNumber)
      // A number is in one service only.
      const { services } = (await (await ask('GET', '')).json()) as { services: { sid: string }[] }
      await ask('DELETE', `/${services[0]?.sid}/PhoneNumbers/${number?.sid}`)
      const { sid } = await post('', { FriendlyName: name })
      await post(`/${sid}/PhoneNumbers`, { PhoneNumberSid: number?.sid ?? '' })
      return { change: (settings) => post(`/${sid}`, settings) }
    },
    async idOf(phoneNumber) {
      const { twilioNumbers } = await dana.get('settings.tenant')
      return twilioNumbers.find(({ number }) => number === phoneNumber)?.id ?? ''
    },
    close: () => harness.close(),
  }
}

function configure(admin: Client, body: AdminArea['account']) {
  return admin.get('settings.updateTwilioAccount', { body })
}
