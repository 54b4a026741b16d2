const CACHE = 'partyline-replies'
/** The addresses of the cache's entries, which no one fetches. */
const PATH = '/replies/'

type Reply = {
  /** The Idempotency-Key with which it is sent. */
  key: string
  text: string
  /** When it was written, in milliseconds. */
  at: number
  /** While the service worker may be sending it, it is not for the composer. Milliseconds. */
  heldUntil: number
}
type Place = { owner: string; chatId: string }

/**
 * Replies that were written in a notification and are not sent. The service worker keeps a reply before it sends it, so that
 * nothing is lost if the browser stops the worker. The page puts what was not sent into the chat's composer. Only the Cache API
 * is there for both.
 */
export function createKeptReplies({ caches, now }: { caches: CacheStorage; now: () => number }) {
  const pathOf = ({ owner, chatId }: Place) => `${PATH}${owner}/${chatId}/`

  return {
    async keep(place: Place, reply: Reply): Promise<void> {
      const cache = await caches.open(CACHE)
      await cache.put(pathOf(place) + reply.key, Response.json(reply))
    },
    async remove(place: Place, key: string): Promise<void> {
      const cache = await caches.open(CACHE)
      await cache.delete(pathOf(place) + key)
    },
    /** The unsent replies, oldest first. */
    async unsent(place: Place): Promise<Reply[]> {
      // Opening the cache would create it.
      if (!(await caches.has(CACHE))) return []
      const cache = await caches.open(CACHE)
      const requests = await cache.keys()
      const own = requests.filter(({ url }) => new URL(url).pathname.startsWith(pathOf(place)))
      const replies = await Promise.all(
        own.map(async (request) => (await (await cache.match(request))?.json()) as Reply | undefined),
      )
      return replies
        .filter((reply) => reply !== undefined)
        .filter(({ heldUntil }) => heldUntil <= now())
        .toSorted((one, other) => one.at - other.at)
    },
  }
}
