import { CONSENT_TEXTS, consentRequirement, HOURS_BOUNDS, isBlank, updateConsentBody } from '@partyline/contract'
import type { AccountNumber, ConsentRequirement } from '@partyline/contract'
import { Radio, RadioGroup, Textarea } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useLine, useTenant, useTenantChanged } from '../../settings/index.ts'
import {
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  OthersChanges,
  showSaved,
  updateOf,
  useFocusInvalid,
  useSubmit,
} from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useHoursStyles } from '../hours/hours.styles.ts'
import { PhonePreview, TextLength } from '../hours/reply-field.tsx'
import { LINE_CONSENT_TEXTS as TEXTS } from './line-consent-texts.ts'

export type LineConsentModalProps = { number: AccountNumber }

type Fields = { consent: ConsentRequirement; consentRequest: string | null }

const fields = updateConsentBody.omit({ seen: true }).required()

/** Whether a line asks for written consent before its first text, and in which words. */
export function LineConsentModal({ number: opened }: LineConsentModalProps) {
  const styles = useHoursStyles()
  const { quiet } = useAdminStyles()
  const api = useApi()
  const { name: organization, defaultCountry } = useTenant()
  const number = useLine(opened)
  const saved = { consent: number.consent, consentRequest: number.consentRequest }
  const format = usePhoneFormat(defaultCountry)
  const changed = useTenantChanged()
  const form = useForm<Fields>({
    resolver: standardSchemaResolver(fields),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, submitCount } = form.formState
  const content = useFocusInvalid<HTMLDivElement>(submitCount)
  const { modal, failure, submit } = useSubmit(form, showSaved)
  const edited = useWatch({ control: form.control }) as Fields
  const usual = CONSENT_TEXTS.request(organization)
  const request = edited.consentRequest?.trim() || usual

  const save = form.handleSubmit((filled) =>
    submit(async () => {
      const body = updateOf(saved, filled)
      changed(await api.call('settings.updateConsent', { params: { numberId: number.id }, body }))
    }),
  )
  return (
    <ModalBody
      title={TEXTS.title}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.save} busyLabel={ADMIN_TEXTS.saving} />}
    >
      <div ref={content} className={styles.editor}>
        <span>{TEXTS.about(number.name)}</span>
        <Controller
          control={form.control}
          name="consent"
          render={({ field: { value, onChange } }) => (
            <RadioGroup
              aria-label={TEXTS.choice}
              value={value}
              disabled={modal.submitting}
              onChange={(_, data) => onChange(data.value)}
            >
              {consentRequirement.options.map((one) => (
                <Radio key={one} value={one} label={TEXTS.choices[one]} />
              ))}
            </RadioGroup>
          )}
        />
        <Controller
          control={form.control}
          name="consentRequest"
          render={({ field: { value, onChange, ...field }, fieldState }) => (
            <FormField
              label={TEXTS.request}
              wrong={fieldState.error?.message}
              hint={
                <>
                  {TEXTS.requestHint} <TextLength text={request} />
                </>
              }
            >
              <Textarea
                {...field}
                dir="auto"
                resize="vertical"
                rows={3}
                maxLength={HOURS_BOUNDS.replyLength}
                placeholder={usual}
                value={value ?? ''}
                disabled={modal.submitting}
                onChange={(_, data) => onChange(isBlank(data.value) ? null : data.value)}
              />
            </FormField>
          )}
        />
        <PhonePreview from={format(number.number)} text={request} />
        <p className={quiet}>{TEXTS.yesAndNo}</p>
        <OthersChanges
          saved={saved}
          edited={edited}
          disabled={modal.submitting}
          onUseTheirs={(theirs) => {
            for (const field of theirs) form.setValue(field, saved[field], { shouldDirty: true })
          }}
        />
        <FormErrorPanel submitError={failure} messages={[errors.consent?.message, errors.consentRequest?.message]} />
      </div>
    </ModalBody>
  )
}
