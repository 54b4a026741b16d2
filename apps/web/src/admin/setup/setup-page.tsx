import { Button, ProgressBar, mergeClasses } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { useGo } from '../../platform/navigation.tsx'
import { useTenant } from '../../settings/index.ts'
import { SETUP_STEPS, useConsent } from '../../setup/index.ts'
import type { SetupStep } from '../../setup/index.ts'
import { Card, EmptyState, openModal, PageSkeleton } from '../../ui/index.ts'
import { editUserModal, twilioSettingsModal, assignedUsersModal } from '../admin-modals.ts'
import { OpeningHoursForm } from '../hours/opening-hours.tsx'
import { FirstNumber } from './first-number.tsx'
import { SETUP_PAGE_TEXTS, STEP_TEXTS } from './setup-texts.ts'
import { Trial } from './trial.tsx'
import { useMissingSteps } from './use-missing-steps.ts'
import { useSetupStyles } from './setup.styles.ts'
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle'
import { useId } from 'react'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { reachesNoOne } from '../numbers/default-users.ts'

/** The steps of the setup. Each leads to a form that the other pages have too. */
export function SetupPage() {
  const go = useGo()
  const { missing, isTried } = useMissingSteps()
  if (missing === undefined) return <PageSkeleton />
  if (missing.length > 0) return <Steps left={missing} />
  return (
    <Card title={SETUP_PAGE_TEXTS.title}>
      <EmptyState
        title={SETUP_PAGE_TEXTS.doneTitle}
        text={isTried ? SETUP_PAGE_TEXTS.triedText : SETUP_PAGE_TEXTS.doneText}
        action={{ label: SETUP_PAGE_TEXTS.toChats, onClick: () => go('/'), primary: true }}
      />
      <UnansweredNumbers />
    </Card>
  )
}

function Steps({ left }: { left: readonly SetupStep[] }) {
  const styles = useSetupStyles()
  const { consentUrl } = useTenant()
  const consent = useConsent()
  const [all, done] = [SETUP_STEPS.length, SETUP_STEPS.length - left.length]
  const progress = SETUP_PAGE_TEXTS.progress(done, all)

  function stateOf(step: SetupStep): StepState {
    if (!left.includes(step)) return 'done'
    if (step === left[0]) return 'next'
    return left.some((other) => other === COMES_AFTER[step]) ? 'later' : 'left'
  }
  function button(step: 'consent' | 'account' | 'people', onClick: () => void) {
    const appearance = step === left[0] ? 'primary' : 'secondary'
    return (
      <div className={styles.action}>
        <Button appearance={appearance} onClick={onClick}>
          {STEP_TEXTS[step].action}
        </Button>
      </div>
    )
  }
  const actions: Record<SetupStep, ReactNode> = {
    consent: button('consent', () => void consent(consentUrl)),
    account: button('account', () => openModal(twilioSettingsModal, {})),
    number: <FirstNumber />,
    hours: <OpeningHoursForm />,
    trial: <Trial />,
    people: button('people', () => openModal(editUserModal, { user: null })),
  }
  return (
    <Card title={SETUP_PAGE_TEXTS.title} about={SETUP_PAGE_TEXTS.about}>
      <div>
        <output className={styles.state}>{progress}</output>
        <ProgressBar className={styles.progress} value={done} max={all} thickness="large" aria-label={progress} />
      </div>
      <ol className={styles.steps}>
        {SETUP_STEPS.map((step, index) => (
          <Step key={step} step={step} place={index + 1} state={stateOf(step)}>
            {actions[step]}
          </Step>
        ))}
      </ol>
      <UnansweredNumbers />
    </Card>
  )
}

/** Steps that need another one first. */
const COMES_AFTER: Partial<Record<SetupStep, SetupStep>> = { number: 'account', hours: 'number', trial: 'number' }

type StepState = 'done' | 'next' | 'left' | 'later'

type Props = { step: SetupStep; place: number; state: StepState; children: ReactNode }

/** A step with its state and, if it can be done now, its action. */
function Step({ step, place, state, children }: Props) {
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
          <span className={styles.state}>
            {state === 'later'
              ? SETUP_PAGE_TEXTS.after(STEP_TEXTS[COMES_AFTER[step] ?? step].title)
              : SETUP_PAGE_TEXTS[state]}
          </span>
        </div>
        <p className={styles.text}>{isDone ? done : left}</p>
        {(state === 'next' || state === 'left') && children}
      </div>
    </li>
  )
}

/** Numbers in use whose texts reach no one, each with the fix. */
function UnansweredNumbers() {
  const styles = useAdminStyles()
  const { twilioNumbers, teamsUsers } = useTenant()
  const unanswered = twilioNumbers.filter((number) => reachesNoOne(number, teamsUsers))
  if (unanswered.length === 0) return null
  return (
    <ul className={styles.list} aria-label={PROVIDER_TEXTS.reachesNoOne}>
      {unanswered.map((number) => (
        <li key={number.id} className={styles.item}>
          <WarningRegular aria-hidden />
          <span className={styles.itemWords}>
            {PROVIDER_TEXTS.reachesNoOneText(number.name)}
            <span className={styles.itemDetail}>{PROVIDER_TEXTS.noneAssignedHint}</span>
          </span>
          <Button onClick={() => openModal(assignedUsersModal, { number })}>{PROVIDER_TEXTS.chooseWhoAnswers}</Button>
        </li>
      ))}
    </ul>
  )
}
