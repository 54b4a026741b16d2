import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { GavelRegular } from '@fluentui/react-icons/svg/gavel'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { ShareRegular } from '@fluentui/react-icons/svg/share'
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out'
import { useState } from 'react'
import { useHoldAction } from '../../legal-holds/index.ts'
import { loadOnApproach } from '../../platform/chunks.ts'
import { usePlatform } from '../../platform/platform-context.tsx'
import { placeOfChat } from '../../platform/sub-page.ts'
import { useLayer } from '../../platform/use-layer.ts'
import { mayWriteIn } from '../../core/people.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { useMe } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { chatSettingsModal, exportModal } from '../chat-modals.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { useChatActions } from './use-chat-actions.ts'

const useStyles = makeStyles({
  actions: { display: 'flex', columnGap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalS },
  change: { flexGrow: 1 },
})

type Props = { chat: OpenedChat; mayChange: boolean; onGone: () => void }

/** Changes the chat. Leaving and deleting it are in a menu. */
export function ChatActions({ chat, mayChange, onGone }: Props) {
  const styles = useStyles()
  const { me } = useChatClient()
  const { shareLink } = usePlatform()
  const isAdmin = useMe()?.role === 'Admin'
  const actions = useChatActions(chat, onGone)
  const hold = useHoldAction({ chatId: chat.id }, chat.name)
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  const mayLeave = mayWriteIn(chat, me)
  return (
    <div className={styles.actions}>
      {mayChange && (
        <Button className={styles.change} onClick={actions.change} {...loadOnApproach(chatSettingsModal.load)}>
          {DETAILS_TEXTS.change}
        </Button>
      )}
      <Menu open={isOpen} onOpenChange={(_, { open }) => setOpen(open)} positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <Button icon={<MoreHorizontalRegular />} aria-label={DETAILS_TEXTS.more} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {shareLink && (
              <MenuItem icon={<ShareRegular />} onClick={() => shareLink(placeOfChat(chat))}>
                {DETAILS_TEXTS.share}
              </MenuItem>
            )}
            <MenuItem icon={<ArrowDownloadRegular />} onClick={actions.export} {...loadOnApproach(exportModal.load)}>
              {DETAILS_TEXTS.export}
            </MenuItem>
            {isAdmin && (
              <MenuItem icon={<GavelRegular />} {...hold.props}>
                {hold.label}
              </MenuItem>
            )}
            {mayLeave && (
              <MenuItem icon={<SignOutRegular />} onClick={actions.leave}>
                {DETAILS_TEXTS.leave}
              </MenuItem>
            )}
            {mayChange && (
              <MenuItem icon={<DeleteRegular />} onClick={actions.remove}>
                {DETAILS_TEXTS.delete}
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  )
}
