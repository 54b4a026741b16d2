import { setTimeout as wait } from 'node:timers/promises'
import { PHONES } from '../plan/cast.ts'
import type { Step } from '../plan/steps.ts'
import type { World } from '../world/world.ts'
import { createActions } from './actions.ts'
import type { Company } from './company.ts'
import type { ActionLog } from './action-log.ts'

/** Faults other than the sandbox's. */
export type Kills = {
  serverKills: number
  /** Kills of the server around which Twilio loses callbacks. */
  killsMissingCallbacks: number
  databaseKills: number
  restarts: number
}

export type Performer = {
  readonly kills: Readonly<Kills>
  /** Performs a step, or starts it: actions of people and phones continue during the next steps. */
  perform(at: number, step: Step): Promise<void>
  /** Waits until the server runs and all actions have an answer. */
  finish(): Promise<void>
}

/** Maximum concurrent actions of people and phones. */
const MAX_CONCURRENT = 24
/** Pause between steps, so that faults hit the intended texts, in milliseconds. */
const PAUSE_MS = 15
/** Steps in which time passes during a shutdown, which waits for Twilio, in milliseconds. */
const ENDING_MS = 2_000

export function createPerformer(world: World, companies: readonly Company[], actionLog: ActionLog): Performer {
  const { server, sandbox } = world
  const actions = createActions(world, companies, actionLog)
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  const kills: Kills = { serverKills: 0, killsMissingCallbacks: 0, databaseKills: 0, restarts: 0 }
  let startAt = 0

  async function begin(action: Promise<void>) {
    const done = action.catch((error: unknown) => void failures.push(error)).finally(() => underWay.delete(done))
    underWay.add(done)
    if (underWay.size >= MAX_CONCURRENT && server.isUp) await Promise.race(underWay)
  }

  async function restart(at: number, step: Extract<Step, { kind: 'restart' }>) {
    if (!server.isUp) return
    const { signal, stepsDown, missingCallbacks: times } = step
    if (times > 0) sandbox.faults.set({ faults: { ...sandbox.faults.inForce().all, missingCallbacks: { times } } })
    startAt = at + stepsDown
    const ended = server.end(signal)
    while ((await Promise.race([ended.then(() => true), wait(PAUSE_MS)])) !== true) await world.pass(ENDING_MS)
    if (signal === 'SIGKILL') kills.serverKills += 1
    if (signal === 'SIGKILL' && times > 0) kills.killsMissingCallbacks += 1
    else kills.restarts += 1
  }

  async function perform(at: number, step: Step): Promise<void> {
    if (!server.isUp && at >= startAt) await server.start()
    switch (step.kind) {
      case 'send':
        return begin(actions.send(at, step))
      case 'text':
      case 'wish':
        // In the order of the plan, because a phone sends one text after another.
        return actions.text(at, step)
      case 'click':
        return begin(actions.click(at, step))
      case 'fault':
        return sandbox.faults.set(step.order)
      case 'clear':
        return sandbox.faults.clear(step.phone === null ? undefined : PHONES[step.phone])
      case 'restart':
        return restart(at, step)
      case 'database-kill':
        await world.killDatabase?.()
        kills.databaseKills += 1
        return
      case 'pass':
        return world.pass(step.milliseconds)
    }
  }

  return {
    kills,
    async perform(at, step) {
      await perform(at, step)
      if (failures.length > 0) throw new Error(`Step ${at}: something was refused.`, { cause: failures[0] })
      await wait(PAUSE_MS)
    },
    async finish() {
      if (!server.isUp) await server.start()
      await Promise.all(underWay)
      if (failures.length > 0) throw new Error('Something was refused.', { cause: failures[0] })
    },
  }
}
