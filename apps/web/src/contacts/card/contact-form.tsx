import type { Contact, ContactField, ContactId, ListedContact, NumberId } from '@partyline/contract'
import { CONTACT_TEXTS, createContactBody } from '@partyline/contract'
import { Button, Input, Select, Textarea } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BaseSyntheticEvent, SubmitEvent } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { usePhoneFormat } from '../../numbers/index.ts'
import { ApiError } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import {
  ChoiceField,
  firstMessage,
  FormErrorPanel,
  FormField,
  openModal,
  OthersChanges,
  PageSkeleton,
  showSaved,
  showToast,
  TimeZoneField,
  useRefusal,
} from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { removedPhonesModal } from '../contact-modals.ts'
import { useContactsChanged } from '../contact-queries.ts'
import { fieldsQuery } from '../shared-queries.ts'
import { FORM_TEXTS } from './card-texts.ts'
import { useCardStyles } from './card.styles.ts'
import {
  contactUpdate,
  isEdited,
  mergedLists,
  removedPhones,
  savedValues,
  singlePath,
  singleValues,
  withoutBlanks,
} from './form-values.ts'
import type { FormValues } from './form-values.ts'
import { LANGUAGES } from './languages.ts'
import { EmailsField, PhonesField } from './list-fields.tsx'
import { holderOf } from './number-holder.ts'
import { TagsField } from './tags-field.tsx'
import type { EditedForm } from './use-ask-to-close.ts'

type Props = {
  /** Null adds one. */
  contact: Contact | null
  /** Called with the saved contact, or with null after Cancel. */
  onDone: (saved: Contact | null) => void
  /** Opens the contact that has a phone already. */
  onOpen?: (contactId: ContactId) => void
  onEdits: EditedForm['onEdits']
}

/** Changes a contact, or adds one. */
export function ContactForm(props: Props) {
  const { data: fields } = useQuery(fieldsQuery(useApi()))
  return fields ? <Form {...props} fields={fields} /> : <PageSkeleton />
}

const schema = createContactBody.required()

function Form({ contact, fields, onDone, onOpen, onEdits }: Props & { fields: readonly ContactField[] }) {
  const styles = useCardStyles()
  const api = useApi()
  const client = useQueryClient()
  const changed = useContactsChanged()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const saved = savedValues(contact, fields)
  const form = useForm<FormValues>({
    resolver: standardSchemaResolver(schema),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const { control } = form
  const { errors, isSubmitting } = form.formState
  const { failure, begin, refuse } = useRefusal(form, isSubmitting)
  const [holder, setHolder] = useState<ListedContact | null>(null)
  const edited = useWatch({ control }) as FormValues
  useMergedLists(form, saved)
  const edits = isSubmitting ? 'saving' : isEdited(saved, edited) ? 'unsaved' : 'none'
  const tell = useEffectEvent(onEdits)
  useEffect(() => tell(edits), [edits])
  useEffect(() => () => tell('none'), [])
  useEffect(() => form.setFocus('name'), [form])

  /** A contact that has only its number may stay without a name. */
  const unnamed = contact !== null && saved.name === '' ? contact.name : null

  const send = (event: BaseSyntheticEvent, reassignedIds: NumberId[] = []) =>
    form.handleSubmit(
      async (values) => {
        begin()
        setHolder(null)
        try {
          const now = await (contact === null
            ? api.call('contacts.create', { body: values })
            : api.call('contacts.update', {
                params: { contactId: contact.id },
                body: {
                  ...contactUpdate({ ...saved, name: unnamed ?? saved.name }, values),
                  ...(reassignedIds.length > 0 && { reassignedIds }),
                },
              }))
          client.setQueryData(queryKeys.contacts.card(now.id), now)
          void changed()
          if (contact === null) showToast({ kind: 'done', text: FORM_TEXTS.added })
          else showSaved()
          onDone(now)
        } catch (error) {
          refuse(error)
          showParts(form, error)
          if (onOpen) setHolder(await holderOf(api, values.phones, error))
        }
      },
      () => focusInvalid(event.target as HTMLElement),
    )(event)

  /** Asks first about phones that are removed. */
  async function sendAsked(event: BaseSyntheticEvent) {
    const removed = removedPhones(contact?.phones ?? [], form.getValues('phones'), format)
    if (removed.length === 0 || !(await form.trigger())) return send(event)
    openModal(removedPhonesModal, {
      owner: unnamed === null ? saved.name : null,
      phones: removed,
      onAnswer: (reassignedIds) => void send(event, reassignedIds),
    })
  }

  function save(event: SubmitEvent) {
    const { emails, phones, name } = withoutBlanks(form.getValues())
    form.setValue('emails', emails)
    form.setValue('phones', phones)
    if (unnamed !== null && name.trim() === '') form.setValue('name', unnamed)
    void sendAsked(event)
  }

  const messages = Object.values(errors).map(firstMessage)
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // Events of portals bubble through the components.
        event.stopPropagation()
        save(event)
      }}
    >
      <div className={styles.fields}>
        <Controller
          control={control}
          name="name"
          render={({ field, fieldState }) => (
            <FormField
              label={FORM_TEXTS.name}
              required={unnamed === null}
              hint={FORM_TEXTS.nameHint}
              wrong={fieldState.error?.message}
            >
              <Input
                {...field}
                dir="auto"
                autoComplete="off"
                disabled={isSubmitting}
                {...(unnamed !== null && { placeholder: format(contact?.phones[0]?.number ?? unnamed) })}
              />
            </FormField>
          )}
        />
        <Controller
          control={control}
          name="company"
          render={({ field, fieldState }) => (
            <FormField label={FORM_TEXTS.company} wrong={fieldState.error?.message}>
              <Input {...field} dir="auto" autoComplete="off" disabled={isSubmitting} />
            </FormField>
          )}
        />
        <Controller
          control={control}
          name="phones"
          render={({ field: { value, onChange } }) => (
            <PhonesField
              value={value}
              saved={new Set(saved.phones.map(({ number }) => number))}
              error={errors.phones}
              disabled={isSubmitting}
              onChange={onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="emails"
          render={({ field: { value, onChange } }) => (
            <EmailsField value={value} error={errors.emails} disabled={isSubmitting} onChange={onChange} />
          )}
        />
        <Controller
          control={control}
          name="tags"
          render={({ field: { value, onChange, ref } }) => (
            <TagsField
              ref={ref}
              label={FORM_TEXTS.tags}
              value={value}
              disabled={isSubmitting}
              wrong={firstMessage(errors.tags)}
              onChange={onChange}
            />
          )}
        />
        {fields.map((each) => (
          <OwnField key={each.id} form={form} field={each} disabled={isSubmitting} />
        ))}
        <Controller
          control={control}
          name="language"
          render={({ field: { value, onChange }, fieldState }) => (
            <ChoiceField
              label={FORM_TEXTS.language}
              choices={LANGUAGES}
              none={FORM_TEXTS.noLanguage}
              noMatch={FORM_TEXTS.noOption}
              unknown={CONTACT_TEXTS.language}
              value={value}
              disabled={isSubmitting}
              wrong={fieldState.error?.message}
              onChange={onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="timeZone"
          render={({ field: { value, onChange }, fieldState }) => (
            <TimeZoneField
              none={FORM_TEXTS.ofNumber}
              value={value}
              disabled={isSubmitting}
              wrong={fieldState.error?.message}
              onChange={onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="remarks"
          render={({ field, fieldState }) => (
            <FormField label={FORM_TEXTS.remarks} hint={FORM_TEXTS.remarksHint} wrong={fieldState.error?.message}>
              <Textarea {...field} dir="auto" resize="vertical" rows={4} disabled={isSubmitting} />
            </FormField>
          )}
        />
      </div>
      <div className={styles.actions}>
        {contact !== null && (
          <OthersChanges
            saved={singleValues(saved, fields)}
            edited={singleValues(edited, fields)}
            disabled={isSubmitting}
            onUseTheirs={(names) => {
              const theirs = singleValues(saved, fields)
              for (const name of names) {
                const path = singlePath(name, fields)
                if (path) form.setValue(path, theirs[name] ?? null, { shouldDirty: true })
              }
            }}
          />
        )}
        <FormErrorPanel submitError={failure} messages={messages}>
          {holder && (
            <Button className={styles.holder} size="small" onClick={() => onOpen?.(holder.id)}>
              {FORM_TEXTS.openHolder(holder.name)}
            </Button>
          )}
        </FormErrorPanel>
        <div className={styles.buttons}>
          <Button disabled={isSubmitting} onClick={() => onDone(null)}>
            {FORM_TEXTS.cancel}
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={isSubmitting}>
            {contact === null
              ? isSubmitting
                ? FORM_TEXTS.adding
                : FORM_TEXTS.add
              : isSubmitting
                ? FORM_TEXTS.saving
                : FORM_TEXTS.save}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** One of the tenant's own fields, by its kind. */
function OwnField({
  form,
  field: { id, name, kind, choices },
  disabled,
}: {
  form: UseFormReturn<FormValues>
  field: ContactField
  disabled: boolean
}) {
  return (
    <Controller
      control={form.control}
      name={`fields.${id}`}
      render={({ field, fieldState }) => (
        <FormField label={name} wrong={fieldState.error?.message}>
          {kind === 'choice' ? (
            <Select {...field} disabled={disabled}>
              <option value="">{FORM_TEXTS.noChoice}</option>
              {/* A value whose option was removed stays until another one is chosen. */}
              {[...new Set([...choices, ...(field.value ? [field.value] : [])])].map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </Select>
          ) : (
            <Input
              {...field}
              {...(kind === 'date' && { type: 'date' as const })}
              {...(kind === 'number' && { inputMode: 'decimal' as const })}
              {...(kind === 'text' && { dir: 'auto' })}
              autoComplete="off"
              disabled={disabled}
            />
          )}
        </FormField>
      )}
    />
  )
}

/** Keeps the form's lists up to date with others' changes, without losing additions and removals made here. */
function useMergedLists(form: UseFormReturn<FormValues>, saved: FormValues): void {
  const key = JSON.stringify([saved.emails, saved.phones, saved.tags])
  const before = useRef({ key, saved })
  const merge = useEffectEvent((now: string) => {
    if (now === before.current.key) return
    const merged = mergedLists(before.current.saved, { edited: form.getValues(), saved })
    before.current = { key: now, saved }
    for (const name of ['emails', 'phones', 'tags'] as const) form.setValue(name, merged[name], { shouldDirty: true })
  })
  useEffect(() => merge(key), [key])
}

/** Shows the server's errors about a part of a field, such as `phones.1.number`, next to that part. */
function showParts(form: UseFormReturn<FormValues>, error: unknown): void {
  if (!(error instanceof ApiError)) return
  for (const [name, sentences] of Object.entries(error.errors)) {
    const path = name.replaceAll(/\[(\d+)\]/g, '.$1')
    if (path.includes('.')) form.setError(path as FieldPath<FormValues>, { message: sentences.join('\n') })
  }
}

function focusInvalid(form: HTMLElement): void {
  // The errors are shown with the next render.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
