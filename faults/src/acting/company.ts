import { HOOK_KINDS, WEEKDAYS } from '@partyline/contract'
import type { ChatId, HookId, HookKind, MemberId, NumberId, TenantId } from '@partyline/contract'
import { PHONES, TENANTS } from '../plan/cast.ts'
import type { ChatRole, TenantRole } from '../plan/cast.ts'
import { createPerson } from './person.ts'
import type { Person } from './person.ts'
import type { World } from '../world/world.ts'

/** A tenant of the cast that is set up. */
export type Company = {
  readonly tenantId: TenantId
  readonly admin: Person
  readonly people: readonly Person[]
  readonly chats: readonly ChatId[]
  /** The fields of chats that are not created yet. */
  readonly laterChats: object[]
  /** The tenant's lines, in E.164. */
  readonly numbers: readonly string[]
  /** The line that is always closed and replies by itself. */
  readonly closedNumber: string
  readonly blockedPhone: string
  readonly hookId: HookId
}

const CLOSED_WEEK = Object.fromEntries(WEEKDAYS.map((day) => [day, []]))

/** Signs everyone in and sets up lines, contacts, chats, and a webhook, all through the API. */
export async function openCompanies(world: World): Promise<Company[]> {
  const companies: Company[] = []
  for (const role of TENANTS) companies.push(await openCompany(world, role))
  return companies
}

async function openCompany({ sandbox, server, endpoint }: World, role: TenantRole): Promise<Company> {
  const directory = sandbox.world.directories[role.directory]
  const people = role.people.map((login) => createPerson(server.url, login))
  const [admin] = people
  if (!directory || !admin) throw new Error(`The sandbox has no directory ${role.directory}.`)

  const { accountSid, authToken, numbers: accountNumbers } = sandbox.world.twilio
  const numbers = role.numbers.map((place) => accountNumbers[place]?.phoneNumber ?? '')
  const { twilioNumbers } = await admin.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const numberIds = new Map<string, NumberId>(twilioNumbers.map(({ number, id }) => [number, id]))
  for (const number of numbers) {
    const params = { numberId: numberIds.get(number) ?? '' }
    await admin.get('settings.updateTwilioNumber', { params, body: { useNumber: true } })
  }
  const closedNumber = accountNumbers[role.closed]?.phoneNumber ?? ''
  await admin.get('settings.updateHours', {
    params: { numberId: numberIds.get(closedNumber) ?? '' },
    body: { hours: { timeZone: 'UTC', week: CLOSED_WEEK, holidays: [] }, awayReply: `${closedNumber} is closed.` },
  })
  for (const { id, name } of directory.people.filter(({ login }) => role.people.slice(1).includes(login))) {
    await admin.get('settings.addUser', { body: { userId: id, role: 'User', name } })
  }
  const { tenantId } = directory
  const events = Object.keys(HOOK_KINDS) as Exclude<HookKind, 'webhook.test'>[]
  const { hook, secret } = await admin.get('hooks.create', { body: { url: endpoint.urlOf(tenantId), events } })
  endpoint.trust(tenantId, secret)

  const team: MemberId[] = []
  for (const person of people) team.push((await person.get('users.me')).id as string as MemberId)

  const contacts = await addContacts(admin, role)
  const bodyOf = ({ number, phones }: ChatRole) => {
    const numberId = numberIds.get(accountNumbers[number]?.phoneNumber ?? '')
    const memberIds = [...team, ...phones.map((phone) => contacts.get(phone))]
    const name = `${phones.length === 1 ? 'Phone' : 'Phones'} ${phones.join(', ')} on ${number}`
    return { numberId, name, memberIds }
  }
  const chats: ChatId[] = []
  for (const chat of role.chats) chats.push((await admin.get('chats.create', { body: bodyOf(chat) })).id)
  const laterChats = role.laterChats.map(bodyOf)
  const blockedPhone = PHONES[role.blocked] ?? ''
  return {
    tenantId: tenantId as TenantId,
    admin,
    people,
    chats,
    laterChats,
    numbers,
    closedNumber,
    blockedPhone,
    hookId: hook.id,
  }
}

/** Indexes in `PHONES`. */
async function addContacts(admin: Person, { chats, blocked }: TenantRole): Promise<Map<number, NumberId>> {
  const contacts = new Map<number, NumberId>()
  for (const phone of new Set([...chats.flatMap(({ phones }) => phones), blocked])) {
    const body = { name: `Phone ${phone}`, number: PHONES[phone] }
    const [added] = await admin.get('numbers.addMobile', { body })
    if (added) contacts.set(phone, added.id)
  }
  const params = { numberId: contacts.get(blocked) ?? '' }
  await admin.get('settings.updateMobileNumber', { params, body: { name: `Phone ${blocked}`, disabled: true } })
  return contacts
}
