import type { Contact, NumberId, PhoneConsent, TwilioNumber } from '@partyline/contract'
import { CONSENT_BOUNDS } from '@partyline/contract'
import { Button, Input, Textarea } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { inWords } from '../../core/people.ts'
import { twilioNumbersQuery, usePhoneFormat } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import {
  EmptyState,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  PageSkeleton,
  showToast,
  useFocusInvalid,
  useModal,
  useSubmit,
} from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CheckboxField, RadioField } from './choice-fields.tsx'
import { consentQuery, useConsentChanged } from './consent-queries.ts'
import { CONSENT_CARD_TEXTS, RECORD_TEXTS as TEXTS } from './consent-texts.ts'
import { useConsentStyles } from './consent.styles.ts'
import { firstValues, needsWording, recordBody, recordErrors, stoppedPhones, withFormFields } from './record-values.ts'
import type { RecordValues } from './record-values.ts'

export type RecordConsentModalProps = {
  contact: Pick<Contact, 'id' | 'name' | 'phones'>
  /** The phone and the line that the person came from. */
  number?: string
  lineId?: NumberId
}

/** Adds entries to the ledger of consent: who agreed to which texts, how, and in which words. */
export function RecordConsentModal(props: RecordConsentModalProps) {
  const api = useApi()
  const known = useQuery(consentQuery(api, props.contact.id))
  const lines = useQuery(twilioNumbersQuery(api))
  const { close } = useModal()
  if (known.data && lines.data) return <RecordForm {...props} known={known.data.phones} lines={lines.data} />
  const isFailed = known.isError || lines.isError
  return (
    <ModalBody title={TEXTS.title(props.contact.name)} actions={<Button onClick={close}>{TEXTS.close}</Button>}>
      {isFailed ? (
        <EmptyState
          title={CONSENT_CARD_TEXTS.failed}
          action={{
            label: CONSENT_CARD_TEXTS.retry,
            onClick: () => {
              if (known.isError) void known.refetch()
              if (lines.isError) void lines.refetch()
            },
          }}
        />
      ) : (
        <PageSkeleton />
      )}
    </ModalBody>
  )
}

type FormProps = RecordConsentModalProps & { known: readonly PhoneConsent[]; lines: readonly TwilioNumber[] }

function RecordForm({ contact: { id: contactId, name, phones }, known, lines, number, lineId }: FormProps) {
  const styles = useConsentStyles()
  const api = useApi()
  const times = useTimes()
  const changed = useConsentChanged()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const numbers = phones.map((phone) => phone.number)
  const today = times.dayOf(times.now())
  const form = useForm<RecordValues>({
    defaultValues: firstValues({ numbers, lineIds: lines.map(({ id }) => id), number, lineId }, today),
    // Shown below, for all fields in their order on screen.
    shouldFocusError: false,
    resolver: (values) => ({ values, errors: recordErrors(values, today) }) as never,
  })
  const { control, formState } = form
  const { errors, submitCount } = formState
  const content = useFocusInvalid<HTMLDivElement>(submitCount)
  const values = useWatch({ control }) as RecordValues
  const isGranted = values.state === 'granted'
  const { modal, failure, submit } = useSubmit(form, () => showToast({ kind: 'done', text: TEXTS.recorded(isGranted) }))
  const chosen = lines.filter(({ id }) => values.lineIds.includes(id)).map(({ name }) => name)
  const stopped = stoppedPhones(known, values)
  const disabled = modal.submitting

  const save = form.handleSubmit((filled) =>
    submit(async () => {
      try {
        await api.call('contacts.recordConsent', { params: { contactId }, body: recordBody(filled, times) })
      } catch (error) {
        throw withFormFields(error)
      }
      // Close the modal first, so that the focus returns before its element may disappear.
      void changed()
    }),
  )

  return (
    <ModalBody
      title={TEXTS.title(name)}
      onSubmit={() => void save()}
      actions={<ModalActions label={TEXTS.submit} busyLabel={TEXTS.submitting} />}
    >
      <div ref={content} className={styles.form}>
        {numbers.length > 1 && (
          <CheckboxField
            control={control}
            name="numbers"
            label={TEXTS.phones}
            options={numbers.map((one) => ({ value: one, label: format(one) }))}
            disabled={disabled}
          />
        )}
        {lines.length > 1 && (
          <CheckboxField
            control={control}
            name="lineIds"
            label={TEXTS.lines}
            options={lines.map((line) => ({ value: line.id, label: line.name }))}
            disabled={disabled}
          />
        )}
        <RadioField control={control} name="state" label={TEXTS.state} texts={TEXTS.states} disabled={disabled} />
        {!isGranted && chosen.length > 0 && (
          <p className={styles.note}>{TEXTS.willOptOut(values.numbers.length, inWords(chosen))}</p>
        )}
        {isGranted && stopped.length > 0 && (
          <output className={styles.warning}>{TEXTS.stopped(inWords(stopped.map(format)), stopped.length)}</output>
        )}
        <RadioField
          control={control}
          name="source"
          label={TEXTS.source}
          texts={TEXTS.sources}
          disabled={disabled}
          isRow
        />
        <Controller
          control={control}
          name="wording"
          render={({ field, fieldState }) => (
            <FormField
              label={TEXTS.wording}
              required={needsWording(values)}
              hint={values.state === 'granted' ? TEXTS.wordingHint[values.source] : TEXTS.wordingOptional}
              wrong={fieldState.error?.message}
            >
              <Textarea
                {...field}
                dir="auto"
                rows={3}
                resize="vertical"
                maxLength={CONSENT_BOUNDS.wordingLength}
                disabled={disabled}
              />
            </FormField>
          )}
        />
        <Controller
          control={control}
          name="address"
          render={({ field, fieldState }) => (
            <FormField label={TEXTS.address} hint={TEXTS.addressHint} wrong={fieldState.error?.message}>
              <Input
                {...field}
                dir="auto"
                autoComplete="off"
                maxLength={CONSENT_BOUNDS.addressLength}
                disabled={disabled}
              />
            </FormField>
          )}
        />
        <Controller
          control={control}
          name="day"
          render={({ field, fieldState }) => (
            <FormField className={styles.day} label={TEXTS.day} required wrong={fieldState.error?.message}>
              <Input {...field} type="date" max={today} disabled={disabled} />
            </FormField>
          )}
        />
        <p className={styles.note}>{TEXTS.about}</p>
        <FormErrorPanel submitError={failure} messages={Object.values(errors).map((error) => error.message)} />
      </div>
    </ModalBody>
  )
}
