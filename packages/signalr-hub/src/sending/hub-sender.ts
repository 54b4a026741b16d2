import { randomUUID } from 'node:crypto'
import type { Backplane } from '../backplanes/backplane.ts'
import { type CompletionOutcome, type InvocationMessage, MessageType } from '../protocols/hub-message.ts'
import type { HubProtocol } from '../protocols/hub-protocol.ts'
import type { Clock } from '../server/clock.ts'
import type { Logger } from '../server/logger.ts'
import type { Audience } from './audience.ts'
import { createClientResults } from './client-results.ts'
import { encodeOnce, type EncodedMessage } from './encoded-message.ts'
import type { Sender } from './hub-clients.ts'
import {
  type ConnectionChoice,
  createHubRelay,
  fromRecords,
  type HubRelay,
  type RelayCommand,
  toRecords,
} from './hub-relay.ts'
import type { Members } from './members.ts'
import type { Traffic } from '../hubs/traffic.ts'

/** In ms. */
const DEFAULT_INVOKE_TIMEOUT = 30_000
/** A process that asks through the backplane gives up by itself; this only bounds what is kept for it, in ms. */
const LONGEST_REMOTE_INVOKE = 600_000

type ClientCall = { readonly connectionId: string; readonly method: string; readonly args: readonly unknown[] }

/** Everything that a hub does in all processes. */
export type HubSender = Sender & {
  addToGroup(connectionId: string, group: string): Promise<void>
  removeFromGroup(connectionId: string, group: string): Promise<void>
  close(which: ConnectionChoice): Promise<void>
  readonly joined: Promise<void>
  leave(): Promise<void>
}

type Options = {
  readonly path: string
  readonly members: Members
  readonly traffic: Traffic
  readonly protocols: readonly HubProtocol[]
  readonly backplane: Backplane | undefined
  readonly clock: Clock
  readonly logger: Logger
  /** Clients of this process may have missed messages of others. */
  readonly onMissed: (() => void) | undefined
}

export function createHubSender(options: Options): HubSender {
  const { path, members, traffic, protocols, backplane, clock, logger, onMissed } = options
  const remoteAnswers = createClientResults(`${randomUUID()}:`)
  const relay: HubRelay | undefined = backplane && createHubRelay({ path, backplane, clock, logger, receive })

  function sayMissed(): void {
    if (members.everyone().length === 0) return
    try {
      onMissed?.()
    } catch (err) {
      logger.error({ err, hub: path }, 'onMissed failed.')
    }
  }

  function deliver(audience: Audience, message: EncodedMessage): void {
    for (const member of members.find(audience)) {
      member.send(message)
      traffic.sent += 1
    }
  }

  function isAllHere(audience: Audience): boolean {
    return audience.kind === 'connections' && audience.ids.every((id) => members.get(id))
  }

  function closeHere({ userId, tag }: ConnectionChoice): void {
    for (const member of members.everyone()) {
      const isUser = userId === undefined || member.user.userId === userId
      if (isUser && (tag === undefined || member.user.tags?.includes(tag))) member.closeForGood()
    }
  }

  function changeGroupHere(action: 'add' | 'remove', connectionId: string, group: string): boolean {
    return action === 'add' ? members.addToGroup(connectionId, group) : members.removeFromGroup(connectionId, group)
  }

  async function changeGroup(action: 'add' | 'remove', connectionId: string, group: string): Promise<void> {
    if (!changeGroupHere(action, connectionId, group)) {
      await relay?.publish({ kind: 'group', action, connectionId, group })
    }
  }

  async function invokeElsewhere(call: ClientCall, signal: AbortSignal): Promise<unknown> {
    if (!relay) throw new Error('The client is not connected.')
    return remoteAnswers.ask((requestId) => relay.publish({ kind: 'invoke', requestId, ...call }), signal)
  }

  /** Another process asks a client of ours. The process without that client stays silent. */
  async function answerInvoke({ requestId, connectionId, method, args }: ClientCall & { readonly requestId: string }) {
    const member = members.get(connectionId)
    if (!member) return
    try {
      const result = await member.invoke(method, args, AbortSignal.timeout(LONGEST_REMOTE_INVOKE))
      await relay?.publish({ kind: 'answer', requestId, result: result ?? null })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      await relay?.publish({ kind: 'refusal', requestId, error: text })
    }
  }

  function receive(command: RelayCommand): void {
    switch (command.kind) {
      case 'send':
        deliver(command.audience, fromRecords(command.records))
        break
      case 'group':
        changeGroupHere(command.action, command.connectionId, command.group)
        break
      case 'close':
        closeHere(command.which)
        break
      case 'invoke':
        void answerInvoke(command)
        break
      case 'answer':
        completeRemote(command.requestId, { kind: 'result', result: command.result })
        break
      case 'refusal':
        completeRemote(command.requestId, { kind: 'error', error: command.error })
        break
      case 'missed':
        sayMissed()
        break
    }
  }

  function completeRemote(invocationId: string, outcome: CompletionOutcome): void {
    remoteAnswers.complete({ type: MessageType.Completion, invocationId, outcome })
  }

  return {
    async send(audience, method, args) {
      const invocation: InvocationMessage = { type: MessageType.Invocation, target: method, arguments: args }
      const message = encodeOnce(invocation)
      deliver(audience, message)
      if (relay && !isAllHere(audience)) {
        await relay.publish({ kind: 'send', audience, records: toRecords(message, protocols) })
      }
    },
    async invoke(connectionId, method, args, { timeout = DEFAULT_INVOKE_TIMEOUT, signal }) {
      const timeLimit = AbortSignal.timeout(timeout)
      const limits = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit
      const member = members.get(connectionId)
      return member ? member.invoke(method, args, limits) : invokeElsewhere({ connectionId, method, args }, limits)
    },
    addToGroup: (connectionId, group) => changeGroup('add', connectionId, group),
    removeFromGroup: (connectionId, group) => changeGroup('remove', connectionId, group),
    async close(which) {
      closeHere(which)
      await relay?.publish({ kind: 'close', which })
    },
    joined: relay?.joined ?? Promise.resolve(),
    async leave() {
      remoteAnswers.cancel(new Error('The server is closing.'))
      await relay?.close()
    },
  }
}
