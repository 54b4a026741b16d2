/** News for subscribers in this process only; other processes hear nothing of it. */
export type Topic<News> = {
  publish(news: News): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (news: News) => void): () => void
}

/** A listener that throws must not hurt the publisher, so its error goes to `onError`. */
export function createTopic<News>(onError: (error: unknown) => void): Topic<News> {
  const listeners = new Set<(news: News) => void>()
  return {
    publish(news) {
      for (const listener of listeners) {
        try {
          listener(news)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
