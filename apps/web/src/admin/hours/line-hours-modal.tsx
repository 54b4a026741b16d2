import { automaticText, isBlank, updateHoursBody } from '@partyline/contract'
import type { AccountNumber, LineHours } from '@partyline/contract'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { usePhoneFormat } from '../../numbers/index.ts'
import { ADMIN_PAGES } from '../../platform/admin-pages.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { useLine, useTenant, useTenantChanged } from '../../settings/index.ts'
import {
  closeModals,
  firstMessage,
  FormErrorPanel,
  ModalActions,
  ModalBody,
  OthersChanges,
  updateOf,
  showSaved,
  useFocusInvalid,
  useSubmit,
} from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { hoursSummary, inOrder } from './edit-hours.ts'
import { HoursFields } from './hours-fields.tsx'
import { HOURS_TEXTS } from './hours-texts.ts'
import { useHoursStyles } from './hours.styles.ts'
import { PhonePreview, ReplyField } from './reply-field.tsx'

export type LineHoursModalProps = { number: AccountNumber }

type Fields = { hours: LineHours | null; awayReply: string | null; greeting: string | null }

const fields = updateHoursBody.omit({ seen: true }).required()

/** A line's opening hours and automatic replies. */
export function LineHoursModal({ number: opened }: LineHoursModalProps) {
  const styles = useHoursStyles()
  const { quiet, partTitle, link: way } = useAdminStyles()
  const api = useApi()
  const { hours: ofTenant, defaultCountry } = useTenant()
  const number = useLine(opened)
  const saved = { hours: number.ownHours, awayReply: number.awayReply, greeting: number.greeting }
  const format = usePhoneFormat(defaultCountry)
  const changed = useTenantChanged()
  const form = useForm<Fields>({
    resolver: standardSchemaResolver(fields),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const link = useLinkTo()
  const { errors, isDirty, submitCount } = form.formState
  const content = useFocusInvalid<HTMLDivElement>(submitCount)
  const { modal, failure, submit } = useSubmit(form, showSaved)
  const edited = useWatch({ control: form.control }) as Fields
  const { hours, awayReply, greeting } = edited
  const inForce = hours ?? ofTenant
  const isNeverClosed =
    !inForce || (inForce.week === null && (inForce.holidays ?? ofTenant?.holidays ?? []).length === 0)
  const written = (text: string | null | undefined) => (text && !isBlank(text) ? text.trim() : null)
  const shown = automaticText({ greeting: written(greeting), away: written(awayReply) })

  const save = form.handleSubmit((filled) =>
    submit(async () => {
      const body = updateOf(saved, { ...filled, hours: filled.hours && inOrder(filled.hours) })
      changed(await api.call('settings.updateHours', { params: { numberId: number.id }, body }))
    }),
  )
  return (
    <ModalBody
      title={HOURS_TEXTS.lineTitle}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.save} busyLabel={ADMIN_TEXTS.saving} />}
    >
      <div ref={content} className={styles.editor}>
        <span>{number.name}</span>
        <Controller
          control={form.control}
          name="hours"
          render={({ field: { value, onChange } }) => (
            <HoursFields
              value={value}
              none={`${HOURS_TEXTS.asOrganization}: ${hoursSummary(ofTenant ?? { week: null })}`}
              canShareHolidays
              disabled={modal.submitting}
              error={errors.hours}
              onChange={onChange}
            />
          )}
        />
        {/* Leaving would discard what was edited. */}
        {!isDirty && (
          <Link className={way} href={link(ADMIN_PAGES.organization.path)} onClick={closeModals}>
            {HOURS_TEXTS.toOrganization}
          </Link>
        )}
        <div>
          <h3 className={partTitle}>{HOURS_TEXTS.replies}</h3>
          <p className={quiet}>{HOURS_TEXTS.repliesHint}</p>
        </div>
        <Controller
          control={form.control}
          name="awayReply"
          render={({ field: { value, onChange }, fieldState }) => (
            <ReplyField
              title={HOURS_TEXTS.away}
              label={HOURS_TEXTS.awayText}
              example={HOURS_TEXTS.awayExample}
              value={value}
              disabled={modal.submitting}
              wrong={fieldState.error?.message}
              onChange={onChange}
            />
          )}
        />
        {awayReply !== null && isNeverClosed && <p className={quiet}>{HOURS_TEXTS.neverClosed}</p>}
        <Controller
          control={form.control}
          name="greeting"
          render={({ field: { value, onChange }, fieldState }) => (
            <ReplyField
              title={HOURS_TEXTS.greeting}
              label={HOURS_TEXTS.greetingText}
              example={HOURS_TEXTS.greetingExample}
              value={value}
              disabled={modal.submitting}
              wrong={fieldState.error?.message}
              onChange={onChange}
            />
          )}
        />
        {shown !== '' && <PhonePreview from={format(number.number)} text={shown} />}
        {written(greeting) && written(awayReply) && <p className={quiet}>{HOURS_TEXTS.bothPreview}</p>}
        <OthersChanges
          saved={saved}
          edited={edited}
          disabled={modal.submitting}
          onUseTheirs={(fields) => {
            for (const field of fields) form.setValue(field, saved[field], { shouldDirty: true })
          }}
        />
        <FormErrorPanel
          submitError={failure}
          messages={[firstMessage(errors.hours), errors.awayReply?.message, errors.greeting?.message]}
        />
      </div>
    </ModalBody>
  )
}
