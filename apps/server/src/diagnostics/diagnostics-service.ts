import { DIAGNOSTICS_BROKEN, DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsCheckId, DiagnosticsFinding, DiagnosticsReport, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { MediaStore } from '../media/index.ts'
import type { AppAccess } from '../microsoft/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { createWebhook } from '../settings/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { TwilioGateway } from '../twilio/index.ts'
import type { Users } from '../users/index.ts'
import { createAskTwilio } from './ask-twilio.ts'
import { check, presentCheck } from './check.ts'
import type { Check } from './check.ts'
import { checkAccount, findAccountWay } from './account-checks.ts'
import { databaseFinding } from './database-check.ts'
import { checkDirectory } from './directory-check.ts'
import { teamsFinding } from './teams-check.ts'
import { checkNumbers } from './number-checks.ts'
import { publicAddressFinding } from './public-address.ts'
import { checkSending } from './sending-checks.ts'
import { checkCountries, checkTexts } from './text-checks.ts'

export type Diagnostics = {
  /**
   * One run of a tenant at a time: who asks meanwhile shares the next one, which sees what has changed since. It always
   * ends in a report.
   */
  run(tenantId: TenantId): Promise<DiagnosticsReport>
  /** Only whether the account's numbers may text. Without an account, there are no checks. */
  checkSending(tenantId: TenantId): Promise<DiagnosticsReport>
}

type Parts = {
  database: Database
  isEmbedded: boolean
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  publicUrl: string
  tenants: Pick<Tenants, 'find' | 'twilioAccount'>
  numbers: Pick<Numbers, 'listInUse' | 'listTwilio'>
  users: Pick<Users, 'list'>
  twilio: TwilioGateway
  appAccess: Pick<AppAccess, 'tokenFor'>
  /** Tries the storage for media. */
  checkMedia: MediaStore['check']
  /** The signed test to our own address; null if no server runs next to the caller. */
  testAddress: (() => Promise<DiagnosticsFinding>) | null
}

type Turn = { running: Promise<DiagnosticsReport>; next: Promise<DiagnosticsReport> | null }

/** Checks run concurrently. If one fails to run, only its own result shows it. */
export function createDiagnostics(parts: Parts): Diagnostics {
  const { database, isEmbedded, clock, log, publicUrl, tenants, numbers, users, appAccess, checkMedia, testAddress } =
    parts
  const webhook = createWebhook(publicUrl)
  const ask = createAskTwilio(clock)
  const turns = new Map<TenantId, Turn>()

  async function guarded(ids: readonly DiagnosticsCheckId[], work: () => Promise<Check[]>): Promise<Check[]> {
    try {
      return await work()
    } catch (error) {
      log.error({ err: error, checks: ids }, 'checks of Diagnostics failed unexpectedly')
      return ids.map((id) => check(id, DIAGNOSTICS_BROKEN))
    }
  }

  async function mediaFinding(): Promise<DiagnosticsFinding> {
    try {
      return DIAGNOSTICS_FINDINGS.mediaStorage[await checkMedia()]()
    } catch (error) {
      log.error({ err: error }, 'the storage for media failed its check')
      return DIAGNOSTICS_FINDINGS.mediaStorage.failing()
    }
  }

  async function examine(tenantId: TenantId): Promise<DiagnosticsReport> {
    const at = clock.now().toISOString()
    const way = findAccountWay(parts, tenantId)
    const [account, countries, ofNumbers, server, texts, storage, size, directory, teams] = await Promise.all([
      guarded(['credentials', 'accountStatus', 'accountType', 'clock'], async () => checkAccount(await way, clock)),
      guarded(['countries'], async () => [await checkCountries(database.queries, tenantId, clock.now())]),
      guarded(['numbersInUse'], async () => {
        const [{ gateway }, inUse, people] = await Promise.all([way, numbers.listInUse(tenantId), users.list(tenantId)])
        return checkNumbers({ gateway, ask, inUse, users: people, webhook })
      }),
      guarded(['publicAddress', 'signedTest'], async () => [
        check('publicAddress', publicAddressFinding(publicUrl)),
        check('signedTest', testAddress ? await testAddress() : DIAGNOSTICS_FINDINGS.signedTest.notTried()),
      ]),
      guarded(['inbound', 'callbacks', 'oldestUnsent'], () =>
        checkTexts({ queries: database.queries, clock, tenants }, tenantId),
      ),
      guarded(['mediaStorage'], async () => [check('mediaStorage', await mediaFinding())]),
      guarded(['database'], async () => [check('database', await databaseFinding(database.queries, isEmbedded))]),
      guarded(['consent', 'departures', 'guests'], () =>
        checkDirectory({ appAccess, tenants, queries: database.queries, clock }, tenantId),
      ),
      guarded(['notifications'], async () => [check('notifications', await teamsFinding(database.queries, tenantId))]),
    ])
    const isClock = ({ id }: Check) => id === 'clock'
    const ordered = [
      ...account.filter((one) => !isClock(one)),
      ...countries,
      ...ofNumbers,
      ...server,
      ...account.filter(isClock),
      ...storage,
      ...size,
      ...texts,
      ...directory,
      ...teams,
    ]
    return { at, checks: ordered.map(presentCheck) }
  }

  function begin(tenantId: TenantId): Promise<DiagnosticsReport> {
    const turn: Turn = {
      running: examine(tenantId).finally(() => {
        if (!turn.next) turns.delete(tenantId)
      }),
      next: null,
    }
    turns.set(tenantId, turn)
    return turn.running
  }

  return {
    async checkSending(tenantId) {
      const at = clock.now().toISOString()
      const [{ gateway }, known] = await Promise.all([findAccountWay(parts, tenantId), numbers.listTwilio(tenantId)])
      const countries = await checkCountries(database.queries, tenantId, clock.now())
      const checks = gateway ? await checkSending({ gateway, ask, numbers: known, countries }) : []
      return { at, checks: checks.map(presentCheck) }
    },
    run(tenantId) {
      const turn = turns.get(tenantId)
      if (!turn) return begin(tenantId)
      const beginNext = () => begin(tenantId)
      turn.next ??= turn.running.then(beginNext, beginNext)
      return turn.next
    },
  }
}
