import { ERROR_TEXTS } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { useId, useState } from 'react'
import { errorText } from '../platform/api-error.ts'
import { errorModal, ONE_PANE, openModal } from '../ui/index.ts'
import type { SetupStep } from './tenant-setup.ts'

export type Prompt = {
  /** For an Admin, who is prompted for each step separately. */
  step?: SetupStep
  title: string
  message: string
  action?: { label: string; busyLabel?: string; run: () => Promise<boolean> | void }
  extra?: { label: string; onClick: () => void }
  dismissLabel: string
}

const useStyles = makeStyles({
  strip: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    flexShrink: 0,
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  icon: { flexShrink: 0, fontSize: '20px', lineHeight: 1, [`@media ${ONE_PANE}`]: { display: 'none' } },
  words: { flexGrow: 1, flexBasis: '320px', minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  message: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textWrap: 'pretty',
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

/** A prompt above the page, which remains usable and keeps the one primary button. */
export function SetupPrompt({ prompt, onDismiss }: { prompt: Prompt; onDismiss: () => void }) {
  const styles = useStyles()
  const title = useId()
  const [isBusy, setIsBusy] = useState(false)
  const { action, extra } = prompt

  async function run() {
    setIsBusy(true)
    try {
      const isLeaving = await action?.run()
      // The next prompt would not be seen here: it follows on the way back.
      if (isLeaving !== true) onDismiss()
    } catch (error) {
      openModal(errorModal, { title: ERROR_TEXTS.formTitle, message: errorText(error) })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className={styles.strip} aria-labelledby={title}>
      <SettingsRegular className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <h2 id={title} className={styles.title}>
          {prompt.title}
        </h2>
        <p className={styles.message}>{prompt.message}</p>
      </div>
      <div className={styles.actions}>
        {action && (
          <Button disabledFocusable={isBusy} onClick={() => void run()}>
            {isBusy ? (action.busyLabel ?? action.label) : action.label}
          </Button>
        )}
        {extra && (
          <Button disabled={isBusy} onClick={extra.onClick}>
            {extra.label}
          </Button>
        )}
        {/* With a key, so that it keeps the focus when the next prompt follows. */}
        <Button key="dismiss" disabled={isBusy} onClick={onDismiss}>
          {prompt.dismissLabel}
        </Button>
      </div>
    </section>
  )
}
