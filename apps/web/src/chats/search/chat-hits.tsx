import type { ChatListItem, FoundMessage } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import { errorText } from '../../platform/api-error.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Marked } from '../chat-list/chat-item.tsx'
import { chatHitsQuery } from '../../core/chats/chat-queries.ts'
import { SearchEnd } from './search-end.tsx'
import { SEARCH_TEXTS } from './search-texts.ts'

/** Aligned with the chat's text, to the right of its avatar of 40 px. */
const INDENT = `calc(40px + ${tokens.spacingHorizontalM})`

const HITS_PER_PAGE = 20

const useStyles = makeStyles({
  hits: { margin: 0, padding: 0, paddingLeft: INDENT, listStyleType: 'none' },
  hit: {
    display: 'block',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textDecorationLine: 'none',
    outlineStyle: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground6 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  text: {
    display: '-webkit-box',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
  },
  by: { color: tokens.colorNeutralForeground3 },
  note: {
    margin: 0,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS}`,
    marginLeft: INDENT,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
})

/** The other matching messages of a chat; the newest one is in the row above. */
export function ChatHits({ item, term, stop }: { item: ChatListItem; term: string; stop: string | null }) {
  const styles = useStyles()
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
            <Hit hit={hit} item={item} term={term} isStop={hit.messageId === stop} />
          </li>
        ))}
      </ul>
      <SearchEnd found={found} />
    </>
  )
}

type HitProps = { hit: FoundMessage; item: ChatListItem; term: string; isStop: boolean }

function Hit({ hit, item, term, isStop }: HitProps) {
  const styles = useStyles()
  const times = useTimes()
  const link = useLinkTo()
  const author = item.members.find(({ id }) => id === hit.sentBy)?.name
  return (
    <Link
      to={link(`/?chat=${hit.chatId}&message=${hit.messageId}`)}
      className={styles.hit}
      tabIndex={isStop ? 0 : -1}
      data-row={hit.messageId}
      draggable={false}
    >
      <span className={styles.text}>
        <bdi>
          <Marked text={hit.text} term={term} />
        </bdi>
      </span>
      <span className={styles.by}>
        {author !== undefined && (
          <>
            <bdi>{author}</bdi>
            {' · '}
          </>
        )}
        <time dateTime={hit.sentOn} title={times.full(hit.sentOn)}>
          {times.short(hit.sentOn)}
        </time>
      </span>
    </Link>
  )
}
