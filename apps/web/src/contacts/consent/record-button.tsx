import type { Member, NumberId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { loadOnApproach } from '../../platform/chunks.ts'
import { errorModal, openModal } from '../../ui/index.ts'
import { recordConsentModal } from '../contact-modals.ts'
import type { RecordConsentModalProps } from './record-consent-modal.tsx'
import { RECORD_BUTTON_TEXTS as TEXTS } from './consent-texts.ts'

type Props = {
  /** The phone that lacks consent. */
  phone: Pick<Member, 'name' | 'number'>
  numberId: NumberId
  /** Whether there are several such buttons, so that each names its person. */
  isOneOfSeveral: boolean
  disabled?: boolean
  /** Finds the contact that the phone belongs to. */
  find: () => Promise<RecordConsentModalProps['contact'] | undefined>
  onOpen?: () => void
}

/** Opens the form that records the consent of a phone’s owner. */
export function RecordConsentButton({ phone, numberId, isOneOfSeveral, disabled = false, find, onOpen }: Props) {
  const [isFinding, setFinding] = useState(false)
  const { name, number } = phone

  async function record() {
    setFinding(true)
    try {
      const contact = await find()
      if (!contact) throw new Error(TEXTS.noContact)
      onOpen?.()
      openModal(recordConsentModal, {
        contact,
        lineId: numberId,
        ...(number !== null && { number }),
      })
    } catch (error) {
      openModal(errorModal, { title: TEXTS.failed, message: errorText(error) })
    } finally {
      setFinding(false)
    }
  }

  return (
    <Button
      size="small"
      appearance="subtle"
      disabledFocusable={isFinding || disabled}
      {...loadOnApproach(recordConsentModal.load)}
      onClick={() => void record()}
    >
      {isOneOfSeveral ? TEXTS.recordOf(name) : TEXTS.record}
    </Button>
  )
}
