import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useTimes } from '../../platform/platform-context.tsx'
import type { Replaced } from '../../core/outbox/outgoing.ts'
import { useComposerStyles } from '../composer/composer.styles.ts'
import { PENDING_TEXTS } from './pending-texts.ts'

type Props = {
  replaces: Replaced
  /** A notice if it was sent, deleted, or returned in the meantime; null: none. */
  fate: string | null
  /** Whether its files are not loaded yet. */
  lacksFiles: boolean
  /** The label of the button. */
  label: string
  onCancel: () => void
}

/** Above the text: which message is being edited. */
export function EditedBar({ replaces: { schedule }, fate, lacksFiles, label, onCancel }: Props) {
  const styles = useComposerStyles()
  const times = useTimes()
  return (
    <div className={styles.reply}>
      <span className={styles.edited} aria-live="polite">
        {fate ?? (schedule ? PENDING_TEXTS.editingScheduled(times.until(schedule.sendAt)) : PENDING_TEXTS.editing)}
        {lacksFiles && ` · ${PENDING_TEXTS.filesMissing}`}
      </span>
      <Button appearance="subtle" size="small" icon={<DismissRegular />} aria-label={label} onClick={onCancel} />
    </div>
  )
}
