import { Button, ProgressBar } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useGo } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { consentedQuery, useTenant } from '../../settings/index.ts'
import { useConsent } from '../../setup/index.ts'
import { EmptyState, openModal } from '../../ui/index.ts'
import { editUserModal, twilioSettingsModal } from '../admin-modals.ts'
import { AdminSkeleton } from '../parts/admin-skeleton.tsx'
import { Card } from '../parts/card.tsx'
import { FirstNumber } from './first-number.tsx'
import { SETUP_STEPS, stepsLeft } from './setup-steps.ts'
import type { SetupStep } from './setup-steps.ts'
import { SETUP_PAGE_TEXTS, STEP_TEXTS } from './setup-texts.ts'
import { useSetupStyles } from './setup.styles.ts'
import { Step } from './step.tsx'
import { UnansweredNumbers } from './unanswered-numbers.tsx'
import type { StepState } from './step.tsx'

/** The steps that make a fresh organization one that texts. Each leads to a form that the settings have too. */
export function SetupPage() {
  const go = useGo()
  const tenant = useTenant()
  const { data, isError } = useQuery(consentedQuery(useApi()))
  // While Microsoft cannot be asked, what it said last holds.
  const consented = data ?? (isError ? tenant.consented : undefined)
  if (consented === undefined) return <AdminSkeleton />
  const left = stepsLeft({ ...tenant, consented })
  if (left.length > 0) return <Steps left={left} />
  return (
    <Card title={SETUP_PAGE_TEXTS.title}>
      <EmptyState
        title={SETUP_PAGE_TEXTS.doneTitle}
        text={SETUP_PAGE_TEXTS.doneText}
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
    return step === 'number' && left.includes('account') ? 'later' : 'left'
  }
  function button(step: SetupStep, onClick: () => void) {
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
