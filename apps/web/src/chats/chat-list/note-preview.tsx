import { isBlank } from '@partyline/contract'
import type { FoundNote } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { LockClosedRegular } from '@fluentui/react-icons/svg/lock-closed'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { usersQuery } from '../../users/index.ts'
import { VisuallyHidden } from '../../ui/index.ts'
import { SEARCH_TEXTS } from '../search/search-texts.ts'
import { useChatItemStyles } from './chat-list.styles.ts'

/** A note that mentions this person, instead of the last message. */
export function NotePreview({ note: { text, createdBy } }: { note: FoundNote }) {
  const styles = useChatItemStyles()
  const { data: users } = useQuery(usersQuery(useApi()))
  // A user's ID is also their ID as a member.
  const author = users?.find(({ id }) => (id as string) === createdBy)?.name
  return (
    <span className={mergeClasses(styles.preview, styles.unreadPreview)}>
      <LockClosedRegular className={styles.inlineIcon} aria-hidden />
      <VisuallyHidden>{SEARCH_TEXTS.note}</VisuallyHidden>
      {author !== undefined && (
        <>
          <bdi>{author}</bdi>
          {': '}
        </>
      )}
      <bdi>{isBlank(text) ? SEARCH_TEXTS.noText : text}</bdi>
    </span>
  )
}
