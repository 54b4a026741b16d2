import { setTimeout as wait } from 'node:timers/promises'
import { PAGE } from '@partyline/contract'
import type { Client } from '@partyline/driver'

/** Makes a call, given how often it was made before. */
type Call = (client: Client, count: number) => Promise<unknown>

const HOUR = 3_600_000
/** Rows that one part of an import has. */
const IMPORTED = 500
/** In every 97th message. */
const PHRASE = '"about the appointment"'

const dayBefore = (days: number) => new Date(Date.now() - days * 24 * HOUR).toISOString().slice(0, 10)

/** The calls of a tenant whose cost could grow with it, by name. The first chats of the list are the newest. */
export async function callsOf(
  client: Client,
  renewTokens: () => Promise<void>,
): Promise<ReadonlyMap<string, () => Promise<unknown>>> {
  const chats = await client.get('chats.search', { body: { mode: 'my' } })
  const [first] = chats
  if (!first?.lastMessage) throw new Error('The tenant has no chats with messages.')
  const params = { chatId: first.id }
  const newest = Date.parse(first.lastMessage.sentOn)
  const range = { from: new Date(newest - 2 * HOUR).toISOString(), to: new Date(newest - HOUR).toISOString() }
  const search = (body: object) => client.get('messages.search', { body })
  const [contact] = await client.get('numbers.search', { body: { type: 'Mobile', limit: 1 } })
  const digits = contact?.number.slice(-7) ?? ''
  const part = contact?.name.slice(1, 5) ?? ''
  const [person] = await client.get('contacts.search', { body: { limit: 1 } })
  const ofContact = { contactId: person?.id ?? '' }

  let contactImport: { id: string } | null = null
  const year = { from: dayBefore(365), to: dayBefore(0) }
  while ((await client.get('reports.get', { query: year })).daysMissing > 0) {
    await wait(1_000)
    await renewTokens()
  }

  const calls: Record<string, Call> = {
    'users.me': () => client.get('users.me'),
    'chats.search, my': () => client.get('chats.search', { body: { mode: 'my' } }),
    'chats.search, all': () => client.get('chats.search', { body: { mode: 'all' } }),
    'chats.search, a name': () => client.get('chats.search', { body: { term: 'family 77', searchIn: 'names' } }),
    'chats.unreadTotal': () => client.get('chats.unreadTotal'),
    'chats.get': () => client.get('chats.get', { params }),
    'messages.list': () => client.get('messages.list', { params }),
    'chats.export': () => client.call('chats.export', { params, query: { format: 'json' } }),
    'messages.unread': () => client.get('messages.unread'),
    'messages.search, a word': () => search({ term: 'thanks' }),
    'messages.search, a rare word': () => search({ term: 'zebrafish' }),
    'messages.search, a phrase': () => search({ term: PHRASE }),
    'messages.search, a range': () => search({ term: 'thanks', ...range }),
    'numbers.mobile': () => client.get('numbers.mobile'),
    'numbers.search': () => client.get('numbers.search', { body: {} }),
    'numbers.search, digits': () => client.get('numbers.search', { body: { term: digits } }),
    'contacts.search': () => client.get('contacts.search', { body: {} }),
    'contacts.search, by last text': () => {
      const sort = { by: 'lastText', descending: true } as const
      return client.get('contacts.search', { body: { sort } })
    },
    'contacts.search, by creation': () => client.get('contacts.search', { body: { sort: { by: 'created' } } }),
    'contacts.search, digits': () => client.get('contacts.search', { body: { term: digits } }),
    'contacts.search, a part of a name': () => client.get('contacts.search', { body: { term: part } }),
    // The smaller organization has a little more of each: pages are of one size.
    'contacts.search, a company': () => client.get('contacts.search', { body: { term: 'company 7', limit: 100 } }),
    'contacts.search, an email': () => client.get('contacts.search', { body: { term: 'person77@example.com' } }),
    'contacts.search, a tag': () =>
      client.get('contacts.search', { body: { filters: { tags: ['Insured'] }, limit: 100 } }),
    'contacts.search, never texted': () => client.get('contacts.search', { body: { filters: { texted: false } } }),
    'contacts.search, consent in writing': () =>
      client.get('contacts.search', { body: { filters: { consented: true }, limit: 100 } }),
    'contacts.search, opted out': () =>
      client.get('contacts.search', { body: { filters: { optedOut: true }, limit: 10 } }),
    'contacts.count': () => client.get('contacts.count', { body: {} }),
    'contacts.export, a part': () => client.get('contacts.export', { body: { of: { matching: {} } } }),
    'contacts.get': () => client.get('contacts.get', { params: ofContact }),
    'contactImports.preview': () => {
      const rows = [{ row: 2, phones: [contact?.number ?? ''], emails: ['nobody@example.com'] }]
      return client.get('contactImports.preview', { body: { duplicates: 'skip', rows } })
    },
    'contactImports.add, 500 rows': async (_, part) => {
      contactImport ??= await client.get('contactImports.start', {
        body: { fileName: 'people.csv', duplicates: 'skip', total: 1_000_000 },
      })
      const rows = Array.from({ length: IMPORTED }, (_row, at) => {
        const place = (part - 1) * IMPORTED + at
        return { row: place + 2, name: `Person ${place}`, phones: [`+1${2_142_000_000 + place}`], tags: ['Imported'] }
      })
      return client.get('contactImports.add', { params: { contactImportId: contactImport.id }, body: { part, rows } })
    },
    'contactImports.undo, 500 rows': () =>
      client.get('contactImports.undo', { params: { contactImportId: contactImport?.id ?? '' } }),
    'contacts.history': () => client.get('contacts.history', { params: ofContact }),
    'contacts.consent': () => client.get('contacts.consent', { params: ofContact }),
    'contacts.tags': () => client.get('contacts.tags'),
    'contacts.ofChat': () => client.get('contacts.ofChat', { params }),
    'settings.tenant': () => client.get('settings.tenant'),
    'settings.state': () => client.get('settings.state'),
    'reports.get, a year': () => client.get('reports.get', { query: year }),
    'retention.preview': () =>
      client.get('retention.preview', { params: { numberId: first.numberId }, query: { days: 30 } }),
    'settings.audit': () => client.get('settings.audit'),
    'chats.viewChat': (_, count) => {
      const { id: chatId } = chats[count % chats.length] ?? first
      return client.get('chats.viewChat', { params: { chatId } })
    },
    'contacts.merge': async (_, count) => {
      const add = (place: number) => {
        const body = { name: `Twin ${count}`, phones: [{ number: `+120255${place}${String(1000 + count)}` }] }
        return client.get('contacts.create', { body })
      }
      const [kept, { id: mergedId }] = [await add(7), await add(8)]
      return client.get('contacts.merge', { params: { contactId: kept.id }, body: { mergedId } })
    },
    'contacts.erase': async (_, count) => {
      const body = { name: `Gone ${count}`, phones: [{ number: `+1202556${String(1000 + count)}` }] }
      const { id: contactId } = await client.get('contacts.create', { body })
      return client.get('contacts.erase', { params: { contactId }, body: {} })
    },
    'numbers.addMobile': (_, count) => {
      const number = `+1202555${String(1000 + count)}`
      return client.get('numbers.addMobile', { body: { number, name: `New ${count}` } })
    },
  }
  return counted(client, calls)
}

/** The calls of webhooks, of which the tenant has one that works, and a second one. */
export async function hookCallsOf(client: Client): Promise<ReadonlyMap<string, () => Promise<unknown>>> {
  const [working] = await client.get('hooks.list')
  const params = { hookId: working?.id ?? '' }
  const events = await client.get('hooks.events', { params, query: { limit: PAGE.maxHookEvents } })
  const before = events.at(-1)?.id ?? ''
  return counted(client, {
    'hooks.list': () => client.get('hooks.list'),
    'hooks.events': () => client.get('hooks.events', { params }),
    'hooks.events, an older page': () => client.get('hooks.events', { params, query: { before } }),
    'hooks.replay': (_, count) =>
      client.get('hooks.replay', { params: { ...params, hookEventId: events[count]?.id ?? '' } }),
    'hooks.replayAll, nothing to send': () =>
      client.get('hooks.replayAll', { params, body: { since: `${dayBefore(30)}T00:00:00.000Z` } }),
  })
}

const counted = (client: Client, calls: Readonly<Record<string, Call>>) =>
  new Map(
    Object.entries(calls).map(([name, call]) => {
      let count = 0
      return [
        name,
        () => {
          count += 1
          return call(client, count)
        },
      ]
    }),
  )
