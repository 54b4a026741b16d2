/** The Cache API in memory, as far as it is used. */
export function createFakeCaches() {
  const stored = new Map<string, Map<string, string>>()
  const ORIGIN = 'https://texts.example'
  const address = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).href
  const caches = {
    has: async (name: string) => stored.has(name),
    async open(name: string) {
      const entries = stored.get(name) ?? new Map<string, string>()
      stored.set(name, entries)
      return {
        put: async (request: RequestInfo, response: Response) =>
          void entries.set(address(request), await response.text()),
        delete: async (request: RequestInfo) => entries.delete(address(request)),
        keys: async () => [...entries.keys()].map((url) => new Request(url)),
        match: async (request: RequestInfo) => new Response(entries.get(address(request))),
      }
    },
  } as unknown as CacheStorage
  return { caches, size: () => [...stored.values()].reduce((sum, entries) => sum + entries.size, 0) }
}
