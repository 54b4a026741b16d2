import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Handlers = Readonly<Record<string, (argument: never) => unknown>>
type Call = { readonly id: number; readonly name: string; readonly argument: unknown }
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: string }

/** Functions of another process, callable from this one. */
export type Remote<Functions extends Handlers> = AsyncDisposable & {
  call<Name extends keyof Functions & string>(
    name: Name,
    ...argument: Parameters<Functions[Name]>
  ): Promise<Awaited<ReturnType<Functions[Name]>>>
}

type Start = {
  /** The file that calls `answerCalls`. */
  readonly file: URL
  /** Prefix of the command: see `pinnedTo`. */
  readonly prefix?: readonly string[]
  readonly nodeOptions?: readonly string[]
}

export function startRemote<Functions extends Handlers>({
  file,
  prefix = [],
  nodeOptions = [],
}: Start): Remote<Functions> {
  const command = [...prefix, process.execPath, ...nodeOptions, fileURLToPath(file)]
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0

  child.on('message', ({ id, result, error }: Answer) => {
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(error))
    waiting.delete(id)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file.pathname} has ended.`))
  })

  return {
    call(name, ...[argument]) {
      const answer = Promise.withResolvers<unknown>()
      calls += 1
      waiting.set(calls, answer)
      child.send({ id: calls, name, argument } satisfies Call)
      return answer.promise as never
    },
    [Symbol.asyncDispose]: () => end(child),
  }
}

/** In the other process: answers calls until the caller exits. */
export function answerCalls(handlers: Handlers): void {
  process.on('message', (call: Call) => {
    void answer(handlers, call).then((result) => process.send?.(result))
  })
  process.on('disconnect', () => process.exit())
}

/** User and system time of this process, in µs. */
export function cpuUsed(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function answer(handlers: Handlers, { id, name, argument }: Call): Promise<Answer> {
  try {
    return { id, result: await handlers[name]?.(argument as never) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}
