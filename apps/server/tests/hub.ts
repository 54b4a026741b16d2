import { REALTIME } from '@partyline/contract'
import type { RealtimeEvent, SharedChat } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { HttpTransportType, HubConnection } from '@microsoft/signalr'

/** A browser's connection to the hub: the unmodified SignalR client. */
export type Listener = {
  connection: HubConnection
  /** The lists of events, as they came. */
  lists: RealtimeEvent[][]
  /** All events, in their order. */
  events(): RealtimeEvent[]
  /** Resolves when the connection is over. */
  closed: Promise<void>
}

export async function listen(
  url: string,
  client: Pick<Client, 'accessToken'>,
  transport?: HttpTransportType,
): Promise<Listener> {
  const connection = new HubConnectionBuilder()
    .withUrl(`${url}${REALTIME.hubPath}`, {
      accessTokenFactory: () => client.accessToken ?? '',
      ...(transport && { transport }),
    })
    .configureLogging(LogLevel.None)
    .build()
  const lists: RealtimeEvent[][] = []
  connection.on(REALTIME.clientMethod, (events: RealtimeEvent[]) => lists.push(events))
  const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()))
  await connection.start()
  return { connection, lists, events: () => lists.flat(), closed }
}

/** An event's changes to its chat. */
export function patchOf(data: RealtimeEvent['data']): Partial<SharedChat> | undefined {
  return data && 'patch' in data ? data.patch : undefined
}
