import { MenuDivider, MenuItem } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import { loadTimeZones } from '../../numbers/index.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { createTimes, currentTimeZone } from '../../platform/times.ts'
import { openModal } from '../../ui/index.ts'
import { sendLaterModal } from '../message-modals.ts'
import type { SendLaterChoice } from './send-later-modal.tsx'
import { SEND_LATER_TEXTS } from './send-later-texts.ts'
import { sendLaterTimes } from './send-later-times.ts'
import type { Recipient } from './zones.ts'

type Props = {
  /** The contacts who get the message. */
  contacts: readonly Recipient[]
  /** Gets the focus after the modal, in place of the menu item. */
  opener?: () => HTMLElement | null
  onChoose: (choice: SendLaterChoice) => void
}

/** The menu items of the times to send a message. */
export function SendLaterItems({ contacts, opener, onChoose }: Props) {
  const { now } = useTimes()
  // The times as of opening the menu: people get what they saw.
  const [zone] = useState(currentTimeZone)
  const [offered] = useState(() => sendLaterTimes(now(), zone))
  const [times] = useState(() => createTimes({ now, timeZone: zone }))
  // Prefetch for the modal, which is probably next.
  useEffect(() => void loadTimeZones().catch(() => undefined), [])

  const choose = (sendAt: string) => onChoose({ sendAt, cancelOnReply: contacts.length > 0 })
  return (
    <>
      {offered.map(({ label, at }, index) => (
        <MenuItem
          key={label}
          secondaryContent={times.until(at)}
          onClick={() => choose(Date.parse(at) > now() ? at : (sendLaterTimes(now(), zone)[index]?.at ?? at))}
        >
          {label}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem
        onClick={() => {
          opener?.()?.focus()
          openModal(sendLaterModal, { contacts, onChoose })
        }}
        {...loadOnApproach(sendLaterModal.load)}
      >
        {SEND_LATER_TEXTS.custom}
      </MenuItem>
    </>
  )
}
