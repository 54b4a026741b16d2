import type { ChatId, UserId } from '@partyline/contract'
import { makeStyles, Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components'
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo'
import { CheckboxCheckedRegular } from '@fluentui/react-icons/svg/checkbox-checked'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { MailUnreadRegular } from '@fluentui/react-icons/svg/mail-unread'
import { PersonAddRegular } from '@fluentui/react-icons/svg/person-add'
import { PersonAvailableRegular } from '@fluentui/react-icons/svg/person-available'
import { useState } from 'react'
import type { RefObject } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import { useLayer } from '../../platform/use-layer.ts'
import { useStore } from '../../platform/use-store.ts'
import { letterKeysOf } from '../../shortcuts/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { isMember } from '../../core/people.ts'
import { useSelection } from '../selection/selection-context.ts'
import { SELECTION_TEXTS } from '../selection/selection-texts.ts'
import { NotifyItems, useNotifyMenu } from './notify-items.tsx'
import { TRIAGE_TEXTS } from './triage-texts.ts'
import { useTriage } from './use-triage.ts'

const useStyles = makeStyles({
  key: { '@media (hover: none)': { display: 'none' } },
})

type Props = {
  chatId: ChatId
  anchor: RefObject<HTMLElement | null>
  /** Gets the focus afterwards; the row's link, or a button of the header. */
  opener: () => HTMLElement | null
  onClose: () => void
}

/** The menu of a chat, in its row or in a narrow header. */
export function ChatMenu({ chatId, anchor, opener, onClose }: Props) {
  const { caches, me } = useChatClient()
  const { id, name } = useSignedIn()
  const styles = useStyles()
  const hasLetters = useStore(letterKeysOf(id))
  const actions = useTriage()
  const selection = useSelection()
  // The chat as it was when the menu opened: it may leave the list while the menu closes.
  const [chat] = useState(() => caches.find(chatId))
  const [origin] = useState(() => anchor.current && { anchor: anchor.current, opener: opener() })
  const notify = useNotifyMenu(chat)
  const close = () => {
    // Return the focus first: otherwise, Fluent would choose a place for it.
    opener()?.focus()
    onClose()
  }
  useLayer(true, close)
  if (chat === undefined || origin === null) return null
  const { state, assignedTo } = chat
  const user = { id: me as string as UserId, name }
  const isInRow = origin.opener?.dataset['chat'] !== undefined
  /** The key that does the same. In a row, the letter alone does. */
  const keyOf = (letter: string) => (
    <span className={styles.key} aria-hidden="true">
      {isInRow && hasLetters ? letter : `Alt+${letter}`}
    </span>
  )
  return (
    <Menu
      open
      positioning={{ target: origin.anchor, position: 'below', align: 'end' }}
      onOpenChange={(_, { open }) => {
        if (!open) close()
      }}
      {...notify}
    >
      {/* Keys in the menu are not for the list, which React takes for its parent. */}
      <MenuPopover onKeyDown={(event) => event.stopPropagation()}>
        <MenuList aria-label={CHAT_TEXTS.actionsFor(chat.name)}>
          {state !== 'done' && (
            <MenuItem
              icon={<CheckmarkCircleRegular />}
              secondaryContent={keyOf('E')}
              onClick={() => actions.markDone(chatId, origin)}
            >
              {TRIAGE_TEXTS.markDone}
            </MenuItem>
          )}
          {state !== 'open' && (
            <MenuItem
              icon={<ArrowUndoRegular />}
              secondaryContent={state === 'done' ? keyOf('E') : undefined}
              onClick={() => actions.reopen(chatId, origin)}
            >
              {TRIAGE_TEXTS.reopen}
            </MenuItem>
          )}
          <MenuItem
            icon={<ClockRegular />}
            secondaryContent={keyOf('H')}
            onClick={() => actions.snooze(chatId, origin)}
          >
            {TRIAGE_TEXTS.snoozeMore}
          </MenuItem>
          {assignedTo !== user.id && (
            <MenuItem icon={<PersonAvailableRegular />} onClick={() => actions.assignTo(chatId, user, origin)}>
              {TRIAGE_TEXTS.assignToMe}
            </MenuItem>
          )}
          <MenuItem
            icon={<PersonAddRegular />}
            secondaryContent={keyOf('A')}
            onClick={() => actions.assign(chatId, origin)}
          >
            {TRIAGE_TEXTS.assignMore}
          </MenuItem>
          {isMember(chat, me) && !chat.archived && chat.unreadCount === 0 && (
            <MenuItem
              icon={<MailUnreadRegular />}
              secondaryContent={keyOf('U')}
              onClick={() => void actions.markUnread(chatId)}
            >
              {TRIAGE_TEXTS.markUnread}
            </MenuItem>
          )}
          {selection && (
            <MenuItem
              icon={<CheckboxCheckedRegular />}
              secondaryContent={keyOf('X')}
              onClick={() => selection.toggle(chatId)}
            >
              {SELECTION_TEXTS.selectChat}
            </MenuItem>
          )}
          {isMember(chat, me) && <NotifyItems />}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
