import type { Message } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { useEffect, useState } from 'react'
import { useTimes } from '../../platform/platform-context.tsx'
import { useSummaryStyles } from '../transcript/transcript.styles.ts'
import { PENDING_TEXTS } from './pending-texts.ts'

type Props = {
  message: Message
  ours: boolean
  tabIndex: 0 | -1
  /** Null if the person may not. */
  onUndo: (() => Promise<void>) | null
}

/** The line below a message that is held for a few seconds. */
export function HeldStatus({ message, ours, tabIndex, onUndo }: Props) {
  const styles = useSummaryStyles()
  const seconds = useSecondsUntil(message.pending?.sendOn ?? message.sentOn)
  const [isUndoing, setUndoing] = useState(false)
  return (
    <span className={mergeClasses(styles.summary, ours && styles.ours)}>
      <ClockRegular className={styles.icon} aria-hidden />
      {/* Not announced each second. */}
      <span aria-live="off">{seconds > 0 ? PENDING_TEXTS.sendingIn(seconds) : PENDING_TEXTS.sendingNow}</span>
      {onUndo && seconds > 0 && (
        <button
          type="button"
          className={styles.action}
          tabIndex={tabIndex}
          disabled={isUndoing}
          onClick={() => {
            setUndoing(true)
            void onUndo().finally(() => setUndoing(false))
          }}
        >
          {isUndoing ? PENDING_TEXTS.undoing : PENDING_TEXTS.undo}
        </button>
      )}
    </span>
  )
}

/** Whole seconds until an instant, 0 once it has passed. */
function useSecondsUntil(instant: string): number {
  const times = useTimes()
  const [now, setNow] = useState(() => times.now())
  const left = Math.max(0, Math.ceil((Date.parse(instant) - now) / 1_000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = window.setInterval(() => setNow(times.now()), 1_000)
    return () => window.clearInterval(timer)
  }, [isOver, times])
  return left
}
