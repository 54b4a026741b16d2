import { MenuDivider, MenuItem } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { loadTimeZones } from '../../numbers/index.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { createTimes } from '../../platform/times.ts'
import { openModal } from '../../ui/index.ts'
import { sendLaterModal } from '../message-modals.ts'
import type { SendLaterChoice } from './send-later-modal.tsx'
import { SEND_LATER_TEXTS } from './send-later-texts.ts'
import { sendLaterTimes } from './send-later-times.ts'
import { currentZone } from './zones.ts'
import type { Recipient } from './zones.ts'

export type SendLaterItemsProps = {
  /** The contacts who get the message. */
  contacts: readonly Recipient[]
  /** When the team is next open, as `When open: Monday at 8:00 AM`. */
  opensAt?: { label: string; at: string } | undefined
  /** Gets the focus after the modal, in place of the menu item. */
  opener?: () => HTMLElement | null
  onChoose: (choice: SendLaterChoice) => void
}

/** When to send a message: the items of a menu. */
export function SendLaterItems({ contacts, opensAt, opener, onChoose }: SendLaterItemsProps) {
  const { now } = useTimes()
  // As of when the menu was opened, so that people get what they saw.
  const [zone] = useState(currentZone)
  const [offered] = useState(() => sendLaterTimes(now(), zone))
  const [times] = useState(() => createTimes({ now, timeZone: zone }))
  // Probably the modal is next.
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
      {opensAt && <MenuItem onClick={() => choose(opensAt.at)}>{opensAt.label}</MenuItem>}
      <MenuDivider />
      <MenuItem
        onClick={() => {
          opener?.()?.focus()
          openModal(sendLaterModal, { contacts, onChoose })
        }}
      >
        {SEND_LATER_TEXTS.custom}
      </MenuItem>
    </>
  )
}
