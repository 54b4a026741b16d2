import { isBlank } from '@partyline/contract'
import type { FoundNote, MemberId } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { chatAddress } from '../../core/chats/chat-address.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useMe, usersQuery } from '../../users/index.ts'
import { Marked } from './found-item.tsx'
import { useHitStyles } from './hit.styles.ts'
import { SEARCH_TEXTS } from './search-texts.ts'
import { noteRow } from './use-found-notes.ts'

type Props = { notes: readonly FoundNote[]; term: string; stop: string | null }

/** Notes, each a link to it in its chat. */
export function NoteHits({ notes, term, stop }: Props) {
  const styles = useHitStyles()
  const authorOf = useAuthors()
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <li key={note.noteId}>
          <NoteHit note={note} author={authorOf(note.createdBy)} term={term} isStop={noteRow(note) === stop} />
        </li>
      ))}
    </ul>
  )
}

type HitProps = { note: FoundNote; author: string | undefined; term: string; isStop: boolean }

function NoteHit({ note, author, term, isStop }: HitProps) {
  const styles = useHitStyles()
  const times = useTimes()
  const link = useLinkTo()
  return (
    <Link
      to={link(chatAddress(note))}
      className={styles.hit}
      tabIndex={isStop ? 0 : -1}
      data-row={noteRow(note)}
      draggable={false}
    >
      <span className={styles.head}>
        <bdi className={styles.title}>{note.chatName}</bdi>
        <time className={styles.time} dateTime={note.createdOn} title={times.full(note.createdOn)}>
          {times.short(note.createdOn)}
        </time>
      </span>
      <span className={styles.text}>
        <bdi>{isBlank(note.text) ? SEARCH_TEXTS.noText : <Marked text={note.text} term={term} />}</bdi>
      </span>
      {author !== undefined && (
        <bdi className={styles.author} title={author}>
          {author}
        </bdi>
      )}
    </Link>
  )
}

/** The names of users, also of disabled ones. */
function useAuthors(): (id: MemberId) => string | undefined {
  const { data: users } = useQuery(usersQuery(useApi()))
  const me = useMe()
  // A user's ID is also their ID as a member.
  return (id) =>
    (id as string) === me?.id ? SEARCH_TEXTS.you : users?.find((user) => (user.id as string) === id)?.name
}
