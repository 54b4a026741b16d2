import type { ChatListItem } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useSyncExternalStore } from 'react'
import type { Selection } from './selection.ts'
import { HOVERED } from '../chat-list/chat-list.styles.ts'
import { SELECTION_TEXTS } from './selection-texts.ts'

const useStyles = makeStyles({
  box: {
    position: 'absolute',
    // Above the avatar, also while that is transparent.
    zIndex: 1,
    top: 0,
    bottom: 0,
    left: tokens.spacingHorizontalM,
    display: 'grid',
    placeItems: 'center',
    width: '40px',
    opacity: 0,
    cursor: 'pointer',
    ':hover': { opacity: 1 },
    ':focus-within': { opacity: 1 },
    // The row's link comes after it.
    ':has(+ a:focus-visible)': { opacity: 1 },
    ':is([data-selecting] *)': { opacity: 1 },
    // The avatar makes room.
    ':hover + a > :first-child': { opacity: 0 },
    '& + a:focus-visible > :first-child': { opacity: 0 },
    ':is([data-selecting] *) + a > :first-child': { opacity: 0 },
    // A finger on the avatar opens the chat until something is selected.
    '@media (hover: none)': { pointerEvents: 'none', ':is([data-selecting] *)': { pointerEvents: 'auto' } },
  },
  compact: { width: '28px' },
  selected: {
    '& + a': {
      backgroundColor: tokens.colorBrandBackground2,
      // Griffel puts rules for hovering into a later layer, but not those of another element.
      [HOVERED]: tokens.colorBrandBackground2Hover,
    },
  },
  input: { width: '18px', height: '18px', margin: 0, accentColor: tokens.colorBrandBackground, cursor: 'pointer' },
})

type Props = { selection: Selection; chat: Pick<ChatListItem, 'id' | 'name'>; isCompact: boolean }

/** The checkbox of a row, in place of the avatar: visible on hover and focus, and while chats are selected. */
export function SelectBox({ selection, chat, isCompact }: Props) {
  const styles = useStyles()
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.current().ids.has(chat.id))
  return (
    <label className={mergeClasses(styles.box, isCompact && styles.compact, isSelected && styles.selected)}>
      <input
        type="checkbox"
        className={styles.input}
        checked={isSelected}
        // The list has one Tab stop; X selects by keyboard.
        tabIndex={-1}
        aria-label={SELECTION_TEXTS.select(chat.name)}
        onChange={() => selection.toggle(chat.id)}
      />
    </label>
  )
}
