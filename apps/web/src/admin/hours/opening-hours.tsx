import { updateTenantBody } from '@partyline/contract'
import type { OpeningHours } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { ADMIN_PAGES } from '../../platform/admin-pages.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { currentTimeZone } from '../../platform/times.ts'
import { useTenant, useTenantChanged } from '../../settings/index.ts'
import {
  Card,
  firstMessage,
  FormErrorPanel,
  OthersChanges,
  showSaved,
  useFocusInvalid,
  useRefusal,
} from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { inOrder } from './edit-hours.ts'
import { HoursFields } from './hours-fields.tsx'
import { HOURS_TEXTS } from './hours-texts.ts'

type Fields = { hours: OpeningHours | null }

const fields = updateTenantBody.pick({ hours: true }).required()
const always = (): OpeningHours => ({ timeZone: currentTimeZone(), week: null, holidays: [] })

/** The organization's opening hours and holidays. */
export function OpeningHoursSettings() {
  const styles = useAdminStyles()
  const link = useLinkTo()
  return (
    <Card
      title={HOURS_TEXTS.title}
      about={HOURS_TEXTS.about}
      action={
        <Link className={styles.link} href={link(ADMIN_PAGES.numbers.path)}>
          {HOURS_TEXTS.toReplies}
        </Link>
      }
    >
      <OpeningHoursForm />
    </Card>
  )
}

export function OpeningHoursForm() {
  const styles = useAdminStyles()
  const api = useApi()
  const { name, hours } = useTenant()
  const changed = useTenantChanged()
  const saved: Fields = { hours: hours ?? always() }
  const form = useForm<Fields>({
    resolver: standardSchemaResolver(fields),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  const element = useFocusInvalid<HTMLFormElement>(submitCount)
  const { failure, begin, refuse } = useRefusal(form, isSubmitting)

  const edited = useWatch({ control: form.control }) as Fields

  const submit = form.handleSubmit(async (filled) => {
    begin()
    const ordered = inOrder(filled.hours ?? always())
    const isAlwaysOpen = ordered.week === null && ordered.holidays.length === 0
    try {
      const body = { name, hours: isAlwaysOpen ? null : ordered, seen: { name, hours } }
      const now = await api.call('settings.updateTenant', { body })
      changed(now)
      form.reset({ hours: now.hours ?? always() })
      showSaved()
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <form
      ref={element}
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Controller
        control={form.control}
        name="hours"
        render={({ field: { value, onChange } }) => (
          <HoursFields
            value={value}
            canShareHolidays={false}
            disabled={isSubmitting}
            error={errors.hours}
            onChange={onChange}
          />
        )}
      />
      <OthersChanges saved={saved} edited={edited} disabled={isSubmitting} onUseTheirs={() => form.reset(saved)} />
      <FormErrorPanel submitError={failure} messages={[firstMessage(errors.hours)]} />
      <div>
        <Button type="submit" appearance="primary" disabledFocusable={!isDirty || isSubmitting}>
          {isSubmitting ? ADMIN_TEXTS.saving : ADMIN_TEXTS.save}
        </Button>
      </div>
    </form>
  )
}
