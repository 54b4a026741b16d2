/** Carries messages between the processes of one application. */
export interface Backplane {
  /** Sends to every subscriber of the channel, in all processes. A subscriber in the same process may get it too. */
  publish(channel: string, message: string): Promise<void>
  /** Receives from the channel. The returned function ends that. */
  subscribe(channel: string, receive: (message: string) => void): Promise<() => Promise<void>>
}
