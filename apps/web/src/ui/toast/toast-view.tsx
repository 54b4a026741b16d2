import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle'
import { useEffect, useState } from 'react'
import { ABOVE_COMPOSER } from '../above-composer.ts'
import { LIST_WIDTH, ONE_PANE, TWO_PANES } from '../frame/frame-width.ts'
import { closeToast, undoByToast } from './toasts.ts'
import type { Toast } from './toasts.ts'
import { TOAST_TEXTS } from './toast-texts.ts'

/** Long enough to read it, or also to reach the button. A failure stays until it is closed. Milliseconds. */
const SHOWN_MS = { plain: 4_000, withUndo: 10_000 }

const useStyles = makeStyles({
  toast: {
    position: 'fixed',
    // Above modals' pages, but below modals.
    zIndex: 1_000,
    left: tokens.spacingHorizontalL,
    bottom: tokens.spacingVerticalL,
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    // Not over the composer.
    maxWidth: `calc(${LIST_WIDTH.three} - 32px)`,
    [`@media ${TWO_PANES}`]: { maxWidth: `calc(${LIST_WIDTH.two} - 32px)` },
    minHeight: '44px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    [`@media ${ONE_PANE}`]: {
      right: tokens.spacingHorizontalL,
      bottom: ABOVE_COMPOSER,
      maxWidth: '400px',
    },
    '@media (prefers-reduced-motion: no-preference)': {
      animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
      animationDuration: tokens.durationNormal,
      animationTimingFunction: tokens.curveDecelerateMid,
    },
  },
  done: { flexShrink: 0, fontSize: '20px', color: tokens.colorStatusSuccessForeground1 },
  failed: { flexShrink: 0, fontSize: '20px', color: tokens.colorStatusDangerForeground1 },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  undo: { flexShrink: 0, minWidth: 0, color: tokens.colorBrandForegroundLink },
  close: { flexShrink: 0 },
})

/** A toast. It stays while the pointer or the focus is on it. */
export function ToastView({ toast: { kind, text, onUndo } }: { toast: Toast }) {
  const styles = useStyles()
  const [isHeld, setHeld] = useState(false)
  const stays = isHeld || kind === 'failed'
  useEffect(() => {
    if (stays) return undefined
    const timer = setTimeout(closeToast, onUndo ? SHOWN_MS.withUndo : SHOWN_MS.plain)
    return () => clearTimeout(timer)
  }, [stays, onUndo])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- holding it is no action
    <section
      className={styles.toast}
      aria-label={TOAST_TEXTS.region}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {kind === 'done' ? (
        <CheckmarkCircleFilled className={styles.done} aria-hidden />
      ) : (
        <ErrorCircleFilled className={styles.failed} aria-hidden />
      )}
      <span className={styles.text}>{text}</span>
      {onUndo && (
        <Button className={styles.undo} appearance="transparent" size="small" onClick={undoByToast}>
          {TOAST_TEXTS.undo}
        </Button>
      )}
      <Button
        className={styles.close}
        appearance="subtle"
        size="small"
        icon={<DismissRegular />}
        aria-label={TOAST_TEXTS.close}
        onClick={closeToast}
      />
    </section>
  )
}
