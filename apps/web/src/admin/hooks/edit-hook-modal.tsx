import type { Hook } from '@partyline/contract'
import { createHookBody, HOOK_KINDS } from '@partyline/contract'
import { Checkbox, Input, Switch } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useApi } from '../../platform/platform-context.tsx'
import {
  Fieldset,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  OthersChanges,
  showSaved,
  updateOf,
  useDiscardQuestion,
  useModal,
  useRefusal,
} from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { NewSecret } from './hook-secret-modal.tsx'
import { hooksQuery, useHooksChanged } from './hooks-queries.ts'
import { HOOKS_TEXTS } from './hooks-texts.ts'

/** The webhook to change; null adds one. */
export type EditHookModalProps = { hook: Hook | null }

type HookForm = { url: string; events: Hook['events']; enabled: boolean }

const KINDS = Object.entries(HOOK_KINDS) as [Hook['events'][number], string][]

const savedOf = ({ url, events, enabled }: Hook): HookForm => ({ url, events, enabled })
const NEW: HookForm = { url: '', events: ['message.received'], enabled: true }
const formBody = createHookBody.loose()

export function EditHookModal({ hook: opened }: EditHookModalProps) {
  const api = useApi()
  const changed = useHooksChanged()
  const { data: hooks } = useQuery(hooksQuery(api))
  const hook = opened && (hooks?.find(({ id }) => id === opened.id) ?? opened)
  /** Shown once, after a webhook was added. */
  const [secret, setSecret] = useState<string | null>(null)
  const modal = useModal()
  const form = useForm<HookForm>({
    resolver: standardSchemaResolver(formBody) as never,
    values: hook ? savedOf(hook) : NEW,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const { failure, begin, refuse } = useRefusal(form, modal.submitting)
  useDiscardQuestion(form.formState.isDirty && secret === null)
  const edited = useWatch({ control: form.control }) as HookForm

  const save = form.handleSubmit(async ({ url, events, enabled }) => {
    begin()
    modal.setSubmitting(true)
    try {
      if (hook) {
        const body = updateOf(savedOf(hook), { url, events, enabled })
        await api.call('hooks.update', { params: { hookId: hook.id }, body })
        modal.done()
        showSaved()
      } else {
        setSecret((await api.call('hooks.create', { body: { url, events } })).secret)
        modal.setSubmitting(false)
      }
      await changed()
    } catch (error) {
      refuse(error)
      modal.setSubmitting(false)
    }
  })
  if (secret !== null) return <NewSecret secret={secret} />

  return (
    <ModalBody
      title={hook ? HOOKS_TEXTS.editTitle : HOOKS_TEXTS.addTitle}
      onSubmit={() => void save()}
      actions={
        <ModalActions
          label={hook ? ADMIN_TEXTS.save : ADMIN_TEXTS.add}
          busyLabel={hook ? ADMIN_TEXTS.saving : ADMIN_TEXTS.adding}
        />
      }
    >
      <Controller
        control={form.control}
        name="url"
        render={({ field, fieldState }) => (
          <FormField label={HOOKS_TEXTS.url} required hint={HOOKS_TEXTS.urlHint} wrong={fieldState.error?.message}>
            <Input {...field} type="url" dir="ltr" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="events"
        render={({ field: { value, onChange, ref } }) => (
          <Fieldset legend={HOOKS_TEXTS.events} wrong={errors.events?.message}>
            <div>
              {KINDS.map(([kind, words], place) => (
                <div key={kind}>
                  <Checkbox
                    ref={place === 0 ? ref : undefined}
                    label={words}
                    checked={value.includes(kind)}
                    disabled={modal.submitting}
                    aria-invalid={errors.events !== undefined}
                    onChange={(_, { checked }) =>
                      onChange(
                        KINDS.map(([each]) => each).filter((each) => (each === kind ? checked : value.includes(each))),
                      )
                    }
                  />
                </div>
              ))}
            </div>
          </Fieldset>
        )}
      />
      {hook && (
        <Controller
          control={form.control}
          name="enabled"
          render={({ field: { value, onChange } }) => (
            <Switch
              label={HOOKS_TEXTS.enabled}
              checked={value}
              disabled={modal.submitting}
              onChange={(_, { checked }) => onChange(checked)}
            />
          )}
        />
      )}
      {hook && (
        <OthersChanges
          saved={savedOf(hook)}
          edited={edited}
          disabled={modal.submitting}
          onUseTheirs={(fields) => {
            for (const field of fields) form.setValue(field, savedOf(hook)[field], { shouldDirty: true })
          }}
        />
      )}
      <FormErrorPanel submitError={failure} messages={[errors.url?.message, errors.events?.message]} />
    </ModalBody>
  )
}
