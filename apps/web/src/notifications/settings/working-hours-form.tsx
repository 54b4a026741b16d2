import { awayAt, notificationSettings } from '@partyline/contract'
import type { NotificationSettings, WorkingHours } from '@partyline/contract'
import { Button, Radio, RadioGroup } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm } from 'react-hook-form'
import { useTimes } from '../../platform/platform-context.tsx'
import { currentTimeZone } from '../../platform/times.ts'
import { useMinute } from '../../platform/use-minute.ts'
import {
  errorAt,
  Fieldset,
  firstMessage,
  FormErrorPanel,
  showSaved,
  TimeZoneField,
  useFocusInvalid,
  useRefusal,
  USUAL_WEEK,
  WeekFields,
} from '../../ui/index.ts'
import { useChangeNotifications } from '../notification-queries.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import { usePageStyles } from './page.styles.ts'

type Fields = { workingHours: WorkingHours | null }

const fields = notificationSettings.pick({ workingHours: true })

/** The person's working hours. */
export function WorkingHoursForm({ settings: { workingHours } }: { settings: NotificationSettings }) {
  const styles = usePageStyles()
  const { mutateAsync } = useChangeNotifications()
  const form = useForm<Fields>({
    resolver: standardSchemaResolver(fields),
    values: { workingHours },
    // Changes in another window don't replace what is being edited here.
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  const element = useFocusInvalid<HTMLFormElement>(submitCount)
  const { failure, begin, refuse } = useRefusal(form, isSubmitting)

  const submit = form.handleSubmit(async (filled) => {
    begin()
    try {
      const saved = await mutateAsync(filled)
      form.reset({ workingHours: saved.workingHours })
      showSaved()
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <Fieldset legend={PAGE_TEXTS.hours}>
      <form
        ref={element}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <OutOfHours workingHours={workingHours} />
        <Controller
          control={form.control}
          name="workingHours"
          render={({ field: { value, onChange } }) => (
            <HoursFields value={value} disabled={isSubmitting} error={errors.workingHours} onChange={onChange} />
          )}
        />
        <FormErrorPanel submitError={failure} messages={[firstMessage(errors.workingHours)]} />
        <div>
          <Button type="submit" appearance="primary" disabledFocusable={!isDirty || isSubmitting}>
            {isSubmitting ? PAGE_TEXTS.saving : PAGE_TEXTS.save}
          </Button>
        </div>
      </form>
    </Fieldset>
  )
}

/** Says until when the person is out of hours; renders nothing in their hours. */
function OutOfHours({ workingHours }: Fields) {
  const styles = usePageStyles()
  const times = useTimes()
  const away = awayAt({ workingHours, pausedUntil: null }, new Date(useMinute()))
  if (away === null) return null
  return (
    <p className={styles.text}>
      {away.until ? PAGE_TEXTS.outOfHours(times.until(away.until.toISOString())) : PAGE_TEXTS.neverInHours}
    </p>
  )
}

type HoursProps = {
  value: WorkingHours | null
  disabled: boolean
  error: unknown
  onChange: (hours: WorkingHours | null) => void
}

function HoursFields({ value, disabled, error, onChange }: HoursProps) {
  return (
    <>
      <RadioGroup
        aria-label={PAGE_TEXTS.hours}
        disabled={disabled}
        value={value === null ? 'always' : 'hours'}
        onChange={(_, data) =>
          onChange(data.value === 'always' ? null : { timeZone: currentTimeZone(), week: USUAL_WEEK })
        }
      >
        <Radio value="always" label={PAGE_TEXTS.always} />
        <Radio value="hours" label={PAGE_TEXTS.inHours} />
      </RadioGroup>
      {value && (
        <>
          <WeekFields
            value={value.week}
            closed={PAGE_TEXTS.dayOff}
            disabled={disabled}
            error={errorAt(error, 'week')}
            onChange={(week) => onChange({ ...value, week })}
          />
          <TimeZoneField
            value={value.timeZone}
            disabled={disabled}
            wrong={errorAt(error, 'timeZone')?.message}
            onChange={(timeZone) => onChange({ ...value, timeZone })}
          />
        </>
      )}
    </>
  )
}
