import type { ChatListItem } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { Suspense, useRef, useState } from 'react'
import type { FocusEvent, MouseEvent, ReactNode } from 'react'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useLongPress } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { SelectPlace } from '../selection/select-place.tsx'

const loadMenu = optionalChunk(async () => (await import('./chat-menu.tsx')).ChatMenu)
const ChatMenu = lazyComponent(loadMenu)

const useStyles = makeStyles({
  row: { position: 'relative' },
  button: {
    position: 'absolute',
    // In place of the time; the count stays visible.
    top: '5px',
    right: tokens.spacingHorizontalM,
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '24px',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: '20px',
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      // In high contrast, black on cyan.
      color: tokens.colorNeutralForeground1Hover,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    // A finger opens the menu with a long press.
    '@media (hover: none)': { ':not(:focus-visible)': { display: 'none' } },
  },
  buttonCompact: { top: '10px' },
  // The time stays there for screen readers.
  near: { '@media (hover: hover)': { '& time': { opacity: 0 } } },
})

type Props = {
  chat: Pick<ChatListItem, 'id' | 'name' | 'archived'>
  /** Whether the Tab key stops in this row. */
  isStop: boolean
  isCompact: boolean
  /** The link to the chat. */
  children: ReactNode
}

/** Adds the chat's menu to a row: a button on hover and focus, a right click, the menu key, and a long press. */
export function ChatRow({ chat, isStop, isCompact, children }: Props) {
  const styles = useStyles()
  const row = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const longPress = useLongPress(() => setOpen(true))
  const approach = () => setNear(true)
  // All that can be done with a deleted chat is on its screen.
  if (chat.archived) return <div className={styles.row}>{children}</div>
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the link inside
    <div
      ref={row}
      className={mergeClasses(styles.row, (isNear || isOpen) && styles.near)}
      {...longPress}
      onPointerEnter={approach}
      onPointerLeave={() => setNear(false)}
      onFocus={approach}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setNear(false)
      }}
      onContextMenu={(event: MouseEvent) => {
        longPress.onContextMenu(event)
        event.preventDefault()
        setOpen(true)
      }}
    >
      <SelectPlace chat={chat} isNear={isNear} isCompact={isCompact} />
      {children}
      {(isNear || isOpen) && (
        <button
          type="button"
          className={mergeClasses(styles.button, isCompact && styles.buttonCompact)}
          aria-label={CHAT_TEXTS.actionsFor(chat.name)}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          data-tip={CHAT_TEXTS.actions}
          tabIndex={isStop ? 0 : -1}
          onClick={() => setOpen(true)}
          {...loadOnApproach(loadMenu)}
        >
          <MoreHorizontalRegular />
        </button>
      )}
      <Suspense fallback={null}>
        {isOpen && (
          <ChatMenu
            chatId={chat.id}
            anchor={row}
            opener={() => row.current?.querySelector<HTMLElement>('[data-chat]') ?? null}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
