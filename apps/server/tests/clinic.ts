import type { Chat, MemberId, NumberId, PhoneNumber, TwilioNumber } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import type { Harness } from './harness.ts'

/** A tenant at work: an Admin, two Users, and two Twilio numbers in use. Somebody of another tenant looks on. */
export type Clinic = {
  dana: Client & { id: MemberId }
  omar: Client & { id: MemberId }
  mei: Client & { id: MemberId }
  stranger: Client
  /** The first two numbers, by name. */
  numbers: [TwilioNumber, TwilioNumber]
  /** A new contact. */
  contact: (name: string, number: string) => Promise<PhoneNumber & { memberId: MemberId }>
  /** A chat by Dana, on the first number where none is named. */
  chat: (
    name: string,
    memberIds: readonly MemberId[],
    more?: { numberId?: NumberId; message?: string },
  ) => Promise<Chat>
}

export async function openClinic(harness: Pick<Harness, 'sandbox' | 'signIn'>): Promise<Clinic> {
  const dana = await harness.signIn('dana@lakeside.example')
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const tenant = await dana.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  for (const { id } of tenant.twilioNumbers.slice(0, 2)) {
    await dana.get('settings.updateTwilioNumber', { params: { numberId: id }, body: { useNumber: true } })
  }
  const numbers = (await dana.get('numbers.twilio')) as [TwilioNumber, TwilioNumber]
  const lakeside = harness.sandbox.world.directories[0]?.people ?? []
  for (const person of lakeside.filter(({ role }) => role === 'User')) {
    await dana.get('settings.addUser', { body: { userId: person.id, role: 'User', name: person.name } })
  }
  const join = async (login: string, client?: Client) => {
    const signedIn = client ?? (await harness.signIn(login))
    return { ...signedIn, id: (await signedIn.get('users.me')).id as string as MemberId }
  }
  const clinic: Clinic = {
    dana: await join('dana@lakeside.example', dana),
    omar: await join('omar@lakeside.example'),
    mei: await join('mei@lakeside.example'),
    stranger: await harness.signIn(harness.sandbox.world.directories[1]?.people[0]?.login ?? ''),
    numbers,
    async contact(name, number) {
      const [added] = await clinic.dana.get('numbers.addMobile', { body: { name, number } })
      if (!added) throw new Error(`${name} was not added.`)
      return { ...added, memberId: added.id as string as MemberId }
    },
    chat: (name, memberIds, more) =>
      clinic.dana.get('chats.create', { body: { numberId: numbers[0].id, name, memberIds, ...more } }),
  }
  return clinic
}
