import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { ArrowReplyRegular } from '@fluentui/react-icons/svg/arrow-reply'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { InfoRegular } from '@fluentui/react-icons/svg/info'
import { MailUnreadRegular } from '@fluentui/react-icons/svg/mail-unread'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { useMenuLayer } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { STATUS_TEXTS } from '../delivery/status-texts.ts'
import { attempt, copyText } from './copy-text.ts'

export type MessageMenuProps = {
  label: string
  text: string
  tabIndex: number
  /** Null if the person may not write. */
  onReply: (() => void) | null
  onDetails: () => void
  /** Null if it can't be unread: the person's own message, or a chat they are not a member of. */
  onMarkUnread: (() => Promise<void>) | null
}

/** The menu of a message. It is mounted to be opened, so that it starts open. */
export function MessageMenu({ label, text, tabIndex, onReply, onDetails, onMarkUnread }: MessageMenuProps) {
  const layer = useMenuLayer()
  return (
    <Menu {...layer} positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          size="small"
          icon={<MoreHorizontalRegular />}
          data-tip={MESSAGE_TEXTS.moreShort}
          aria-label={label}
          tabIndex={tabIndex}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {onReply && (
            <MenuItem icon={<ArrowReplyRegular />} onClick={onReply}>
              {MESSAGE_TEXTS.reply}
            </MenuItem>
          )}
          <MenuItem icon={<InfoRegular />} onClick={onDetails}>
            {STATUS_TEXTS.details}
          </MenuItem>
          {text !== '' && (
            <MenuItem icon={<CopyRegular />} onClick={() => copyText(text)}>
              {MESSAGE_TEXTS.copy}
            </MenuItem>
          )}
          {onMarkUnread && (
            <MenuItem
              icon={<MailUnreadRegular />}
              onClick={() => attempt(onMarkUnread, MESSAGE_TEXTS.markUnreadFailed)}
            >
              {MESSAGE_TEXTS.markUnread}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
