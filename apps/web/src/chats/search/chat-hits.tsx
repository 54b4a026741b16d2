import { isBlank } from '@partyline/contract'
import type { ChatListItem, FoundMessage } from '@partyline/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { errorText } from '../../platform/api-error.ts'
import { chatAddress } from '../../core/chats/chat-address.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Marked } from './found-item.tsx'
import { chatHitsQuery } from '../../core/chats/message-queries.ts'
import { useHitStyles } from './hit.styles.ts'
import { SearchEnd } from './search-end.tsx'
import { SEARCH_TEXTS } from './search-texts.ts'

const HITS_PER_PAGE = 20

/** The other matching messages of a chat; the newest one is in the row above. */
export function ChatHits({ item, term, stop }: { item: ChatListItem; term: string; stop: string | null }) {
  const styles = useHitStyles()
  const found = useInfiniteQuery(chatHitsQuery(useApi(), { chatId: item.id, term, limit: HITS_PER_PAGE }))
  const isOther = ({ messageId }: FoundMessage) => messageId !== item.hit?.messageId
  const hits = found.data?.pages.flatMap((page) => page.hits).filter(isOther)
  if (!hits) {
    return <p className={styles.note}>{found.isError ? errorText(found.error) : SEARCH_TEXTS.searching}</p>
  }
  if (hits.length === 0 && !found.hasNextPage) return <p className={styles.note}>{SEARCH_TEXTS.noMoreInChat}</p>
  return (
    <>
      <ul className={styles.hits}>
        {hits.map((hit) => (
          <li key={hit.messageId}>
            <Hit hit={hit} author={authorIn(item, hit)} term={term} isStop={hit.messageId === stop} />
          </li>
        ))}
      </ul>
      <SearchEnd found={found} />
    </>
  )
}

const authorIn = ({ members }: ChatListItem, { sentBy }: FoundMessage) => members.find(({ id }) => id === sentBy)?.name

type HitProps = {
  hit: FoundMessage
  /** The name of the chat, above the text. */
  title?: string
  /** Below the text. */
  author?: string | undefined
  term: string
  isStop: boolean
}

/** A link to a message. */
export function Hit({ hit, title, author, term, isStop }: HitProps) {
  const styles = useHitStyles()
  const times = useTimes()
  const link = useLinkTo()
  const time = (
    <time className={styles.time} dateTime={hit.sentOn} title={times.full(hit.sentOn)}>
      {times.short(hit.sentOn)}
    </time>
  )
  return (
    <Link
      to={link(chatAddress(hit))}
      className={styles.hit}
      tabIndex={isStop ? 0 : -1}
      data-row={hit.messageId}
      draggable={false}
    >
      {title !== undefined && (
        <span className={styles.head}>
          <bdi className={styles.title}>{title}</bdi>
          {time}
        </span>
      )}
      <span className={styles.text}>
        <bdi>{isBlank(hit.text) ? SEARCH_TEXTS.noText : <Marked text={hit.text} term={term} />}</bdi>
      </span>
      {title === undefined && (
        <span className={styles.by}>
          {author !== undefined && (
            <>
              <bdi>{author}</bdi>
              {' · '}
            </>
          )}
          {time}
        </span>
      )}
    </Link>
  )
}
