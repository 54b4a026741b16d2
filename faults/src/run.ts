import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Evidence } from './evidence/evidence.ts'
import { changeFacts } from './acting/change-facts.ts'
import { openCompanies } from './acting/company.ts'
import type { Company } from './acting/company.ts'
import { createActionLog } from './acting/action-log.ts'
import { createPerformer } from './acting/perform.ts'
import type { Kills } from './acting/perform.ts'
import { waitUntilSettled, waitUntilTold } from './acting/settle.ts'
import { check } from './check/check.ts'
import type { Violation } from './check/check.ts'
import { collect } from './evidence/collect.ts'
import { planSteps } from './plan/steps.ts'
import type { DatabaseKind } from './world/database.ts'
import { keepHistory } from './world/history.ts'
import { createWorld } from './world/world.ts'
import type { World } from './world/world.ts'

export type RunOptions = { readonly seed: number; readonly count: number; readonly database: DatabaseKind }

export type Report = RunOptions & {
  readonly steps: number
  /** How often each fault struck that counts. */
  readonly struck: Readonly<Record<string, number>>
  /** How often each fault of webhooks struck. */
  readonly webhooksStruck: Readonly<Record<string, number>>
  readonly restarts: number
  /** Kills of the server around which Twilio lost callbacks. */
  readonly killsMissingCallbacks: number
  readonly sent: number
  /** The messages in `sent` that were held or scheduled. */
  readonly pending: number
  /** The pending messages that were canceled. */
  readonly canceled: number
  readonly received: number
  /** Events that webhooks got. */
  readonly events: number
  readonly clicks: number
  /** Retries by clients without a definite answer. */
  readonly retries: number
  readonly seconds: number
  /** Time from the last fault until every text had its outcome, in the run's own time; null if never. */
  readonly secondsToSettle: number | null
  readonly violations: readonly Violation[]
  /** Files to investigate, if a rule was violated. */
  readonly folder: string | null
}

/** Runs the seed's plan until the given number of faults have struck, waits until nothing is pending, and checks the evidence. */
export async function runFaults(options: RunOptions, progress: (text: string) => void): Promise<Report> {
  const startedAt = performance.now()
  const world = await createWorld(options.database, options.seed)
  let keepsFolder = true
  try {
    await world.server.start()
    const companies = await openCompanies(world)
    await world.server.end('SIGTERM')
    await world.inDatabase(keepHistory)
    await world.server.start()

    const actionLog = createActionLog()
    const performer = createPerformer(world, companies, actionLog)
    let steps = 0
    for (const step of planSteps(options.seed, { killsDatabase: world.killDatabase !== null })) {
      if (countFaults(world, performer.kills) >= options.count) break
      steps += 1
      await performer.perform(steps, step)
      if (steps % PROGRESS_EVERY === 0) progress(`step ${steps}: ${countFaults(world, performer.kills)} faults`)
    }
    const struck = countStruck(world, performer.kills)
    progress(`${steps} steps done: now everything comes to rest`)
    world.sandbox.faults.clear()
    world.endpoint.clear()
    await performer.finish()
    await changeFacts(companies, world.now())
    const settledIn = await waitUntilSettled({ world, companies, actionLog })
    await waitUntilTold(world, companies)
    const evidence = await collect(world, companies, { ...actionLog, isQuiet: settledIn !== null })
    const violations = check(evidence)
    keepsFolder = violations.length > 0
    if (keepsFolder) await writeFile(path.join(world.folder, 'evidence.json'), JSON.stringify(evidence, null, 1))
    return {
      ...options,
      steps,
      struck,
      webhooksStruck: world.endpoint.struck,
      restarts: performer.kills.restarts,
      killsMissingCallbacks: performer.kills.killsMissingCallbacks,
      ...totals(evidence, companies),
      seconds: (performance.now() - startedAt) / 1_000,
      secondsToSettle: settledIn === null ? null : settledIn / 1_000,
      violations,
      folder: keepsFolder ? world.folder : null,
    }
  } catch (error) {
    throw new Error(`Seed ${options.seed} could not be played to its end: see ${world.folder}`, { cause: error })
  } finally {
    await world.close(keepsFolder)
  }
}

const PROGRESS_EVERY = 100

function countStruck({ sandbox }: World, { serverKills, databaseKills }: Kills): Record<string, number> {
  return { ...sandbox.faults.inForce().struck, serverKilled: serverKills, databaseKilled: databaseKills }
}

/** Without those of webhooks, which strike by themselves. */
function countFaults(world: World, kills: Kills): number {
  return Object.values(countStruck(world, kills)).reduce((sum, times) => sum + times, 0)
}

function totals({ sends, phoneTexts, clicks, eventPosts }: Evidence, companies: readonly Company[]) {
  const retries = companies.flatMap(({ people }) => people).reduce((sum, person) => sum + person.retries, 0)
  const pending = sends.filter(({ sendOn }) => sendOn !== null)
  const canceled = pending.filter((send) => send.canceled === 'yes').length
  return {
    pending: pending.length,
    canceled,
    sent: sends.length,
    received: phoneTexts.length,
    events: new Set(eventPosts.map(({ id }) => id)).size,
    clicks: clicks.length,
    retries,
  }
}
