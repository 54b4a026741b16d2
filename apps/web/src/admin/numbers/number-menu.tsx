import type { AccountNumber } from '@partyline/contract'
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { DocumentSignatureRegular } from '@fluentui/react-icons/svg/document-signature'
import { HistoryRegular } from '@fluentui/react-icons/svg/history'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { OpenRegular } from '@fluentui/react-icons/svg/open'
import { PeopleRegular } from '@fluentui/react-icons/svg/people'
import { PlugDisconnectedRegular } from '@fluentui/react-icons/svg/plug-disconnected'
import { useRef } from 'react'
import { openModal, useDangerStyles, useMenuLayer } from '../../ui/index.ts'
import type { ModalDefinition } from '../../ui/index.ts'
import {
  assignedUsersModal,
  lineConsentModal,
  lineHoursModal,
  lineRetentionModal,
  twilioNumberModal,
} from '../admin-modals.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { LINE_CONSENT_TEXTS } from '../consent/line-consent-texts.ts'
import { RETENTION_PAGE_TEXTS } from '../retention/retention-texts.ts'

type Props = { number: AccountNumber; isUnanswered: boolean }

/** Everything that can be done with a number but its main action. */
export function NumberMenu({ number, isUnanswered }: Props) {
  const danger = useDangerStyles()
  const layer = useMenuLayer({ isOpen: false })
  const trigger = useRef<HTMLButtonElement>(null)
  const { name, disabled, twilioUrl } = number
  function open<Props extends object>(modal: ModalDefinition<Props>, props: Props) {
    // It gets the focus when the modal closes, because the item is gone by then.
    trigger.current?.focus()
    openModal(modal, props)
  }
  return (
    <Menu {...layer} inline positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          ref={trigger}
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={PROVIDER_TEXTS.moreActions(name)}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {isUnanswered && (
            <MenuItem icon={<ClockRegular />} onClick={() => open(lineHoursModal, { number })}>
              {PROVIDER_TEXTS.hoursAndReplies}
            </MenuItem>
          )}
          {!disabled && !isUnanswered && (
            <MenuItem icon={<PeopleRegular />} onClick={() => open(assignedUsersModal, { number })}>
              {PROVIDER_TEXTS.assigned}
            </MenuItem>
          )}
          {!disabled && (
            <MenuItem icon={<DocumentSignatureRegular />} onClick={() => open(lineConsentModal, { number })}>
              {LINE_CONSENT_TEXTS.edit}
            </MenuItem>
          )}
          <MenuItem icon={<HistoryRegular />} onClick={() => open(lineRetentionModal, { number })}>
            {RETENTION_PAGE_TEXTS.edit}
          </MenuItem>
          <MenuItemLink icon={<OpenRegular />} href={twilioUrl} target="_blank" rel="noreferrer">
            {PROVIDER_TEXTS.openAtTwilio}
          </MenuItemLink>
          {!disabled && (
            <>
              <MenuDivider />
              <MenuItem
                className={danger.quiet}
                icon={<PlugDisconnectedRegular />}
                onClick={() => open(twilioNumberModal, { number, isBeginning: false })}
              >
                {PROVIDER_TEXTS.stop}
              </MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
