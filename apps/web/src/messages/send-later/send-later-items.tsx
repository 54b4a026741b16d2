import type { Member, NumberId } from '@partyline/contract'
import { MenuDivider, MenuItem } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import { loadTimeZones, twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { createTimes, currentTimeZone } from '../../platform/times.ts'
import { openModal } from '../../ui/index.ts'
import { sendLaterModal } from '../message-modals.ts'
import { outsideHours, theirTimes } from '../recipient-hours/outside-hours.ts'
import { RECIPIENT_HOURS_TEXTS } from '../recipient-hours/recipient-hours-texts.ts'
import type { SendLaterChoice } from './send-later-modal.tsx'
import { SEND_LATER_TEXTS } from './send-later-texts.ts'
import { sendLaterTimes } from './send-later-times.ts'

const MINUTE_MS = 60_000

type Props = {
  /** The contacts who get the message. */
  contacts: readonly Member[]
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
  // The times as of opening the menu: people get the time that they saw.
  const [zone] = useState(currentTimeZone)
  const [outside] = useState(outsideNow)
  const [offered] = useState(offeredNow)
  const [times] = useState(() => createTimes({ now, timeZone: zone }))
  // Prefetch for the modal, which is probably next.
  useEffect(() => void loadTimeZones().catch(() => undefined), [])

  /** For whom it is night; null if the time zone table, requested by the line next to Send, isn't loaded yet. */
  function outsideNow() {
    const zonesOf = loadTimeZones.loaded()
    return zonesOf ? outsideHours(contacts, { zonesOf, hours, now: now() }) : null
  }

  function offeredNow() {
    return [...theirTimes(outsideNow()), ...sendLaterTimes(now(), zone, hours)]
  }

  const nextMinute = () => new Date(now() + MINUTE_MS).toISOString()
  const choose = (sendAt: string) => onChoose({ sendAt, cancelOnReply: contacts.length > 0 })
  return (
    <>
      {outside !== null && outside.nextAt === null && <MenuItem disabled>{RECIPIENT_HOURS_TEXTS.noTime}</MenuItem>}
      {offered.map(({ label, at, saysWhen }) => (
        <MenuItem
          key={label}
          secondaryContent={saysWhen ? undefined : times.until(at)}
          onClick={() => {
            const offeredAgain = () => offeredNow().find((each) => each.label === label)
            choose(Date.parse(at) > now() ? at : (offeredAgain()?.at ?? nextMinute()))
          }}
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
