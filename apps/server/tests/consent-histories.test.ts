// HISTORIES=1000 npm run unit -- consent-histories: tries more.
import type { Chat, Contact } from '@partyline/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { phoneOf } from './phone.ts'
import { shareHarness } from './shared-harness.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'
import { until } from './until.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 12)
const PHONES = 3

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

const phone = fc.nat(PHONES - 1)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('STOP' as const, 'START' as const), phone }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('optOut' as const, 'undo' as const), phone }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('import' as const, 'erase' as const), phone }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('importOptOut' as const), phone }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('merge' as const), phone, other: phone }) },
)

let histories = 0

test(
  'no text goes to a phone that refused, through any history of STOP, START, opt-outs, imports, merges, and erasures',
  { timeout: 90_000 + 10_000 * HISTORIES },
  async () => {
    const { dana } = clinic
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        histories += 1
        const numbers = Array.from(
          { length: PHONES },
          (_, at) => `+1${String(2_146_000_000 + PHONES * histories + at)}`,
        )
        /** Who refused: by themselves, or through a person. */
        const model = numbers.map(() => ({ stopped: false, optedOut: false }))
        for (const number of numbers) await written(number, 'Hello')
        for (const one of steps) {
          const [number, state] = [numbers[one.phone]!, model[one.phone]!]
          if (one.what === 'STOP') {
            await written(number, 'STOP')
            state.stopped = true
          } else if (one.what === 'START') {
            await written(number, 'START')
            Object.assign(state, { stopped: false, optedOut: false })
          } else if (one.what === 'import') await imported(number, 'granted')
          else if (one.what === 'importOptOut') {
            await imported(number, 'revoked')
            state.optedOut = true
          } else if (one.what === 'erase') await erased(number)
          else if (one.what === 'merge') await merged(number, numbers[one.other]!)
          else if (await chatOf(number)) {
            // A refusal by the phone itself is all that counts, as long as it lasts.
            if (!state.stopped) state.optedOut = one.what === 'optOut'
            await byHand(one.what, number)
          }
        }
        for (const [at, number] of numbers.entries()) {
          const { stopped, optedOut } = model[at]!
          const posts = texting.postsTo(number)
          // Someone whose contact was erased writes again.
          if (!(await chatOf(number))) await written(number, 'Hello again')
          const chat = (await chatOf(number))!
          expect(memberOf(chat, number)?.optedOut).toBe(stopped || optedOut)
          const answer = await dana.call('messages.send', {
            params: { chatId: chat.id },
            form: formOf('Your visit is tomorrow.'),
          })
          expect(answer.status).toBe(200)
          const deliveries = await texting.settled(chat, answer.data)
          expect(deliveries.map(({ status }) => status === 'skipped')).toEqual([stopped || optedOut])
          expect(texting.postsTo(number) - posts).toBe(stopped || optedOut ? 0 : 1)
        }
      }),
      { numRuns: HISTORIES },
    )
  },
)

const memberOf = ({ members }: Pick<Chat, 'members'>, number: string) =>
  members.find((member) => member.number === number && member.deletedOn === null)

/** The open chat with a phone. */
async function chatOf(number: string) {
  const found = await clinic.dana.get('chats.search', { body: { mode: 'all', term: number } })
  return found.find((chat) => memberOf(chat, number))
}

/** Texts from a phone, and waits until the text is in its chat. */
async function written(number: string, text: string) {
  const before = await chatOf(number)
  await phoneOf(harness.sandbox, number).send(texting.frontDesk, text)
  await until(async () => ((await chatOf(number))?.messageCount ?? 0) > (before?.messageCount ?? 0))
}

async function contactOf(number: string): Promise<Pick<Contact, 'id'> | undefined> {
  return (await clinic.dana.get('contacts.search', { body: { term: number } }))[0]
}

async function byHand(what: 'optOut' | 'undo', number: string) {
  const chat = (await chatOf(number))!
  const params = { chatId: chat.id, memberId: memberOf(chat, number)!.id }
  // Neither can be done twice, nor undone where the phone did it.
  await clinic.omar.call(what === 'optOut' ? 'optOuts.add' : 'optOuts.undo', { params })
}

async function imported(number: string, state: 'granted' | 'revoked') {
  const consent = { state, lineIds: [clinic.numbers[0].id], statement: 'From the booking system.' }
  const body = { fileName: 'people.csv', duplicates: 'overwrite' as const, total: 1, consent }
  const { id: contactImportId } = await clinic.dana.get('contactImports.start', { body })
  const row = { row: 2, name: `Person ${number}`, phones: [number] }
  await clinic.dana.get('contactImports.add', { params: { contactImportId }, body: { part: 1, rows: [row] } })
  await clinic.dana.get('contactImports.finish', { params: { contactImportId } })
}

async function merged(number: string, other: string) {
  const [kept, gone] = [await contactOf(number), await contactOf(other)]
  if (!kept || !gone || kept.id === gone.id) return
  await clinic.dana.get('contacts.merge', { params: { contactId: kept.id }, body: { mergedId: gone.id } })
}

async function erased(number: string) {
  const contact = await contactOf(number)
  if (!contact) return
  const params = { contactId: contact.id }
  // Refused while a text is on its way.
  await until(
    async () => (await clinic.dana.call('contacts.erase', { params, body: { messages: false } })).status === 200,
  )
}
