/**
 * The outside world: Twilio and Microsoft. Every outgoing request goes through here, so that whoever starts
 * the server decides where the world is.
 */
export type Outside = {
  fetch: typeof globalThis.fetch
  /** The address of the outside world that a browser is sent to. */
  browserUrl(url: string): string
  /** The IP addresses of a host, if not resolved by DNS. */
  addressesOf?: (host: string) => Promise<string[]>
}

export const realOutside: Outside = { fetch: (...request) => globalThis.fetch(...request), browserUrl: (url) => url }
