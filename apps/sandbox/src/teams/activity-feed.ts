import { randomUUID } from 'node:crypto'
import { findPerson } from '../directories/index.ts'
import type { Directory } from '../directories/index.ts'
import { UnknownName } from '../input/index.ts'
import type { Section } from '../journal/index.ts'
import type { TeamsApp } from './teams-app.ts'

/** An activity in a person's feed. */
export type FeedItem = {
  id: string
  activityType: string
  /** The type's text, with its parameters. */
  text: string
  preview: string
  topic: string
  /** The deep link that a click opens. */
  webUrl: string
  /** A later activity of the same chain replaces it. */
  chainId: number | null
  at: string
  isRead: boolean
}

export type FeedEvent = { personId: string } & ({ type: 'sent'; item: FeedItem } | { type: 'read'; itemId: string })

/** People's activity feeds, and who has the app. Both throw an error for an unknown login. */
export type TeamsControls = {
  /** The person's activity feed, newest first. */
  feed(login: string): readonly FeedItem[]
  /** Installs the app for a person, or removes it, until the next start. At first, everyone has it. */
  setInstalled(login: string, isInstalled: boolean): void
}

export type ActivityFeeds = TeamsControls & {
  app: TeamsApp
  isInstalledFor(personId: string): boolean
  send(personId: string, activity: Omit<FeedItem, 'id' | 'at' | 'isRead'>): void
  read(login: string, itemId: string): void
}

type Parts = {
  app: TeamsApp
  directories: readonly Directory[]
  journal: Section<FeedEvent>
  /** Milliseconds since 1970. */
  now: () => number
}

export function createActivityFeeds({ app, directories, journal, now }: Parts): ActivityFeeds {
  const feeds = new Map<string, readonly FeedItem[]>()
  const removedFor = new Set<string>()
  const feedOf = (personId: string) => feeds.get(personId) ?? []
  for (const event of journal.past) apply(event)

  function apply(event: FeedEvent) {
    const items = feedOf(event.personId)
    feeds.set(
      event.personId,
      event.type === 'sent'
        ? [event.item, ...items.filter(({ chainId }) => chainId === null || chainId !== event.item.chainId)]
        : items.map((item) => (item.id === event.itemId ? { ...item, isRead: true } : item)),
    )
  }

  function record(event: FeedEvent) {
    apply(event)
    journal.append(event)
  }

  function idOf(login: string): string {
    const found = findPerson(directories, login)
    if (!found) throw new UnknownName(`Nobody here is called ${login}.`)
    return found.person.id
  }

  return {
    app,
    feed: (login) => feedOf(idOf(login)),
    setInstalled(login, isInstalled) {
      if (isInstalled) removedFor.delete(idOf(login))
      else removedFor.add(idOf(login))
    },
    isInstalledFor: (personId) => !removedFor.has(personId),
    send(personId, activity) {
      const item = { ...activity, id: randomUUID(), at: new Date(now()).toISOString(), isRead: false }
      record({ type: 'sent', personId, item })
    },
    read: (login, itemId) => record({ type: 'read', personId: idOf(login), itemId }),
  }
}
