import type { AccountNumber } from '@partyline/contract'
import { ERROR_TEXTS } from '@partyline/contract'
import { useState } from 'react'
import { ApiError, errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, ModalActions, ModalBody, showSaved, useModal } from '../../ui/index.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useLine, useTenant, useTenantChanged } from '../../settings/index.ts'
import { proposedUsers } from './default-users.ts'
import { createUseNumber } from './use-number.ts'
import type { UseNumberState } from './use-number.ts'
import { UserSwitches } from './user-switches.tsx'

export type UseNumberModalProps = { number: AccountNumber; isBeginning: boolean }

export function UseNumberModal({ number: opened, isBeginning }: UseNumberModalProps) {
  const styles = useAdminStyles()
  const api = useApi()
  const changed = useTenantChanged()
  const modal = useModal()
  const [state, setState] = useState<UseNumberState>('normal')
  const [failure, setFailure] = useState<string | null>(null)
  const { teamsUsers } = useTenant()
  const number = useLine(opened)
  const [chosen, setChosen] = useState(() => proposedUsers(number, teamsUsers))
  const [submit] = useState(() =>
    createUseNumber((next, error) => {
      setState(next)
      setFailure(error === null ? null : failureText(error))
      modal.setSubmitting(next === 'submitting')
      if (next !== 'done') return
      modal.done()
      showSaved()
    }),
  )

  async function save(force: boolean) {
    const { assignedUsers } = number
    const body = {
      useNumber: isBeginning,
      force,
      ...(isBeginning && { assignedUsers: [...chosen], seen: { assignedUsers } }),
    }
    changed(await api.call('settings.updateTwilioNumber', { params: { numberId: number.id }, body }))
  }

  const first = isBeginning ? PROVIDER_TEXTS.use : PROVIDER_TEXTS.stop
  return (
    <ModalBody
      title={isBeginning ? PROVIDER_TEXTS.beginTitle : PROVIDER_TEXTS.stopTitle}
      onSubmit={() => void submit(save)}
      actions={
        <ModalActions
          label={state === 'normal' ? first : PROVIDER_TEXTS.updateAnyway}
          busyLabel={PROVIDER_TEXTS.updating}
          danger={!isBeginning}
        />
      }
    >
      <span>{isBeginning ? PROVIDER_TEXTS.beginMessage(number.name) : PROVIDER_TEXTS.stopMessage(number.name)}</span>
      {isBeginning && (
        <div>
          <h3 className={styles.partTitle}>{PROVIDER_TEXTS.whoAnswers}</h3>
          <UserSwitches
            label={PROVIDER_TEXTS.whoAnswers}
            users={teamsUsers.filter(({ disabled }) => !disabled)}
            chosen={chosen}
            disabled={modal.submitting}
            onChange={setChosen}
          />
          <p className={styles.quiet}>
            {chosen.size === 0 ? PROVIDER_TEXTS.noneAssignedHint : PROVIDER_TEXTS.assignedHint}
          </p>
        </div>
      )}
      {isBeginning && number.elsewhere && (
        <div>
          <h3 className={styles.partTitle}>{PROVIDER_TEXTS.replacesTitle}</h3>
          <p className={styles.fact}>{number.elsewhere}</p>
        </div>
      )}
      <FormErrorPanel submitError={failure} />
    </ModalBody>
  )
}

/** The server's error, and where the number's texts go now. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  const said = error.text === ERROR_TEXTS.unexpected ? ERROR_TEXTS.useNumber : error.text
  return error.details ? `${said}\n${error.details}` : said
}
