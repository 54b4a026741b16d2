import { mergeClasses } from '@fluentui/react-components'
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { SetupStep } from './setup-steps.ts'
import { SETUP_PAGE_TEXTS, STEP_TEXTS } from './setup-texts.ts'
import { useSetupStyles } from './setup.styles.ts'

export type StepState = 'done' | 'next' | 'left' | 'later'

type Props = { step: SetupStep; place: number; state: StepState; children: ReactNode }

/** A step with how it stands, and where it is not done and can be, with its action. */
export function Step({ step, place, state, children }: Props) {
  const styles = useSetupStyles()
  const heading = useId()
  const { title, left, done } = STEP_TEXTS[step]
  const isDone = state === 'done'
  return (
    <li className={styles.step} aria-labelledby={heading} aria-current={state === 'next' ? 'step' : undefined}>
      <span
        className={mergeClasses(styles.sign, isDone && styles.signDone, state === 'next' && styles.signNext)}
        aria-hidden
      >
        {isDone ? <CheckmarkCircleFilled /> : place}
      </span>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3 id={heading} className={styles.title}>
            {title}
          </h3>
          <span className={styles.state}>{SETUP_PAGE_TEXTS[state]}</span>
        </div>
        <p className={styles.text}>{isDone ? done : left}</p>
        {(state === 'next' || state === 'left') && children}
      </div>
    </li>
  )
}
