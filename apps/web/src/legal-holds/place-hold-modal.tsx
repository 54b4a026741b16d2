import { LEGAL_HOLD_LIMITS } from '@partyline/contract'
import { Textarea } from '@fluentui/react-components'
import { useForm } from 'react-hook-form'
import { useApi } from '../platform/platform-context.tsx'
import { FormErrorPanel, FormField, ModalActions, ModalBody, showToast, useSubmit } from '../ui/index.ts'
import type { HoldSubject } from './legal-holds-queries.ts'
import { useLegalHoldsChanged } from './legal-holds-queries.ts'
import { HOLD_TEXTS as TEXTS } from './legal-holds-texts.ts'

export type PlaceHoldModalProps = { subject: HoldSubject; name: string }

/** Places a legal hold on a chat or a contact. */
export function PlaceHoldModal({ subject, name }: PlaceHoldModalProps) {
  const api = useApi()
  const changed = useLegalHoldsChanged()
  const form = useForm({ defaultValues: { reason: '' } })
  const { modal, failure, submit } = useSubmit(form, () => showToast({ kind: 'done', text: TEXTS.placedDone }))
  const { error } = form.getFieldState('reason', form.formState)

  const place = form.handleSubmit(({ reason }) =>
    submit(async () => {
      await api.call('legalHolds.place', { body: { ...subject, reason } })
      await changed()
    }),
  )
  return (
    <ModalBody
      title={TEXTS.placeTitle}
      onSubmit={() => void place()}
      actions={<ModalActions label={TEXTS.placeConfirm} busyLabel={TEXTS.placing} />}
    >
      <span>{TEXTS.placeAbout('chatId' in subject ? 'chat' : 'contact', name)}</span>
      <FormField label={TEXTS.reason} hint={TEXTS.reasonHint} wrong={error?.message}>
        <Textarea
          dir="auto"
          resize="vertical"
          rows={2}
          maxLength={LEGAL_HOLD_LIMITS.reasonLength}
          disabled={modal.submitting}
          {...form.register('reason')}
        />
      </FormField>
      <FormErrorPanel submitError={failure} messages={[error?.message]} />
    </ModalBody>
  )
}
