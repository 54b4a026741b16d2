import type { ChatListItem, Member } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { memo } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useMe } from '../../users/index.ts'
import { ChatItem } from '../chat-list/chat-item.tsx'
import { useChatItemStyles } from '../chat-list/chat-list.styles.ts'
import { foundMember, hasNumber } from '../chat-list/found-member.ts'
import { markMatches } from '../chat-list/marked.ts'

const useStyles = makeStyles({
  match: {
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'underline',
    textDecorationColor: tokens.colorBrandStroke1,
    // The browser would keep its own colour for text that is marked, on our ground.
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
})

type Props = Omit<ComponentProps<typeof ChatItem>, 'name' | 'preview'> & { term: string }

/** A chat that a search found, with its matches. */
export const FoundItem = memo(function FoundItem({ term, ...row }: Props) {
  const { item } = row
  const found = item.hit ? <FoundText text={item.hit.text} term={term} /> : whatWasFound(item, term)
  return <ChatItem {...row} name={<Marked text={item.name} term={term} />} preview={found} />
})

function whatWasFound(item: ChatListItem, term: string): ReactNode {
  const member = foundMember(item, term)
  return member && <FoundMember member={member} term={term} />
}

function FoundText({ text, term }: { text: string; term: string }) {
  const styles = useChatItemStyles()
  return (
    <span className={styles.preview}>
      <bdi>
        <Marked text={text} term={term} />
      </bdi>
    </span>
  )
}

/** Shown instead of the last message: the member that the search found. */
function FoundMember({ member, term }: { member: Member; term: string }) {
  const styles = useChatItemStyles()
  const marked = useStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  return (
    <span className={styles.preview}>
      <bdi>
        <Marked text={member.name} term={term} />
      </bdi>
      {member.number !== null && (
        <>
          {' · '}
          {hasNumber(member, term) ? (
            <mark className={marked.match}>{format(member.number)}</mark>
          ) : (
            format(member.number)
          )}
        </>
      )}
    </span>
  )
}

/** A text with the search term highlighted. */
export function Marked({ text, term }: { text: string; term: string }) {
  const styles = useStyles()
  if (term === '') return text
  return markMatches(text, term).map((piece) =>
    piece.isMatch ? (
      <mark key={piece.from} className={styles.match}>
        {piece.text}
      </mark>
    ) : (
      <span key={piece.from}>{piece.text}</span>
    ),
  )
}
