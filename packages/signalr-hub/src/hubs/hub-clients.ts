/** The recipients of a message, serializable for other processes. */
export type Audience =
  | { readonly kind: 'all'; readonly except?: readonly string[] }
  | { readonly kind: 'groups'; readonly names: readonly string[]; readonly except?: readonly string[] }
  | { readonly kind: 'users'; readonly ids: readonly string[] }
  | { readonly kind: 'connections'; readonly ids: readonly string[] }

/** A set of clients to send to. */
export type ClientProxy = {
  /**
   * Calls a method on the clients without waiting for them. Resolves once the message is on its way.
   * @param args the arguments, in order
   * @throws TypeError when the arguments cannot be encoded
   */
  send(method: string, args: readonly unknown[]): Promise<void>
}

/** How to wait for a client's answer. */
export type InvokeOptions = {
  /** In ms. Default 30,000. */
  readonly timeout?: number
  readonly signal?: AbortSignal
}

/** One client, which can also return a result. */
export type SingleClientProxy = ClientProxy & {
  /**
   * Calls a method on the client and waits for its answer (a "client result").
   * @throws HubException with the client's error
   * @throws Error when it is not connected, leaves, or does not answer in time
   */
  invoke(method: string, args: readonly unknown[], options?: InvokeOptions): Promise<unknown>
}

/** Selects clients in all processes. */
export type HubClients = {
  all(): ClientProxy
  allExcept(connectionIds: readonly string[]): ClientProxy
  client(connectionId: string): SingleClientProxy
  clients(connectionIds: readonly string[]): ClientProxy
  group(name: string): ClientProxy
  groups(names: readonly string[]): ClientProxy
  groupExcept(name: string, connectionIds: readonly string[]): ClientProxy
  user(userId: string): ClientProxy
  users(userIds: readonly string[]): ClientProxy
}

/** Selects clients relative to the caller. */
export type HubCallerClients = HubClients & {
  caller(): SingleClientProxy
  others(): ClientProxy
  othersInGroup(name: string): ClientProxy
}

/** Sends to an audience in all processes. */
export type Sender = {
  send(audience: Audience, method: string, args: readonly unknown[]): Promise<void>
  invoke(connectionId: string, method: string, args: readonly unknown[], options: InvokeOptions): Promise<unknown>
}

export function createHubClients(sender: Sender): HubClients {
  const proxy = (audience: Audience): ClientProxy => ({ send: (method, args) => sender.send(audience, method, args) })

  return {
    all: () => proxy({ kind: 'all' }),
    allExcept: (except) => proxy({ kind: 'all', except }),
    client: (id) => ({
      ...proxy({ kind: 'connections', ids: [id] }),
      invoke: (method, args, options = {}) => sender.invoke(id, method, args, options),
    }),
    clients: (ids) => proxy({ kind: 'connections', ids }),
    group: (name) => proxy({ kind: 'groups', names: [name] }),
    groups: (names) => proxy({ kind: 'groups', names }),
    groupExcept: (name, except) => proxy({ kind: 'groups', names: [name], except }),
    user: (id) => proxy({ kind: 'users', ids: [id] }),
    users: (ids) => proxy({ kind: 'users', ids }),
  }
}

export function createCallerClients(clients: HubClients, connectionId: string): HubCallerClients {
  return {
    ...clients,
    caller: () => clients.client(connectionId),
    others: () => clients.allExcept([connectionId]),
    othersInGroup: (name) => clients.groupExcept(name, [connectionId]),
  }
}
