import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AUDIT_VALUES } from '@partyline/contract'
import type { AuditChange, CallQuery, ChatId } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Chats } from '../chats/index.ts'
import { disposition, safeName } from '../media/index.ts'
import type { Media } from '../media/index.ts'
import type { Notes } from '../notes/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { AppError, invalid, writeTime } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Transcript } from '../transcript/index.ts'
import type { Users } from '../users/index.ts'
import { createConversations, exportHead } from './conversation.ts'
import type { Period } from './conversation.ts'
import { jsonFile } from './json-file.ts'
import { pageFile } from './page-file.ts'

type Wanted = CallQuery<'chats.export'>
type ChatExports = {
  /** @throws {AppError} `not-found`, or `validation` if the period is empty */
  open(
    caller: Caller,
    chatId: ChatId,
    wanted: Wanted,
  ): Promise<{
    contentType: string
    fileName: string
    /** When they are read, the audit log records it at the beginning and at the end. */
    lines: AsyncGenerator<string>
  }>
}

type Parts = {
  database: Database
  clock: Clock
  tenants: Pick<Tenants, 'get'>
  numbers: Pick<Numbers, 'findLine'>
  chats: Pick<Chats, 'find' | 'changesOf'>
  transcript: Transcript
  notes: Pick<Notes, 'list'>
  users: Pick<Users, 'list'>
  media: Media
}

export function createChatExports(parts: Parts): ChatExports {
  const { database, clock, tenants, numbers, chats } = parts
  const conversations = createConversations(parts)

  return {
    async open(caller, chatId, wanted) {
      const { tenantId } = caller
      const chat = await chats.find(database.queries, tenantId, chatId)
      const period = periodOf(wanted, clock.now())
      const { name: organization, defaultCountry } = await tenants.get(tenantId)
      const line = await numbers.findLine(database.queries, tenantId, chat.numberId)
      if (!line) throw new AppError('not-found')
      const { timeZone, notes } = wanted
      const exportedOn = clock.now().toISOString()
      const head = exportHead(chat, line, {
        organization,
        exportedOn,
        exportedBy: caller.name,
        timeZone,
        period,
        notes,
      })
      const entries = () => conversations.entries(chat, period, { withNotes: notes })
      const file = wanted.format === 'json' ? jsonFile(head, entries) : pageFile(head, entries, defaultCountry)
      const record = (entry: Pick<Parameters<typeof recordAuditEntry>[2], 'kind' | 'changes'>) =>
        database.transaction((trx) =>
          recordAuditEntry(trx, caller, { ...entry, at: clock.now(), subject: chat.name, about: chatId }),
        )
      async function* lines() {
        await record({ kind: 'chatExportStarted', changes: inWords(wanted, period) })
        const hash = createHash('sha256')
        for await (const line of file.lines()) {
          hash.update(line)
          yield line
        }
        const sha256 = hash.digest('hex')
        // Recorded before the last line is sent, so that every complete file is in the log.
        await record({ kind: 'chatExported', changes: [{ field: 'sha256', from: '', to: sha256 }] })
        yield file.end(sha256)
      }
      return {
        contentType: file.contentType,
        fileName: `${safeName(chat.name) || 'Conversation'} ${exportedOn.slice(0, 10)}${notes ? ', with notes' : ''}.${file.ending}`,
        lines: lines(),
      }
    },
  }
}

/** @throws {AppError} `validation` */
function periodOf({ from, to }: Wanted, now: Date): Period {
  const end = to === undefined ? now : new Date(Math.min(Date.parse(to), now.getTime()))
  const start = new Date(from ?? 0)
  if (start >= end)
    throw invalid({ from: ['The period is empty. Choose a beginning in the past that is before its end.'] })
  return { from: start, to: end }
}

function inWords({ format, notes, from, timeZone }: Wanted, period: Period): AuditChange[] {
  const [start, end] = [period.from, period.to].map((at) => writeTime(at.toISOString(), timeZone))
  return [
    { field: 'format', from: '', to: format.toUpperCase() },
    {
      field: 'period',
      from: '',
      to: `${from === undefined ? AUDIT_VALUES.sinceBeginning : start} – ${end} (${timeZone})`,
    },
    { field: 'withNotes', from: '', to: AUDIT_VALUES[notes ? 'yes' : 'no'] },
  ]
}

export function exportRoutes({ exports }: { exports: ChatExports }) {
  return {
    'chats.export': async ({ caller, params, query, request, reply }) => {
      const { contentType, fileName, lines } = await exports.open(caller, params.chatId, query)
      reply.headers({
        'content-type': contentType,
        'content-disposition': disposition({ fileName, isInline: false }),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(Readable.from(request.method === 'HEAD' ? [] : lines, { objectMode: false }))
    },
  } satisfies Partial<Handlers>
}
