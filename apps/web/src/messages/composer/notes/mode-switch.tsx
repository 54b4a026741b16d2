import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { DraftMode } from '../../../core/drafts.ts'
import { KEYS } from '../../../shortcuts/index.ts'
import { fingerTarget } from '../../../ui/index.ts'
import { NOTE_MODE_TEXTS } from './note-texts.ts'

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalMNudge} 0`,
  },
  segments: {
    display: 'inline-flex',
    flexShrink: 0,
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (pointer: coarse)': { columnGap: tokens.spacingHorizontalXXS },
  },
  segment: {
    minWidth: '52px',
    height: '24px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: '3px',
    background: 'none',
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    ':disabled': { color: tokens.colorNeutralForegroundDisabled, cursor: 'not-allowed' },
    '@media (pointer: coarse)': { height: '30px', minWidth: '60px', ...fingerTarget(4) },
  },
  chosen: {
    backgroundColor: tokens.colorNeutralForeground2,
    color: tokens.colorNeutralBackground1,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { color: tokens.colorNeutralBackground1 },
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
  reason: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
})

type Props = {
  mode: DraftMode
  /** Why the other mode can't be chosen; null if it can. */
  reason: string | null
  onChoose: (mode: DraftMode) => void
  /** In the same row, if there is room. */
  children?: ReactNode
}

/** Whether a text or a note is written. */
export function ModeSwitch({ mode, reason, onChoose, children }: Props) {
  const styles = useStyles()
  const reasonId = useId()
  return (
    <div className={styles.row}>
      <fieldset className={styles.segments} aria-label={NOTE_MODE_TEXTS.mode}>
        {(['text', 'note'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className={mergeClasses(styles.segment, one === mode && styles.chosen)}
            aria-pressed={one === mode}
            aria-keyshortcuts={one === mode ? undefined : KEYS.note}
            aria-describedby={one !== mode && reason !== null ? reasonId : undefined}
            data-tip={one === 'note' ? NOTE_MODE_TEXTS.toNote : NOTE_MODE_TEXTS.toText}
            disabled={one !== mode && reason !== null}
            onClick={() => onChoose(one)}
          >
            {NOTE_MODE_TEXTS[one]}
          </button>
        ))}
      </fieldset>
      {reason !== null && (
        <span id={reasonId} className={styles.reason}>
          {reason}
        </span>
      )}
      {children}
    </div>
  )
}
