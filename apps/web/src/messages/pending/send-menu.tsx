import { HOLD_SECONDS } from '@partyline/contract'
import type { Member, NumberId } from '@partyline/contract'
import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
} from '@fluentui/react-components'
import type { RefObject } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import { holdSecondsOf } from '../../core/hold-seconds.ts'
import type { HoldSeconds } from '../../core/hold-seconds.ts'
import type { Timing } from '../../core/outbox/outgoing.ts'
import { useLayer } from '../../platform/use-layer.ts'
import { useStore } from '../../platform/use-store.ts'
import { SNIPPET_TEXTS } from '../../snippets/index.ts'
import { SendLaterItems } from '../send-later/send-later-items.tsx'
import { SEND_LATER_TEXTS } from '../send-later/send-later-texts.ts'
import { PENDING_TEXTS } from './pending-texts.ts'

type Props = {
  anchor: RefObject<HTMLElement | null>
  /** Whether there is something to send. */
  canSend: boolean
  /** The contacts who get the message. */
  contacts: readonly Member[]
  numberId: NumberId | undefined
  onSendAt: ((timing: Timing) => void) | undefined
  onSnippets: (() => void) | undefined
  onClose: () => void
}

/** Snippets, other times to send, and how long a message can be undone. */
export function SendMenu({ anchor, canSend, contacts, numberId, onSendAt, onSnippets, onClose }: Props) {
  const holdSeconds = holdSecondsOf(useSignedIn().id)
  const seconds = useStore(holdSeconds)
  useLayer(true, onClose)
  return (
    <Menu
      open
      positioning={{ target: anchor.current, position: 'above', align: 'end' }}
      onOpenChange={(_, { open }) => {
        if (open) return
        anchor.current?.focus()
        onClose()
      }}
      checkedValues={{ undo: [String(seconds)] }}
      onCheckedValueChange={(_, { checkedItems: [chosen] }) => holdSeconds.set(Number(chosen) as HoldSeconds)}
    >
      <MenuPopover>
        <MenuList aria-label={PENDING_TEXTS.messageOptions}>
          <MenuItem secondaryContent="/" disabled={!onSnippets} onClick={onSnippets}>
            {SNIPPET_TEXTS.insert}
          </MenuItem>
          <MenuDivider />
          {onSendAt && (
            <>
              <MenuGroup>
                <MenuGroupHeader>{SEND_LATER_TEXTS.title}</MenuGroupHeader>
                {canSend ? (
                  <SendLaterItems
                    contacts={contacts}
                    numberId={numberId}
                    opener={() => anchor.current}
                    onChoose={onSendAt}
                  />
                ) : (
                  <MenuItem disabled>{PENDING_TEXTS.nothingToSend}</MenuItem>
                )}
              </MenuGroup>
              <MenuDivider />
            </>
          )}
          <MenuGroup>
            <MenuGroupHeader>{PENDING_TEXTS.undoTime}</MenuGroupHeader>
            {HOLD_SECONDS.map((each) => (
              <MenuItemRadio key={each} name="undo" value={String(each)}>
                {PENDING_TEXTS.undoSeconds(each)}
              </MenuItemRadio>
            ))}
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
