// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex -- a list of options whose field has the focus and the keys
import type { Member } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { PeopleTeamRegular } from '@fluentui/react-icons/svg/people-team'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { RefObject } from 'react'
import { useSignedIn } from '../../../auth/index.ts'
import type { Mentioned } from '../../../core/notes/mentions.ts'
import { useApi, useTimes } from '../../../platform/platform-context.tsx'
import { announce, Avatar, BusyRing, useSuggestions, useSuggestionStyles, VisuallyHidden } from '../../../ui/index.ts'
import type { SuggestionListProps } from '../../../ui/index.ts'
import { awayText, useAway, usersQuery } from '../../../users/index.ts'
import { findPeople } from './find-people.ts'
import { MENTION_TEXTS } from './mention-texts.ts'

/** No one scrolls further. */
const MAX_SHOWN = 50

export type MentionPlace = {
  /** The text of the note. */
  field: RefObject<HTMLTextAreaElement | null>
  members: readonly Member[]
  /** Replaces the typed term with the mention. */
  onChoose: (chosen: Mentioned, range: { from: number; to: number }) => void
}

/** The people to mention. The text keeps the focus, and passes its keys through the handle. */
export function MentionList({
  source,
  early,
  onEarly,
  field,
  members,
  className,
  onChoose,
  onClose,
  ref,
}: MentionPlace & SuggestionListProps) {
  const styles = useSuggestionStyles()
  const { id: me } = useSignedIn()
  const awayOf = useAway()
  const times = useTimes()
  const { data: users, error, isFetching, refetch } = useQuery(usersQuery(useApi()))
  const term = source.by === 'typing' ? source.term : ''
  const found = useMemo(() => (users ? findPeople(users, members, { term, me }) : []), [users, members, term, me])
  const shown = found.slice(0, MAX_SHOWN)
  const isLoaded = users !== undefined
  // `@` with text that is in no name is ordinary text.
  const isListed = found.length > 0 || !isLoaded
  const { listId, active, optionId } = useSuggestions({
    ref,
    source,
    term,
    early,
    onEarly,
    field,
    keys: shown.map(({ id }) => id),
    first: shown[0]?.id,
    isListed,
    isLoaded,
    isFailed: error !== null,
    onChoose: choose,
  })

  useEffect(() => {
    if (isLoaded) announce(MENTION_TEXTS.opened)
  }, [isLoaded])

  function choose(key: string) {
    const chosen = shown.find(({ id }) => id === key)
    if (chosen && source.by === 'typing') onChoose({ id: chosen.id, name: chosen.name }, source)
    onClose()
  }

  if (!isListed) return null
  return (
    // The text keeps the focus when an option or the scroll bar is pressed.
    <div className={className} onMouseDown={(event) => event.preventDefault()}>
      {!isLoaded && error === null && (
        <div className={styles.status}>
          <BusyRing />
          <VisuallyHidden>{MENTION_TEXTS.loading}</VisuallyHidden>
        </div>
      )}
      {!isLoaded && error !== null && (
        <div className={mergeClasses(styles.status, styles.problem)} role="alert">
          {MENTION_TEXTS.failed}
          <Button size="small" disabledFocusable={isFetching} onClick={() => void refetch()}>
            {MENTION_TEXTS.retry}
          </Button>
        </div>
      )}
      {found.length > MAX_SHOWN && (
        <div className={styles.status} role="status">
          {MENTION_TEXTS.more}
        </div>
      )}
      {isLoaded && (
        // Some browsers make scroll containers focusable, others don't.
        <div id={listId} role="listbox" aria-label={MENTION_TEXTS.list} tabIndex={0} className={styles.found}>
          {groupsOf(shown).map(({ label, people }) => (
            <div key={label} role="group" aria-label={label} className={styles.list}>
              {people.map(({ id, name, isMember }) => (
                <div
                  key={id}
                  id={optionId(id)}
                  role="option"
                  aria-selected={id === active}
                  className={mergeClasses(styles.option, id === active && styles.active)}
                  onClick={() => choose(id)}
                >
                  {id === 'everyone' ? (
                    <PeopleTeamRegular aria-hidden="true" fontSize={28} />
                  ) : (
                    <Avatar person={{ id, name }} size={28} />
                  )}
                  <span className={styles.words}>
                    <bdi className={styles.name}>{id === 'everyone' ? MENTION_TEXTS.everyone : name}</bdi>
                    <span className={styles.quiet}>{awayText(awayOf(id), times)}</span>
                  </span>
                  {!isMember && <span className={styles.facts}>{MENTION_TEXTS.others}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function groupsOf(shown: ReturnType<typeof findPeople>) {
  return [
    { label: MENTION_TEXTS.members, people: shown.filter(({ isMember }) => isMember) },
    { label: MENTION_TEXTS.others, people: shown.filter(({ isMember }) => !isMember) },
  ].filter(({ people }) => people.length > 0)
}
