// Access control: every call of the contract by every kind of caller.
import { randomUUID } from 'node:crypto'
import { routes } from '@partyline/contract'
import type { Access, CallName } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyFor, nowhere, paramsOf } from './call-inputs.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'
import { until } from './until.ts'

const PEOPLE = ['nobody', 'a User', 'an Admin', 'a disabled person', 'an Admin of another tenant'] as const
type Who = (typeof PEOPLE)[number]

/** It is last because it ends the caller’s session. */
const LAST: CallName = 'sessions.endAll'
const names = [...(Object.keys(routes) as CallName[]).filter((name) => name !== LAST), LAST]

let harness: Harness
let clinic: Clinic
let people: Record<Who, Client>
let phones = 0

beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  const { dana, omar, mei, stranger } = clinic
  const change = (userId: string, body: object) => dana.get('settings.updateUser', { params: { userId }, body })
  const {
    id: userId,
    name,
    login,
  } = harness.sandbox.world.directories[0]?.people.at(-1) ?? { id: '', name: '', login: '' }
  await dana.get('settings.addUser', { body: { userId, name, role: 'User' } })
  const ruth = await harness.signIn(login)
  await change(userId, { name, role: 'User', disabled: true })
  await change(mei.id, { name: 'Mei', role: 'Admin' })
  people = {
    nobody: harness.anonymous,
    'a User': omar,
    'an Admin': await harness.signIn('mei@lakeside.example'),
    'a disabled person': ruth,
    'an Admin of another tenant': stranger,
  }
})
afterAll(() => harness.close())

/** Passed access control, regardless of the call’s own result. */
const PASSED = 'passed'
type Outcome = 401 | 403 | 404 | typeof PASSED

function outcomeOf(status: number): number | typeof PASSED {
  return [401, 403, 404].includes(status) || status >= 500 ? status : PASSED
}

/** The outcome according to the contract. */
function expected(name: CallName, who: Who): Outcome {
  const { access }: { access: Access } = routes[name]
  // Twilio’s media links contain their own token, which these callers lack.
  if (access === 'anonymous') return name === 'media.getForTwilio' ? 404 : PASSED
  if (access === 'twilio') return 403
  if (access === 'marketplace' || who === 'nobody' || who === 'a disabled person') return 401
  if (access === 'admin' && who === 'a User') return 403
  return who === 'an Admin of another tenant' && paramsOf(name).length > 0 ? 404 : PASSED
}

/** IDs of the clinic for the parameters of a path. Created for each call, because many calls delete their object. */
async function ofTheClinic(name: CallName, who: Who): Promise<Record<string, string>> {
  const { dana, omar, mei, numbers } = clinic
  const params = paramsOf(name)
  const has = (param: string) => params.includes(param)
  const isInChat = has('chatId') || has('fileId')
  const isOfContact = name.includes('Mobile') || isInChat
  const contact = isOfContact ? await clinic.contact('Marta', `+1202556${1_000 + (phones += 1)}`) : null
  const chat =
    contact && isInChat
      ? await clinic.chat('Marta', [dana.id, omar.id, mei.id, contact.memberId], {
          message: 'Good morning',
          ...(has('fileId') && { media: [{ fileName: 'a.csv', contentType: 'text/csv', base64: 'YQ==' }] }),
        })
      : null
  const all: Record<string, string | undefined> = {
    chatId: chat?.id,
    messageId: chat?.messages[0]?.id,
    fileId: chat?.messages[0]?.media[0]?.id,
    memberId: contact?.memberId,
    numberId: contact?.id ?? numbers[0].id,
    userId: omar.id,
    contactId: has('contactId') ? (await dana.get('contacts.create', { body: { name: 'Marta' } })).id : undefined,
    contactViewId: has('contactViewId') ? await viewOf(who) : undefined,
    contactImportId: has('contactImportId') ? await importOf(who) : undefined,
    noteId: has('noteId') ? await noteIn(chat?.id ?? '', who) : undefined,
    snippetId: has('snippetId') ? await sharedSnippet() : undefined,
    sessionId: has('sessionId') ? await sessionOf(who === 'a User' ? 'omar' : 'mei') : undefined,
    ...(has('hookId') && (await hookWithEvent())),
    archiveId: has('archiveId') ? await newArchive() : undefined,
    part: '1',
    keyId: has('keyId') ? await newKey() : undefined,
    legalHoldId: has('legalHoldId') ? await newHold() : undefined,
    deviceId: has('deviceId') ? await deviceOf(who) : undefined,
    provider: 'azure-ad',
  }
  return Object.fromEntries(params.map((param) => [param, all[param] ?? randomUUID()]))
}

/** Written by the caller, or by someone else of the clinic. */
async function noteIn(chatId: string, who: Who): Promise<string> {
  const author = who === 'a User' || who === 'an Admin' ? people[who] : clinic.dana
  return (await author.get('notes.add', { params: { chatId }, body: { text: 'He prefers mornings.' } })).id
}

/** With an event in its log, which was not delivered. */
async function hookWithEvent(): Promise<{ hookId: string; hookEventId: string }> {
  for (const { id } of await clinic.dana.get('hooks.list')) {
    await clinic.dana.get('hooks.delete', { params: { hookId: id } })
  }
  const body = { url: 'http://127.0.0.1:1/', events: ['chat.done' as const] }
  const { hook } = await clinic.dana.get('hooks.create', { body })
  const event = await clinic.dana.get('hooks.test', { params: { hookId: hook.id } })
  return { hookId: hook.id, hookEventId: event.id }
}

/** One that is ready. */
async function newArchive(): Promise<string> {
  for (const { id } of await clinic.dana.get('archives.list')) {
    await clinic.dana.get('archives.delete', { params: { archiveId: id } })
  }
  const { id } = await clinic.dana.get('archives.start', { body: {} })
  await until(async () => (await clinic.dana.get('archives.list')).every(({ state }) => state === 'ready'))
  return id
}

async function newKey(): Promise<string> {
  for (const { id } of await clinic.dana.get('keys.list')) {
    await clinic.dana.get('keys.revoke', { params: { keyId: id } })
  }
  return (await clinic.dana.get('keys.create', { body: { name: 'Bookings', scopes: ['read'] } })).key.id
}

async function newHold(): Promise<string> {
  const { id: chatId } = await clinic.chat('Case', [clinic.dana.id])
  return (await clinic.dana.get('legalHolds.place', { body: { chatId } })).id
}

async function sharedSnippet(): Promise<string> {
  const body = { name: 'Hours', text: 'We are open from 9 to 5.', shared: true }
  return (await clinic.dana.get('snippets.create', { body })).id
}

/** A view of the caller, or of someone else at the clinic. */
async function viewOf(who: Who): Promise<string> {
  const owner = who === 'a User' || who === 'an Admin' ? people[who] : clinic.dana
  return (await owner.get('contactViews.create', { body: { name: 'New patients' } })).id
}

/** An import of the caller, or of someone else at the clinic. */
async function importOf(who: Who): Promise<string> {
  const owner = who === 'a User' || who === 'an Admin' ? people[who] : clinic.dana
  const body = { fileName: 'patients.csv', duplicates: 'skip', total: 1 } as const
  return (await owner.get('contactImports.start', { body })).id
}

/** The ID of another session of this user. */
async function sessionOf(person: string): Promise<string | undefined> {
  const elsewhere = await harness.signIn(`${person}@lakeside.example`)
  return (await elsewhere.get('sessions.list')).find(({ current }) => current)?.id
}

/** A device of the caller, or of someone else at the clinic. */
async function deviceOf(who: Who): Promise<string> {
  const owner = who === 'a User' || who === 'an Admin' ? people[who] : clinic.dana
  return (await owner.get('push.add', { body: harness.sandbox.push.subscribe() })).id
}

/** Works for calls that return a page or a file too. */
async function ask(name: CallName, who: Who, params: Record<string, string>) {
  const { method, path } = routes[name]
  const { accessToken } = people[who]
  const input = bodyFor(name)
  const response = await fetch(harness.url + path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? ''), {
    method,
    redirect: 'manual',
    headers: {
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      ...('body' in input && { 'content-type': 'application/json' }),
    },
    ...('form' in input && { body: input.form }),
    ...('body' in input && { body: JSON.stringify(input.body) }),
  })
  return { outcome: outcomeOf(response.status), text: await response.text() }
}

describe.each(PEOPLE)('%s', (who) => {
  test.each(names.map((name) => [name, expected(name, who)] as const))('%s: %s', async (name, outcome) => {
    const answer = await ask(name, who, await ofTheClinic(name, who))
    expect(answer).toMatchObject({ outcome })
  })
})

describe('IDs of another tenant are answered like nonexistent ones:', () => {
  const STRANGER = 'an Admin of another tenant'
  const naming = names.filter((name) => routes[name].access !== 'anonymous' && expected(name, STRANGER) === 404)
  beforeAll(async () => {
    people[STRANGER] = await harness.signIn(harness.sandbox.world.directories[1]?.people[0]?.login ?? '')
  })

  test.each(naming)('%s', async (name) => {
    const bodyOf = async (params: Record<string, string>) => {
      const { text } = await ask(name, STRANGER, params)
      return { ...(JSON.parse(text) as object), requestId: '' }
    }
    const missing = await bodyOf(nowhere(name).params)
    expect(await bodyOf(await ofTheClinic(name, STRANGER))).toEqual(missing)
    expect(missing).toMatchObject({ error: 'not-found' })
  })
})
