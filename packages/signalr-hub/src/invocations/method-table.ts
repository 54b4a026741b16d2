import type { HubUser } from '../connections/user.ts'
import type { HubContext } from '../hubs/hub-context.ts'
import type { HubMethod, HubOptions } from '../hubs/hub-options.ts'

/** A method, ready to be called. */
export type BoundMethod = {
  /** The name as the application wrote it. */
  readonly name: string
  readonly kind: 'method' | 'stream'
  readonly uploads: number
  readonly authorize: (context: HubContext) => boolean | Promise<boolean>
  readonly bind: (args: readonly unknown[]) => readonly unknown[]
  readonly run: (context: HubContext, ...args: unknown[]) => unknown
}

/** Finds methods by name, whatever its case. */
export type MethodTable = { find(target: string): BoundMethod | undefined }

type Declarations = Pick<HubOptions<HubUser>, 'methods' | 'streams'>

/** @throws TypeError when two names differ in case only: clients could not tell them apart */
export function createMethodTable({ methods = {}, streams = {} }: Declarations): MethodTable {
  const byName = new Map<string, BoundMethod>()

  function add(name: string, kind: BoundMethod['kind'], method: HubMethod<HubUser>): void {
    const key = name.toLowerCase()
    if (byName.has(key)) throw new TypeError(`The hub has more than one method '${name}'. Names are case-insensitive.`)
    const details = typeof method === 'function' ? { run: method } : method
    byName.set(key, {
      uploads: 0,
      authorize: () => true,
      bind: (args) => args,
      ...details,
      name,
      kind,
    })
  }

  for (const [name, method] of Object.entries(methods)) add(name, 'method', method)
  for (const [name, method] of Object.entries(streams)) add(name, 'stream', method)
  return { find: (target) => byName.get(target.toLowerCase()) }
}
