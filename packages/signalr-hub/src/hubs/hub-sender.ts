import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { HubUser } from '../connections/user.ts'
import { type CompletionOutcome, type InvocationMessage, MessageType } from '../protocol/hub-message.ts'
import type { HubProtocol } from '../protocol/hub-protocol.ts'
import type { Backplane } from './backplane.ts'
import { createClientResults } from './client-results.ts'
import { encodeOnce, type EncodedMessage, fromRecords, toRecords } from './encoded-message.ts'
import type { Audience, Sender } from './hub-clients.ts'
import type { HubOptions } from './hub-options.ts'
import { type ConnectionFilter, createHubRelay, type HubRelay, type RelayCommand } from './hub-relay.ts'
import type { Traffic } from './hub-services.ts'
import type { Member, Members } from './members.ts'

/** In ms. */
const DEFAULT_INVOKE_TIMEOUT = 30_000
/** The calling process has its own timeout; this only bounds what is stored for it, in ms. */
const MAX_REMOTE_INVOKE = 600_000

type ClientCall = { readonly connectionId: string; readonly method: string; readonly args: readonly unknown[] }

/** Sends to clients of all processes. */
export type HubSender = Sender & {
  addToGroup(connectionId: string, group: string): Promise<void>
  removeFromGroup(connectionId: string, group: string): Promise<void>
  close(which: ConnectionFilter): Promise<void>
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
  readonly events: Pick<HubOptions<HubUser>, 'onMissed' | 'personalize'>
}

export function createHubSender(options: Options): HubSender {
  const { path, members, traffic, protocols, backplane, clock, logger } = options
  const { onMissed, personalize } = options.events
  const remoteAnswers = createClientResults(`${randomUUID()}:`)
  const relay: HubRelay | undefined = backplane && createHubRelay({ path, backplane, clock, logger, receive })

  function notifyMissed(): void {
    if (members.everyone().length === 0) return
    try {
      onMissed?.()
    } catch (err) {
      logger.error({ err, hub: path }, 'onMissed failed.')
    }
  }

  function deliver(audience: Audience, message: EncodedMessage): void {
    const messageFor = personalized(message) ?? (() => message)
    for (const member of members.find(audience)) {
      member.send(messageFor(member))
      traffic.sent += 1
    }
  }

  /** Returns each client's own message, encoded once for clients who share it. */
  function personalized(sent: EncodedMessage): ((member: Member) => EncodedMessage) | null {
    if (!personalize) return null
    const { target, arguments: args } = sent.invocation()
    const argsFor = personalize[target]?.(args)
    if (!argsFor) return null
    const messages = new Map<readonly unknown[], EncodedMessage>()
    return ({ user }) => {
      const own = argsFor(user)
      const message = messages.get(own) ?? encodeOnce({ type: MessageType.Invocation, target, arguments: own })
      messages.set(own, message)
      return message
    }
  }

  function areAllLocal(audience: Audience): boolean {
    return audience.kind === 'connections' && audience.ids.every((id) => members.get(id))
  }

  function closeLocally({ userId, tag }: ConnectionFilter): void {
    for (const member of members.everyone()) {
      const isUser = userId === undefined || member.user.userId === userId
      if (isUser && (tag === undefined || member.user.tags?.includes(tag))) member.closePermanently()
    }
  }

  function changeGroupLocally(action: 'add' | 'remove', connectionId: string, group: string): boolean {
    return action === 'add' ? members.addToGroup(connectionId, group) : members.removeFromGroup(connectionId, group)
  }

  async function changeGroup(action: 'add' | 'remove', connectionId: string, group: string): Promise<void> {
    if (!changeGroupLocally(action, connectionId, group)) {
      await relay?.publish({ kind: 'group', action, connectionId, group })
    }
  }

  async function invokeRemotely(call: ClientCall, signal: AbortSignal): Promise<unknown> {
    if (!relay) throw new Error('The client is not connected.')
    return remoteAnswers.ask((requestId) => relay.publish({ kind: 'invoke', requestId, ...call }), signal)
  }

  /** Answers another process that calls a client. Processes without that client do not answer. */
  async function answerInvoke({ requestId, connectionId, method, args }: ClientCall & { readonly requestId: string }) {
    const member = members.get(connectionId)
    if (!member) return
    try {
      const result = await member.invoke(method, args, AbortSignal.timeout(MAX_REMOTE_INVOKE))
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
        changeGroupLocally(command.action, command.connectionId, command.group)
        break
      case 'close':
        closeLocally(command.which)
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
        notifyMissed()
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
      if (relay && !areAllLocal(audience)) {
        await relay.publish({ kind: 'send', audience, records: toRecords(message, protocols) })
      }
    },
    async invoke(connectionId, method, args, { timeout = DEFAULT_INVOKE_TIMEOUT, signal }) {
      const timeLimit = AbortSignal.timeout(timeout)
      const limits = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit
      const member = members.get(connectionId)
      return member ? member.invoke(method, args, limits) : invokeRemotely({ connectionId, method, args }, limits)
    },
    addToGroup: (connectionId, group) => changeGroup('add', connectionId, group),
    removeFromGroup: (connectionId, group) => changeGroup('remove', connectionId, group),
    async close(which) {
      closeLocally(which)
      await relay?.publish({ kind: 'close', which })
    },
    joined: relay?.joined ?? Promise.resolve(),
    async leave() {
      remoteAnswers.cancel(new Error('The server is closing.'))
      await relay?.close()
    },
  }
}
