import type { NumberId } from '@partyline/contract'
import { MenuDivider, MenuItem } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import { loadTimeZones, twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
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
  numberId: NumberId | undefined
  /** Gets the focus after the modal, in place of the menu item. */
  opener?: () => HTMLElement | null
  onChoose: (choice: SendLaterChoice) => void
}

/** The menu items of the times to send a message. */
export function SendLaterItems({ contacts, numberId, opener, onChoose }: Props) {
  const { now } = useTimes()
  const { data: numbers } = useQuery(twilioNumbersQuery(useApi()))
  const hours = numbers?.find(({ id }) => id === numberId)?.hours ?? null
  // The times as of opening the menu: people get what they saw.
  const [zone] = useState(currentTimeZone)
  const [offered] = useState(() => sendLaterTimes(now(), zone, hours))
  const [times] = useState(() => createTimes({ now, timeZone: zone }))
  // Prefetch for the modal, which is probably next.
  useEffect(() => void loadTimeZones().catch(() => undefined), [])

  const choose = (sendAt: string) => onChoose({ sendAt, cancelOnReply: contacts.length > 0 })
  return (
    <>
      {offered.map(({ label, at, saysWhen }, index) => (
        <MenuItem
          key={label}
          secondaryContent={saysWhen ? undefined : times.until(at)}
          onClick={() => choose(Date.parse(at) > now() ? at : (sendLaterTimes(now(), zone, hours)[index]?.at ?? at))}
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
