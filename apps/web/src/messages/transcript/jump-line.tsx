import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { BusyRing } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { useTranscriptStyles } from './transcript.styles.ts'
import type { Target } from './use-target.ts'

/** A jump to a message or note, which need not be loaded. */
export type Jump = {
  target: Target | null
  /** No reason: the message does not exist. */
  state: { kind: 'idle' | 'looking' } | { kind: 'failed'; reason: string | null }
  dismiss: () => void
  toNewest: () => void
}

/** Shows that a message is being loaded, or why it can't be shown. */
export function JumpLine({ jump: { state, dismiss } }: { jump: Jump }) {
  const styles = useTranscriptStyles()
  switch (state.kind) {
    case 'idle':
      return null
    case 'looking':
      return (
        <output className={styles.jump}>
          <BusyRing />
          {MESSAGE_TEXTS.jumping}
        </output>
      )
    default:
      return (
        <div className={styles.jump} role="alert">
          {state.reason === null ? MESSAGE_TEXTS.notFound : `${MESSAGE_TEXTS.jumpFailed} ${state.reason}`}
          <Button
            appearance="subtle"
            size="small"
            icon={<DismissRegular />}
            aria-label={MESSAGE_TEXTS.dismiss}
            onClick={dismiss}
          />
        </div>
      )
  }
}
