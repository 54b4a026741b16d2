import type { ChatId, NumberId } from '@partyline/contract'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { loadTimeZones, twilioNumbersQuery } from '../../numbers/index.ts'
import { useChunk } from '../../platform/lazy-component.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { useMinute } from '../../platform/use-minute.ts'
import { announce } from '../../ui/index.ts'
import { useComposerStyles } from '../composer/composer.styles.ts'
import type { ZonedMember } from '../send-later/use-zoned-members.ts'
import { outsideHours } from './outside-hours.ts'
import { outsideText } from './recipient-hours-texts.ts'

type Props = {
  chatId: ChatId
  members: readonly ZonedMember[]
  /** The line; undefined while it is unknown. */
  numberId: NumberId | undefined
}

/** The chat and the names that were announced last: with each text, or each minute, it would be a nuisance. */
let announced: string | null = null

/** Next to Send: for whom it is night. Nothing until the table of time zones is loaded, or if it can't be. */
export function RecipientHoursLine({ chatId, members, numberId }: Props) {
  const styles = useComposerStyles()
  const { data: zonesOf } = useChunk('time-zones', loadTimeZones)
  const { data: numbers } = useQuery(twilioNumbersQuery(useApi()))
  const now = useMinute()
  const hours = numbers?.find(({ id }) => id === numberId)?.hours ?? null
  const outside = useMemo(
    () => (zonesOf ? outsideHours(members, { zonesOf, hours, now }) : null),
    [members, zonesOf, hours, now],
  )
  const text = outside && outsideText(outside)
  const key = outside && [chatId, ...outside.names].join('\n')

  useEffect(() => {
    if (key === announced) return
    announced = key
    if (text !== null) announce(text)
  })

  if (text === null) return null
  return (
    <span className={styles.hours} data-hours>
      <ClockRegular className={styles.hoursIcon} aria-hidden />
      {text}
    </span>
  )
}
