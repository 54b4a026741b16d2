import { actorWithoutUser, AUDIT_FIELDS, AUDIT_KINDS } from '@partyline/contract'
import type { AuditEntry } from '@partyline/contract'
import { listEntries } from '../audit/index.ts'
import type { ConsentLists } from '../consent/index.ts'
import type { ContactLists } from '../contacts/index.ts'
import type { Media } from '../media/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { writePage, writeTime } from '../platform/index.ts'
import type { Database, TablePage } from '../platform/index.ts'
import type { Snippets } from '../snippets/index.ts'
import type { Tenant } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import { AUDIT_HEAD } from './archive-texts.ts'
import { numbered } from './part-writer.ts'
import type { Part, Section } from './part-writer.ts'

const AUDIT_PAGE = 1_000

export type RecordParts = {
  database: Database
  users: Pick<Users, 'list'>
  numbers: Pick<Numbers, 'listTwilio' | 'contactTable'>
  snippets: Pick<Snippets, 'listShared'>
  contactLists: Pick<ContactLists, 'table'>
  consentLists: Pick<ConsentLists, 'table'>
  media: Pick<Media, 'find' | 'open'>
}

/** Everything but conversations. */
export function recordSections(
  { database: { queries }, users, numbers, snippets, contactLists, consentLists, media }: RecordParts,
  { tenant, timeZone }: { tenant: Tenant; timeZone: string },
): Section[] {
  const { tenantId } = tenant

  async function writeSnippets(part: Part) {
    const shared = await snippets.listShared(tenantId)
    const files = shared.flatMap((snippet) => snippet.media)
    await part.zip.add('snippets.json', [jsonOf(shared.map((snippet) => ({ ...snippet, media: namesOf(snippet) })))])
    for (const file of files) {
      const stored = await media.find(tenantId, file.id)
      const opened = stored && (await media.open(stored, null))
      const bytes = await opened?.read(null)
      if (bytes) await part.zip.add(pathOf(file), [bytes])
    }
  }

  const document = (name: string, content: () => Promise<unknown>): Section => ({
    name,
    async write({ zip }) {
      await zip.add(name, [jsonOf(await content())])
      return null
    },
  })

  return [
    document('organization.json', async () => organizationOf(tenant)),
    document('users.json', () => users.list(tenantId)),
    document('numbers.json', () => numbers.listTwilio(tenantId)),
    {
      name: 'snippets',
      async write(part) {
        await writeSnippets(part)
        return null
      },
    },
    tableSection('contacts', (cursor) =>
      contactLists.table(tenantId, { of: { matching: { filters: {} } }, timeZone, ...(cursor !== null && { cursor }) }),
    ),
    tableSection('phones', (cursor) => numbers.contactTable(tenantId, cursor)),
    tableSection('consent', (cursor) => consentLists.table(tenantId, { timeZone, ...(cursor !== null && { cursor }) })),
    tableSection('audit-log', async (cursor) => {
      const before = cursor === null ? {} : { before: cursor as AuditEntry['id'] }
      const entries = await listEntries(queries, tenantId, { ...before, limit: AUDIT_PAGE })
      const last = entries.length === AUDIT_PAGE ? entries.at(-1) : undefined
      return {
        head: AUDIT_HEAD(timeZone),
        rows: entries.map((entry) => auditRow(entry, timeZone)),
        nextCursor: last?.id ?? null,
      }
    }),
  ]
}

/** A table, page by page, which continues in the next part if it does not fit. */
export function tableSection(name: string, read: (cursor: string | null) => Promise<TablePage>): Section {
  return {
    name,
    async write(part, { cursor, file }) {
      let next: string | null = cursor
      async function* pages() {
        let isFirst = true
        do {
          const page: TablePage = await read(next)
          yield writePage(page, { isFirst })
          next = page.nextCursor
          isFirst = false
        } while (next !== null && part.room() > 0)
      }
      await part.zip.add(numbered(name, file, 'csv'), pages())
      return next === null ? null : { cursor: next, from: null, file: file + 1 }
    },
  }
}

const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

type SnippetFile = { id: string; fileName: string }

const pathOf = ({ id, fileName }: SnippetFile) => `snippets/${id} ${fileName}`
const namesOf = ({ media }: { media: readonly SnippetFile[] }) =>
  media.map((file) => ({ id: file.id, fileName: file.fileName, path: pathOf(file) }))

/** Named one by one, so that no new field is in archives by accident. */
function organizationOf(tenant: Tenant) {
  const { tenantId, name, domain, defaultCountry, allowedCountries, addSignature, assignOnReply } = tenant
  const { sharedSnippets, hours, accountSid } = tenant
  return {
    id: tenantId,
    name,
    domain,
    defaultCountry,
    allowedCountries,
    addSignature,
    assignOnReply,
    sharedSnippets,
    hours,
    twilioAccountSid: accountSid,
  }
}

function auditRow({ id, at, by, kind, subject, changes }: AuditEntry, timeZone: string): string[] {
  const changesInWords = changes.map(({ field, from, to }) => {
    const values = [from, to].filter(Boolean)
    const words = field === 'endsAt' ? values.map((value) => writeTime(value, timeZone)) : values
    return `${AUDIT_FIELDS[field]}: ${words.join(' → ')}`
  })
  return [
    writeTime(at, timeZone),
    by?.name ?? actorWithoutUser(kind),
    AUDIT_KINDS[kind],
    subject ?? '',
    changesInWords.join('; '),
    id,
  ]
}
