import { readInput } from '../input/index.ts'
import type { FaultName, FaultOrder, FaultSet } from './fault-schema.ts'
import { faultOrderSchema } from './fault-schema.ts'

export type FaultsInForce = {
  /** For every phone. */
  all: FaultSet
  /** By phone, without phones that have none. */
  phones: Record<string, FaultSet>
  /** How often each fault has struck since the start. */
  struck: Partial<Record<FaultName, number>>
}

/** Sets faults. They are only in memory, so a restart clears them. */
export type FaultControls = {
  /** Replaces the faults of this phone, or of all. @throws an error with an explanation if the input is invalid */
  set(order: FaultOrder): void
  /** Removes the faults of one phone; without a phone, all faults. */
  clear(phone?: string): void
  inForce(): FaultsInForce
}

export type Faults = FaultControls & {
  /**
   * Returns the fault that strikes this phone now, or null. Its own takes precedence over one for all; each call uses it
   * once. Without a phone, use {@link NO_PHONE}.
   */
  take<Name extends FaultName>(phone: string, name: Name): NonNullable<FaultSet[Name]> | null
  /** Calls back when faults change, until the returned function is called. */
  watch(listener: () => void): () => void
}

/** For faults of the whole account. */
export const NO_PHONE = ''

export function createFaults(): Faults {
  let forAll: FaultSet = {}
  const forPhones = new Map<string, FaultSet>()
  const struck = new Map<FaultName, number>()
  const listeners = new Set<() => void>()

  function put(phone: string | undefined, faults: FaultSet) {
    if (phone === undefined) forAll = faults
    else if (Object.keys(faults).length > 0) forPhones.set(phone, faults)
    else forPhones.delete(phone)
    for (const listener of listeners) listener()
  }

  return {
    set(order) {
      const { phone, faults } = readInput(faultOrderSchema, order)
      put(phone, faults)
    },
    clear(phone) {
      if (phone === undefined) forPhones.clear()
      put(phone, {})
    },
    inForce: () => ({ all: forAll, phones: Object.fromEntries(forPhones), struck: Object.fromEntries(struck) }),
    take(phone, name) {
      const own = forPhones.get(phone)
      const isOwn = own?.[name] !== undefined
      const set = isOwn ? own : forAll
      const fault = set[name]
      if (fault === undefined) return null
      struck.set(name, (struck.get(name) ?? 0) + 1)
      if (fault.times !== undefined) put(isOwn ? phone : undefined, usedOnce(set, name, fault.times))
      return fault
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function usedOnce(set: FaultSet, name: FaultName, times: number): FaultSet {
  if (times > 1) return { ...set, [name]: { ...set[name], times: times - 1 } }
  const { [name]: _used, ...left } = set
  return left
}
