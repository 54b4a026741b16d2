// IMPORT_ROWS=1000000 npm run unit -- apps/server/tests/kill-import.test.ts: the same with a million rows.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContactImport, StatedConsent } from '@partyline/contract'
import { freePort, signIn } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/platform/index.ts'
import { testEnvironment } from './harness.ts'
import { makeTestPlace } from './test-place.ts'

const ROWS = Number(process.env['IMPORT_ROWS'] ?? 1_100)
const IN_PART = ROWS > 10_000 ? 500 : 50
const PARTS = Math.ceil(ROWS / IN_PART)
/** Rows of opt-outs, of which an import runs at the same time. Undo takes several steps. */
const OUT_IN_PART = IN_PART / 2
const OUTS = PARTS * OUT_IN_PART
/** One row in five is refused. Its phone is opted out all the same. */
const isRefused = (at: number) => at % 5 === 4
const REFUSED = OUTS / 5
const CONTACTS = ROWS + OUTS - REFUSED
/** How often the server is killed during the import, and again during its Undo. */
const KILLS = process.env['IMPORT_ROWS'] ? 10 : 5
/** After these steps of the work, the server is killed while the next one is in progress. */
const KILLED_AFTER = (steps: number) =>
  new Map(Array.from({ length: KILLS }, (_, at) => [Math.floor((steps * (at + 0.5)) / KILLS), at]))

test(
  'kill -9 at several places of an import, one of opt-outs, and their Undo neither loses nor doubles a row, nor opens a phone',
  { timeout: 600_000 + ROWS * 10 },
  async () => {
    const place = await makeTestPlace()
    const port = await freePort()
    const url = `http://localhost:${port}`
    const sandbox = await createSandbox({ port: 0, appUrl: url })
    const settings = testEnvironment({ port, ...place })
    const env = { ...process.env, ...settings, SANDBOX_URL: sandbox.url }
    let app: ChildProcess
    let kills = 0
    const load = () => {
      const child = fork(path.join(import.meta.dirname, 'app-process.ts'), { env: { ...env, START_TOGETHER: 'true' } })
      return { child, loaded: once(child, 'message') }
    }
    /** Loads while the app runs, so that a restart takes less time. */
    let spare = load()
    const start = async () => {
      const { child, loaded } = spare
      await loaded
      const listening = once(child, 'message')
      child.send('start')
      await listening
      app = child
      spare = load()
    }
    await start()
    let dana = await signIn(url, 'dana@lakeside.example')
    let signedInAt = performance.now()
    /** How long the last step took that nothing interrupted. */
    let usualMs = 0

    /** Repeats a step until it is answered, also across a kill in the middle of it. */
    async function step<Result>(
      count: number,
      places: Map<number, number>,
      work: () => Promise<Result>,
    ): Promise<Result> {
      // With many rows, the work takes longer than a token is valid.
      if (performance.now() - signedInAt > 300_000) {
        dana = await signIn(url, 'dana@lakeside.example')
        signedInAt = performance.now()
      }
      const kill = places.get(count)
      if (kill !== undefined) {
        const answered = work().catch(() => null)
        // Before, within, between, or after the transactions: the outcome must be the same.
        await Promise.race([answered, wait((usualMs * kill) / KILLS)])
        const exited = once(app, 'exit')
        app.kill('SIGKILL')
        await Promise.all([exited, answered])
        kills += 1
        await start()
      }
      if (process.env['TRACE']) console.error('step', count, kills, Math.round(performance.now()))
      const stepBegan = performance.now()
      const result = await work()
      // After a restart, caches are empty.
      if (kill === undefined) usualMs = performance.now() - stepBegan
      return result
    }

    const numberOf = (at: number) => `+1${String(2_142_000_000 + at)}`
    const rowsOf = (part: number) =>
      Array.from({ length: Math.min(IN_PART, ROWS - (part - 1) * IN_PART) }, (_, index) => {
        const at = (part - 1) * IN_PART + index
        return {
          row: at + 2,
          name: `Person ${at}`,
          phones: [numberOf(at)],
          emails: [`p${at}@example.com`],
          tags: ['Imported'],
        }
      })
    const optOutsOf = (part: number) =>
      Array.from({ length: OUT_IN_PART }, (_, index) => {
        const at = (part - 1) * OUT_IN_PART + index
        return { row: at + 2, name: isRefused(at) ? 'x'.repeat(300) : `Out ${at}`, phones: [`+1${2_132_000_000 + at}`] }
      })
    const { accountSid, authToken } = sandbox.world.twilio
    const { twilioNumbers } = await dana.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
    const lineIds = twilioNumbers.slice(0, 1).map(({ id }) => id)
    const startImport = async (
      fileName: string,
      total: number,
      consent: { state: StatedConsent; statement: string },
    ) => {
      const body = { fileName, duplicates: 'skip' as const, total, consent: { ...consent, lineIds } }
      return { contactImportId: (await dana.get('contactImports.start', { body })).id }
    }
    const params = await startImport('people.csv', ROWS, { state: 'granted', statement: 'They agreed to texts.' })
    const ofOuts = await startImport('outs.csv', OUTS, { state: 'revoked', statement: 'They opted out.' })
    const began = performance.now()
    const places = KILLED_AFTER(PARTS)
    for (let part = 1; part <= PARTS; part += 1) {
      await step(part - 1, places, () =>
        Promise.all([
          dana.get('contactImports.add', { params: ofOuts, body: { part, rows: optOutsOf(part) } }),
          dana.get('contactImports.add', { params, body: { part, rows: rowsOf(part) } }),
        ]),
      )
    }
    const result = await dana.get('contactImports.finish', { params })
    const outs = await dana.get('contactImports.finish', { params: ofOuts })
    report('imported', began)
    expect(kills).toBe(KILLS)
    expect(result).toMatchObject({ state: 'finished', done: ROWS, counts: { added: ROWS, skipped: 0, refused: 0 } })
    expect(outs).toMatchObject({ state: 'finished', done: OUTS, counts: { added: OUTS - REFUSED, refused: REFUSED } })
    expect(outs.consent?.phones).toBe(OUTS)
    // The ledger is append-only, and no Undo opens a phone.
    const kept = { entries: ROWS, consenting: ROWS, revocations: OUTS, optedOut: OUTS }
    await whileStopped(async () => {
      expect(await counts()).toEqual({
        cards: CONTACTS,
        live: CONTACTS,
        linked: CONTACTS,
        numbers: CONTACTS,
        rows: ROWS + OUTS,
        undone: 0,
        changes: CONTACTS,
        ...kept,
      })
    })

    const undoBegan = performance.now()
    const undoPlaces = KILLED_AFTER(Math.max(KILLS, Math.ceil(ROWS / 500)))
    let undone: ContactImport[]
    let steps = 0
    do {
      undone = await step(steps, undoPlaces, () =>
        Promise.all([ofOuts, params].map((each) => dana.get('contactImports.undo', { params: each }))),
      )
      steps += 1
    } while (undone.some(({ state }) => state !== 'undone') || steps < undoPlaces.size)
    report('undone', undoBegan)
    expect(kills).toBeGreaterThan(KILLS)
    expect(undone).toMatchObject([
      { undone: OUTS - REFUSED, kept: 0 },
      { undone: ROWS, kept: 0 },
    ])
    await whileStopped(async () => {
      expect(await counts()).toEqual({
        cards: 0,
        live: 0,
        linked: 0,
        numbers: CONTACTS,
        rows: ROWS + OUTS,
        undone: CONTACTS,
        changes: 0,
        ...kept,
      })
    })

    async function whileStopped(check: () => Promise<void>) {
      const exited = once(app, 'exit')
      app.kill('SIGTERM')
      await exited
      await check()
      await start()
    }

    async function counts() {
      const { DATABASE_URL, DATA_DIR } = settings
      const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1, statementTimeoutMs: 0 }, () => {})
      const { rows } = await sql`
      select (select count(*) from contact_cards)::integer as cards,
        (select count(*) from contacts where deleted_at is null)::integer as live,
        (select count(*) from contact_phones)::integer as linked,
        (select count(distinct number) from contacts)::integer as numbers,
        (select count(distinct (import_id, row_number)) from contact_import_rows)::integer as rows,
        (select count(*) from contact_import_rows where undo = 'undone')::integer as undone,
        (select count(*) from contact_changes)::integer as changes,
        (select count(*) from consent_entries join consent_evidence using (tenant_id, entry_id)
          where source = 'import' and state = 'granted')::integer as entries,
        (select count(*) from consent_entries join consent_evidence using (tenant_id, entry_id)
          where source = 'import' and state = 'revoked')::integer as revocations,
        (select count(*) from opt_outs)::integer as "optedOut",
        (select count(*) from written_consents)::integer as consenting`.execute(database.queries)
      // As autovacuum does where it runs: without statistics, Undo reads all contacts for each part.
      await sql`analyze`.execute(database.queries)
      await database.close()
      return rows[0]
    }

    function report(what: string, since: number) {
      if (process.env['IMPORT_ROWS'])
        console.log(`${ROWS} rows ${what} in ${Math.round((performance.now() - since) / 1_000)} s`)
    }

    const ended = once(app!, 'exit')
    app!.kill('SIGTERM')
    spare.child.kill('SIGKILL')
    await ended
    await sandbox.close()
    await place.remove()
  },
)
