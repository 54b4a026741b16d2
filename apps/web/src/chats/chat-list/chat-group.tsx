import type { ChatId, ChatListItem, FoundNote, MemberId } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useId, useRef, useState } from 'react'
import type { FixedListHandle } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { ChatItem } from './chat-item.tsx'
import { useLineNames } from './line-names.ts'
import { useListSettings } from './list-settings.ts'
import { useListKeys } from './use-list-keys.ts'

/** More chats than this are collapsed, so that the list below stays reachable. */
const MAX_COLLAPSED = 3

const useStyles = makeStyles({
  group: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} 0` },
  head: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '24px',
    padding: `0 ${tokens.spacingHorizontalXS} 0 ${tokens.spacingHorizontalM}`,
  },
  title: {
    flexGrow: 1,
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
})

type Props = {
  title: string
  /** Shown as a tooltip of the title. */
  hint: string
  items: readonly ChatListItem[]
  /** By chat: the notes that its rows show. */
  notes?: ReadonlyMap<ChatId, FoundNote> | undefined
  openedId: ChatId | null
  me: MemberId
  onOpenAgain: () => void
}

/** A group of chats above the list; nothing without chats. */
export function ChatGroup(props: Props) {
  return props.items.length > 0 && <Group {...props} />
}

function Group({ title, hint, items, notes, openedId, me, onOpenAgain }: Props) {
  const styles = useStyles()
  const [{ density }] = useListSettings()
  const lines = useLineNames()
  const titleId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<FixedListHandle>(null)
  const shown = showsAll ? items : items.slice(0, MAX_COLLAPSED)
  const keys = useListKeys({ items: shown, openedId, scroller, list })
  return (
    <section aria-labelledby={titleId} className={styles.group}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} title={hint}>
          {title}
        </h2>
        {items.length > MAX_COLLAPSED && (
          <Button appearance="transparent" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? CHAT_TEXTS.showFewer : CHAT_TEXTS.showAll(items.length)}
          </Button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links inside */}
      <div ref={scroller} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
        <ul className={styles.list}>
          {shown.map((item, index) => (
            <li key={item.id}>
              <ChatItem
                item={item}
                me={me}
                isOpened={item.id === openedId}
                isStop={index === keys.stopIndex}
                onOpen={item.id === openedId ? onOpenAgain : undefined}
                line={lines?.get(item.numberId)}
                density={density}
                mention={notes?.get(item.id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
