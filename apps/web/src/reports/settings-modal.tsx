import type { ReportSettings } from '@partyline/contract'
import { ANSWER_GOALS, reportCalls } from '@partyline/contract'
import { Option } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useApi } from '../platform/platform-context.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import {
  Dropdown,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  showSaved,
  TimeZoneField,
  useFocusInvalid,
  useSubmit,
} from '../ui/index.ts'
import { durationText } from './durations.ts'
import { SETTINGS_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'

export type SettingsModalProps = { settings: ReportSettings }

const fields = reportCalls['reports.update'].body.omit({ seen: true }).required()

const goals = [null, ...ANSWER_GOALS]
const goalText = (goal: number | null) => (goal === null ? TEXTS.noGoal : TEXTS.goalOf(durationText(goal * 60)))

/** The goal for answers, and the time zone of days. */
export function SettingsModal({ settings }: SettingsModalProps) {
  const styles = useReportStyles()
  const api = useApi()
  const client = useQueryClient()
  const form = useForm<ReportSettings>({ resolver: standardSchemaResolver(fields), defaultValues: settings })
  const { errors, submitCount } = form.formState
  const content = useFocusInvalid<HTMLDivElement>(submitCount)
  const { modal, failure, submit } = useSubmit(form, showSaved)
  const timeZone = useWatch({ control: form.control, name: 'timeZone' })

  const save = form.handleSubmit((wanted) =>
    submit(async () => {
      await api.call('reports.update', { body: { ...wanted, seen: settings } })
      await client.invalidateQueries({ queryKey: queryKeys.reports.all })
    }),
  )

  return (
    <ModalBody
      title={TEXTS.title}
      onSubmit={() => void save()}
      actions={<ModalActions label={TEXTS.save} busyLabel={TEXTS.saving} />}
    >
      <Controller
        control={form.control}
        name="goalMinutes"
        render={({ field: { value, onChange, ...field }, fieldState }) => (
          <FormField label={TEXTS.goal} hint={TEXTS.goalHint} wrong={fieldState.error?.message}>
            <Dropdown
              {...field}
              disabled={modal.submitting}
              value={goalText(value)}
              selectedOptions={[String(value)]}
              onOptionSelect={(_, { optionValue }) => onChange(goals.find((goal) => String(goal) === optionValue))}
            >
              {goals.map((goal) => (
                <Option key={goal} value={String(goal)}>
                  {goalText(goal)}
                </Option>
              ))}
            </Dropdown>
          </FormField>
        )}
      />
      <div ref={content}>
        <Controller
          control={form.control}
          name="timeZone"
          render={({ field, fieldState }) => (
            <TimeZoneField
              value={field.value}
              disabled={modal.submitting}
              wrong={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
      </div>
      <output className={styles.note}>{timeZone === settings.timeZone ? TEXTS.timeZone : TEXTS.recount}</output>
      <FormErrorPanel submitError={failure} messages={[errors.goalMinutes?.message, errors.timeZone?.message]} />
    </ModalBody>
  )
}
