import type { HubUser } from '../connections/user.ts'
import type { HubContext, HubMethod, HubOptions } from './hub-options.ts'

/** A method with defaults applied. */
export type BoundMethod = {
  /** The name as declared by the application. */
  readonly name: string
  readonly kind: 'method' | 'stream'
  readonly uploads: number
  readonly authorize: (context: HubContext) => boolean | Promise<boolean>
  readonly bind: (args: readonly unknown[]) => readonly unknown[]
  readonly run: (context: HubContext, ...args: unknown[]) => unknown
}

/** Finds methods by case-insensitive name. */
export type MethodTable = { find(target: string): BoundMethod | undefined }

type Declarations = Pick<HubOptions<HubUser>, 'methods' | 'streams'>

/** @throws TypeError if two names differ only in case */
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
