import {
  CONSENT_TEXTS,
  CONTACT_IMPORT,
  CONTACT_IMPORT_ERRORS as ERRORS,
  CONTACT_IMPORT_REASONS,
} from '@partyline/contract'
import type {
  CallBody,
  CallReply,
  ContactImport,
  ContactImportId,
  ImportDuplicates,
  NumberId,
  PreviewedRow,
  RealtimeEvent,
  TenantId,
  StatedConsent,
} from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { recordAuditEntry } from '../../audit/index.ts'
import { memberIdOf } from '../../chats/index.ts'
import type { Chats, StoredChat } from '../../chats/index.ts'
import { announceNumbers } from '../../numbers/index.ts'
import type { Numbers } from '../../numbers/index.ts'
import { AppError, createLoop, invalid, newId } from '../../platform/index.ts'
import type { Caller, Clock, Database, Loop, Queries, Topic } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import { listFields } from '../contact-fields-store.ts'
import { createContactPhones } from '../contact-phones.ts'
import { consentingPhones, existingPhones, planPart, readRows, renamedPhones, writePlan } from './add-rows.ts'
import { reportPart } from './import-report.ts'
import {
  dropRows,
  findColumns,
  findImport,
  insertImport,
  insertRows,
  listImports,
  lockImports,
  noteUndone,
  presentImport,
  rowsAfter,
  rowsToUndo,
  stateOf,
  updateImport,
} from './imports-store.ts'
import type { ImportRow } from './imports-store.ts'
import type { Plan, PlannedRow } from './plan-rows.ts'
import { phonesToRename, undoRows } from './undo-rows.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DROPPED_AT_ONCE = 5_000

export type ContactImports = {
  /** Newest first. */
  list(tenantId: TenantId): Promise<ContactImport[]>
  columns(tenantId: TenantId, headings: readonly string[]): Promise<CallReply<'contactImports.columns'>>
  /** @throws {AppError} `forbidden` if a User chooses to change contacts */
  preview(caller: Caller, wanted: CallBody<'contactImports.preview'>): Promise<PreviewedRow[]>
  /** @throws {AppError} `forbidden` */
  start(caller: Caller, wanted: CallBody<'contactImports.start'>): Promise<ContactImport>
  /** @throws {AppError} `not-found`, `forbidden`, `conflict` if it has ended, or `validation` */
  add(caller: Caller, importId: ContactImportId, part: CallBody<'contactImports.add'>): Promise<ContactImport>
  /** @throws {AppError} `not-found`, `forbidden` */
  finish(caller: Caller, importId: ContactImportId): Promise<ContactImport>
  /** @throws {AppError} `not-found`, `forbidden`, or `conflict` if it is too old */
  undo(caller: Caller, importId: ContactImportId): Promise<ContactImport>
  /** @throws {AppError} `not-found` */
  report(
    tenantId: TenantId,
    importId: ContactImportId,
    after: number | undefined,
  ): Promise<CallReply<'contactImports.report'>>
  /** Drops the rows of old imports. */
  expiry: Loop
}

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  tenants: Tenants
  numbers: Numbers
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
  recordConsent: RecordConsent
}

/** Adds to the consent ledger, which another domain owns. `openChats`: the locked chats of the lines and phones. */
type RecordConsent = (
  trx: Queries,
  caller: Caller,
  imported: {
    numbers: readonly string[]
    openChats: readonly StoredChat[]
    state: StatedConsent
    lineIds: readonly NumberId[]
    statement: string
    fileName: string
    at: Date
  },
) => Promise<{ recorded: number; events: RealtimeEvent[] }>

/** docs/product.md#importing-contacts-with-cards */
export function createContactImports(parts: Parts): ContactImports {
  const { database, clock, log, tenants, numbers, chats, announcements, recordConsent } = parts
  const { queries } = database
  const announce = announceNumbers(announcements)
  const contactPhones = createContactPhones(parts)

  async function find(db: Queries, tenantId: TenantId, importId: ContactImportId) {
    const found = await findImport(db, { tenantId, importId })
    if (!found) throw new AppError('not-found')
    return found
  }

  const oldest = () => new Date(clock.now().getTime() - CONTACT_IMPORT.days * DAY_MS)

  function requireOwner({ createdBy }: ImportRow, { userId, role }: Caller, { orAdmin }: { orAdmin: boolean }): void {
    if (createdBy === userId || (orAdmin && role === 'Admin')) return
    throw new AppError('forbidden', { message: ERRORS.notYours })
  }

  function requireUndoable(row: ImportRow, caller: Caller): void {
    requireOwner(row, caller, { orAdmin: true })
    if (row.createdAt > oldest()) return
    throw new AppError('conflict', { message: ERRORS.tooOld(CONTACT_IMPORT.days) })
  }

  async function requireLines(tenantId: TenantId, lineIds: readonly NumberId[]): Promise<void> {
    for (const numberId of lineIds) {
      const line = await numbers.findLine(queries, tenantId, numberId)
      if (!line) throw invalid({ 'consent.lineIds': [CONSENT_TEXTS.unknownLine] })
    }
  }

  /** Records the statement of consent for the phones of a part. */
  async function recordConsentOf(
    trx: Queries,
    caller: Caller,
    { row, plan, openChats }: { row: ImportRow; plan: Plan; openChats: readonly StoredChat[] },
  ) {
    const { consentLines: lineIds, consentStatement: statement, fileName, createdAt: at } = row
    const state = stateOf(row)
    const numbersOfRows =
      state === 'revoked'
        ? plan.rows.flatMap(({ readablePhones }) => readablePhones)
        : consentingPhones(plan).map(({ number }) => number)
    if (!lineIds || statement === null || numbersOfRows.length === 0) return { recorded: 0, events: [] }
    // Those that no contact gets have entries from now on, so that later, their earlier opt-outs would not come back.
    if (state === 'revoked') await contactPhones.recallOptOuts(trx, caller.tenantId, numbersOfRows)
    return recordConsent(trx, caller, { numbers: numbersOfRows, openChats, state, lineIds, statement, fileName, at })
  }

  const expiry = createLoop({
    clock,
    pauseMs: HOUR_MS,
    async run() {
      let dropped = DROPPED_AT_ONCE
      while (dropped === DROPPED_AT_ONCE && !expiry.isStopped()) {
        dropped = await dropRows(queries, { before: oldest(), limit: DROPPED_AT_ONCE })
      }
    },
    onError: (error) => log.error({ err: error }, 'failed to drop the rows of old imports'),
  })

  return {
    expiry,
    async list(tenantId) {
      return (await listImports(queries, tenantId, oldest())).map(presentImport)
    },
    async columns(tenantId, headings) {
      const found = headings.length > 0 ? await findColumns(queries, tenantId, headings) : null
      const columns = found?.headings.map((heading, at) => ({ heading, target: found.targets[at] ?? '' }))
      return { columns: columns ?? null }
    },
    async preview(caller, { duplicates, rows }) {
      requireRole(caller, duplicates)
      const read = await readRows(queries, tenants, caller.tenantId, rows)
      const plan = await planPart(queries, caller.tenantId, { ...read, duplicates }, { lock: false })
      return plan.rows.map(presentRow)
    },
    async start(caller, { columns, consent, ...wanted }) {
      requireRole(caller, wanted.duplicates)
      const { tenantId, userId } = caller
      const consentLines = consent ? [...new Set(consent.lineIds)] : null
      await requireLines(tenantId, consentLines ?? [])
      const importId = newId<ContactImportId>()
      const now = clock.now()
      return database.transaction(async (trx) => {
        await insertImport(trx, {
          ...wanted,
          tenantId,
          importId,
          createdBy: userId,
          createdAt: now,
          headings: columns.map(({ heading }) => heading),
          targets: columns.map(({ target }) => target),
          consentLines,
          consentStatement: consent?.statement ?? null,
          optOutParts: consent?.state === 'revoked' ? 0 : null,
        })
        await recordAuditEntry(trx, caller, { kind: 'contactImportStarted', at: now, subject: wanted.fileName })
        return presentImport(await find(trx, tenantId, importId))
      })
    },
    async add(caller, importId, { part, rows }) {
      const { tenantId } = caller
      const { duplicates, ...known } = await find(queries, tenantId, importId)
      requireOwner({ duplicates, ...known }, caller, { orAdmin: false })
      requireRole(caller, duplicates)
      const read = await readRows(queries, tenants, tenantId, rows)
      // Chats are locked before contacts. Chats of skipped contacts change only by an opt-out.
      const isRepeated = known.parts >= part
      const changing =
        duplicates === 'skip' || isRepeated
          ? null
          : await planPart(queries, tenantId, { ...read, duplicates }, { lock: false })
      const inChats = changing ? renamedPhones(changing) : []
      const isOptOut = known.optOutParts !== null && !isRepeated
      const concerned = isOptOut
        ? await existingPhones(queries, tenantId, read.rows)
        : changing
          ? consentingPhones(changing)
          : []
      const answering = (known.consentLines ?? []).flatMap((numberId) =>
        concerned.map(({ id }) => ({ numberId, memberId: memberIdOf(id) })),
      )
      const { row, events } = await database.transaction(async (trx) => {
        await lockImports(trx, tenantId)
        const openChats = await chats.lockAllOf(trx, tenantId, answering)
        return contactPhones.withChats(trx, tenantId, inChats, async () => {
          const current = await find(trx, tenantId, importId)
          // The part's rows and its number are in one transaction: a part that is sent again changes nothing.
          if (part <= current.parts) return { row: current, events: [] }
          requireNext(current, part, rows)
          const plan = await planPart(trx, tenantId, { ...read, duplicates }, { lock: true })
          const at = clock.now()
          const written = { caller, importId, at, fields: read.fields, inChats }
          const changed = await writePlan(trx, contactPhones, plan, written)
          await insertRows(trx, { tenantId, importId }, isOptOut ? plan.rows.map(withOptOuts) : plan.rows)
          const consent = await recordConsentOf(trx, caller, { row: current, plan, openChats })
          const countOf = (outcome: PlannedRow['outcome']) =>
            current[outcome] + plan.rows.filter((one) => one.outcome === outcome).length
          const next = {
            parts: part,
            lastRow: rows.at(-1)?.row ?? current.lastRow,
            done: current.done + rows.length,
            added: countOf('added'),
            filled: countOf('filled'),
            overwritten: countOf('overwritten'),
            skipped: countOf('skipped'),
            refused: countOf('refused'),
            consented: current.consented + consent.recorded,
            optOutParts: current.optOutParts === null ? null : part,
            updatedAt: at,
          }
          await updateImport(trx, { tenantId, importId }, next)
          return { row: { ...current, ...next }, events: [...changed, ...consent.events] }
        })
      })
      if (events.length > 0) announcements.publish(events)
      return presentImport(row)
    },
    async finish(caller, importId) {
      const { tenantId } = caller
      requireOwner(await find(queries, tenantId, importId), caller, { orAdmin: true })
      const { row, isChanged } = await database.transaction(async (trx) => {
        await lockImports(trx, tenantId)
        const current = await find(trx, tenantId, importId)
        if (current.state !== 'running') return { row: current, isChanged: false }
        const next = { state: 'finished' as const, updatedAt: clock.now() }
        await updateImport(trx, { tenantId, importId }, next)
        const subject = `${current.fileName}: ${countsInWords(current)}`
        await recordAuditEntry(trx, caller, { kind: 'contactsImported', at: next.updatedAt, subject })
        return { row: { ...current, ...next }, isChanged: true }
      })
      if (isChanged) announce(tenantId, 'ExternalContactAdded')
      return presentImport(row)
    },
    async undo(caller, importId) {
      const { tenantId } = caller
      const known = await find(queries, tenantId, importId)
      requireUndoable(known, caller)
      const inChats = await phonesToRename(queries, tenantId, await rowsToUndo(queries, known, CONTACT_IMPORT.undone))
      const { row, events } = await database.transaction(async (trx) => {
        await lockImports(trx, tenantId)
        return contactPhones.withChats(trx, tenantId, inChats, async () => {
          const current = await find(trx, tenantId, importId)
          if (current.state === 'undone') return { row: current, events: [] }
          const at = clock.now()
          const rows = await rowsToUndo(trx, current, CONTACT_IMPORT.undone)
          const fields = await listFields(trx, tenantId)
          const result = await undoRows(trx, contactPhones, rows, { caller, importId, at, fields, inChats })
          await noteUndone(trx, { tenantId, importId }, result.undone)
          const next = {
            state: rows.length < CONTACT_IMPORT.undone ? ('undone' as const) : ('undoing' as const),
            undoneFrom: rows.at(-1)?.rowNumber ?? current.undoneFrom,
            undone: current.undone + rows.length,
            kept: current.kept + result.undone.filter(({ undo }) => undo === 'kept').length,
            updatedAt: at,
          }
          await updateImport(trx, { tenantId, importId }, next)
          if (current.state !== 'undoing') {
            await recordAuditEntry(trx, caller, { kind: 'contactImportUndone', at, subject: current.fileName })
          }
          return { row: { ...current, ...next }, events: result.events }
        })
      })
      if (events.length > 0) announcements.publish(events)
      if (row.state === 'undone' && known.state !== 'undone') {
        announce(tenantId, 'ExternalContactDeleted')
        chats.announceList(tenantId)
      }
      return presentImport(row)
    },
    async report(tenantId, importId, after) {
      const { fileName } = await find(queries, tenantId, importId)
      const limit = CONTACT_IMPORT.reported
      const rows = await rowsAfter(queries, { tenantId, importId }, { after: after ?? 0, limit: limit + 1 })
      return reportPart(rows, { fileName, limit, isFirst: after === undefined })
    },
  }
}

/** @throws {AppError} `forbidden` */
function requireRole({ role }: Caller, duplicates: ImportDuplicates): void {
  if (duplicates !== 'skip' && role !== 'Admin') throw new AppError('forbidden', { message: ERRORS.onlyAdmins })
}

/** @throws {AppError} `conflict`, or `validation` */
function requireNext(
  { state, parts, lastRow, done, total }: ImportRow,
  part: number,
  rows: readonly { row: number }[],
): void {
  if (state !== 'running') throw new AppError('conflict', { message: ERRORS.notRunning })
  if (part !== parts + 1) throw invalid({ part: [ERRORS.otherPart(parts + 1)] })
  if (done + rows.length > total) throw invalid({ rows: [ERRORS.tooManyRows] })
  const isInOrder = rows.every(({ row }, at) => row > (rows[at - 1]?.row ?? lastRow))
  if (!isInOrder) throw invalid({ rows: [ERRORS.rowOrder] })
}

/** Says in the report which rows opted phones out. */
function withOptOuts(row: PlannedRow): PlannedRow {
  const { readablePhones, reasons } = row
  const { length } = readablePhones
  return length === 0 ? row : { ...row, reasons: [...reasons, CONTACT_IMPORT_REASONS.optOuts(length)] }
}

function presentRow({ row, name, outcome, readablePhones, after, afterPhones, reasons }: PlannedRow): PreviewedRow {
  return {
    row,
    name: name || null,
    outcome,
    phones: [...readablePhones],
    card: after && { ...after, phones: [...afterPhones] },
    reasons,
  }
}

function countsInWords(row: ImportRow): string {
  const named = { added: row.added, changed: row.filled + row.overwritten, skipped: row.skipped, refused: row.refused }
  const counts = Object.entries(named)
    .filter(([name, count]) => count > 0 || name === 'added')
    .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
  const what = stateOf(row) === 'revoked' ? 'opt-outs' : 'consent'
  const consent = row.consentStatement === null ? [] : [`${what} of ${row.consented.toLocaleString('en-US')} recorded`]
  return [...counts, ...consent].join(', ')
}
