import { RETENTION, updateRetentionBody } from '@partyline/contract'
import type { AccountNumber } from '@partyline/contract'
import { Button, Input, Radio, RadioGroup } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useLine, useTenantChanged } from '../../settings/index.ts'
import {
  confirmationModal,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  openModal,
  OthersChanges,
  showSaved,
  updateOf,
  useFocusInvalid,
  useSubmit,
} from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { hasFound, isEmpty, RetentionPreview } from './retention-preview.tsx'
import { retentionPreviewQuery } from './retention-queries.ts'
import { RETENTION_PAGE_TEXTS as TEXTS } from './retention-texts.ts'

export type LineRetentionModalProps = { number: AccountNumber }

/** Null: forever. 0: no number was entered yet. NaN: what was typed is no whole number. */
type Fields = { keepDays: number | null }

const fields = updateRetentionBody.omit({ seen: true })

const SUGGESTIONS = [
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
  // Two of them may be leap years.
  { days: 7 * 365 + 2, label: '7 years' },
]

const MAX_DAYS_LENGTH = RETENTION.maxDays.toLocaleString('en').length

/** `1,000` is a number too, but `30.5` is not 305. */
function daysOf(text: string): number {
  return /^(\d*|\d{1,3}(,\d{3})+)$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** How long a line keeps texts. Asks before it deletes any. */
export function LineRetentionModal({ number: opened }: LineRetentionModalProps) {
  const styles = useAdminStyles()
  const api = useApi()
  const client = useQueryClient()
  const times = useTimes()
  const number = useLine(opened)
  const saved = { keepDays: number.keepDays }
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
  const { keepDays } = edited
  // The typed text; the form has its number of days.
  const [typed, setTyped] = useState({ text: '', days: 0 })

  const update = (filled: Fields) =>
    submit(async () => {
      const body = updateOf(saved, filled, ['keepDays'])
      changed(await api.call('settings.updateRetention', { params: { numberId: number.id }, body }))
    })

  const save = form.handleSubmit(async (filled) => {
    const { keepDays: days } = filled
    if (days === null || days === saved.keepDays) return update(filled)
    modal.setSubmitting(true)
    const preview = await client.ensureQueryData(retentionPreviewQuery(api, number.id, days)).catch(() => null)
    modal.setSubmitting(false)
    if (preview && isEmpty(preview)) return update(filled)
    openModal(confirmationModal, {
      title: TEXTS.questionTitle,
      message: preview && hasFound(preview) ? TEXTS.question(preview, times.longDate) : TEXTS.questionUncounted(days),
      footer: TEXTS.questionFooter,
      confirmLabel: TEXTS.confirm,
      danger: true,
      // The form shows the consequences.
      onConfirm: () => void update(filled),
    })
  })

  return (
    <ModalBody
      title={TEXTS.title}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.save} busyLabel={ADMIN_TEXTS.saving} />}
    >
      <div ref={content} className={styles.stack}>
        <span>{TEXTS.about(number.name)}</span>
        <Controller
          control={form.control}
          name="keepDays"
          render={({ field: { value, onChange, ...field }, fieldState }) => (
            <>
              <RadioGroup
                aria-label={TEXTS.choice}
                value={value === null ? 'forever' : 'days'}
                disabled={modal.submitting}
                onChange={(_, data) => onChange(data.value === 'forever' ? null : (saved.keepDays ?? 0))}
              >
                <Radio value="forever" label={TEXTS.forever} />
                <Radio value="days" label={TEXTS.days} />
              </RadioGroup>
              {value !== null && (
                <>
                  <FormField label={TEXTS.daysField} wrong={fieldState.error?.message}>
                    <Input
                      {...field}
                      inputMode="numeric"
                      maxLength={MAX_DAYS_LENGTH}
                      value={Object.is(typed.days, value) ? typed.text : String(value)}
                      disabled={modal.submitting}
                      onChange={(_, { value: text }) => {
                        setTyped({ text, days: daysOf(text) })
                        onChange(daysOf(text))
                      }}
                    />
                  </FormField>
                  <div className={styles.row}>
                    {SUGGESTIONS.map(({ days, label }) => (
                      <Button key={days} size="small" disabled={modal.submitting} onClick={() => onChange(days)}>
                        {label}
                      </Button>
                    ))}
                  </div>
                </>
              )}
            </>
          )}
        />
        {keepDays !== null && (
          <>
            <RetentionPreview numberId={number.id} days={keepDays} />
            <p className={styles.quiet}>{TEXTS.grace}</p>
            <p className={styles.quiet}>{TEXTS.stays}</p>
          </>
        )}
        <OthersChanges
          saved={saved}
          edited={edited}
          disabled={modal.submitting}
          onUseTheirs={() => form.setValue('keepDays', saved.keepDays, { shouldDirty: true })}
        />
        <FormErrorPanel submitError={failure} messages={[errors.keepDays?.message]} />
      </div>
    </ModalBody>
  )
}
