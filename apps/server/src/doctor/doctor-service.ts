import { DOCTOR_BROKEN, DOCTOR_FINDINGS } from '@partyline/contract'
import type { DoctorCheckId, DoctorFinding, DoctorReport, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { MediaStore } from '../media/index.ts'
import type { AppAccess } from '../microsoft/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { createWebhook } from '../settings/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { TwilioGateway } from '../twilio/index.ts'
import type { Users } from '../users/index.ts'
import { check, presentCheck } from './check.ts'
import type { Check } from './check.ts'
import { checkAccount, findAccountWay } from './checks/account-checks.ts'
import { checkDirectory } from './checks/directory-check.ts'
import { checkNumbers } from './checks/number-checks.ts'
import { publicAddressFinding } from './checks/public-address.ts'
import { checkTexts } from './checks/text-checks.ts'

export type Doctor = {
  /**
   * One run of a tenant at a time: who asks meanwhile shares the next one, which sees what has changed since. It always
   * ends in a report.
   */
  run(tenantId: TenantId): Promise<DoctorReport>
}

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  publicUrl: string
  tenants: Pick<Tenants, 'find' | 'twilioAccount'>
  numbers: Pick<Numbers, 'listInUse'>
  users: Pick<Users, 'list'>
  twilio: TwilioGateway
  appAccess: Pick<AppAccess, 'tokenFor'>
  /** Tries the storage for media. */
  checkMedia: MediaStore['check']
  /** The signed test to our own address; null where the server cannot run beside whoever asks. */
  testAddress: (() => Promise<DoctorFinding>) | null
}

type Turn = { running: Promise<DoctorReport>; next: Promise<DoctorReport> | null }

/** The checks run side by side; what breaks one shows as that one, and the others stand. */
export function createDoctor(parts: Parts): Doctor {
  const { database, clock, log, publicUrl, tenants, numbers, users, appAccess, checkMedia, testAddress } = parts
  const webhook = createWebhook(publicUrl)
  const turns = new Map<TenantId, Turn>()

  async function guarded(ids: readonly DoctorCheckId[], work: () => Promise<Check[]>): Promise<Check[]> {
    try {
      return await work()
    } catch (error) {
      log.error({ err: error, checks: ids }, 'checks of the Doctor broke')
      return ids.map((id) => check(id, DOCTOR_BROKEN))
    }
  }

  async function mediaFinding(): Promise<DoctorFinding> {
    try {
      return DOCTOR_FINDINGS.mediaStorage[await checkMedia()]()
    } catch (error) {
      log.error({ err: error }, 'the storage for media failed its check')
      return DOCTOR_FINDINGS.mediaStorage.failing()
    }
  }

  async function examine(tenantId: TenantId): Promise<DoctorReport> {
    const at = clock.now().toISOString()
    const way = findAccountWay(parts, tenantId)
    const [account, ofNumbers, server, texts, storage, directory] = await Promise.all([
      guarded(['credentials', 'accountStatus', 'accountType', 'clock'], async () => checkAccount(await way, clock)),
      guarded(['numbersInUse'], async () => {
        const [{ gateway }, inUse, people] = await Promise.all([way, numbers.listInUse(tenantId), users.list(tenantId)])
        return checkNumbers({ gateway, inUse, users: people, webhook })
      }),
      guarded(['publicAddress', 'signedTest'], async () => [
        check('publicAddress', publicAddressFinding(publicUrl)),
        check('signedTest', testAddress ? await testAddress() : DOCTOR_FINDINGS.signedTest.notTried()),
      ]),
      guarded(['inbound', 'callbacks', 'oldestUnsent'], () =>
        checkTexts({ queries: database.queries, clock, tenants }, tenantId),
      ),
      guarded(['mediaStorage'], async () => [check('mediaStorage', await mediaFinding())]),
      guarded(['consent', 'departures'], () =>
        checkDirectory({ appAccess, queries: database.queries, clock }, tenantId),
      ),
    ])
    const isClock = ({ id }: Check) => id === 'clock'
    const ordered = [
      ...account.filter((one) => !isClock(one)),
      ...ofNumbers,
      ...server,
      ...account.filter(isClock),
      ...storage,
      ...texts,
      ...directory,
    ]
    return { at, checks: ordered.map(presentCheck) }
  }

  function begin(tenantId: TenantId): Promise<DoctorReport> {
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
    run(tenantId) {
      const turn = turns.get(tenantId)
      if (!turn) return begin(tenantId)
      const beginNext = () => begin(tenantId)
      turn.next ??= turn.running.then(beginNext, beginNext)
      return turn.next
    },
  }
}
