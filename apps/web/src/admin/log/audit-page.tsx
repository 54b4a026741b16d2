import { AUDIT_KINDS, dayAfter, OPTIONS_HEIGHT } from '@partyline/contract'
import type { AuditKind, UserId } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { NAMED_PERIODS, PERIOD_TEXTS, RangeForm, rangeOf } from '../../reports/index.ts'
import type { DayRange, NamedPeriod } from '../../reports/index.ts'
import { useTenant } from '../../settings/index.ts'
import { AUDIT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { allKeysQuery } from '../keys/key-queries.ts'
import { AuditLog } from './audit-log.tsx'
import { Option } from '@fluentui/react-components'
import { Card, Dropdown } from '../../ui/index.ts'

const CUSTOM = 'custom'
const PERIODS = [
  ...NAMED_PERIODS.map((value) => ({ value, words: PERIOD_TEXTS.names[value] })),
  { value: CUSTOM, words: PERIOD_TEXTS.custom } as const,
]

const KINDS = Object.keys(AUDIT_KINDS) as AuditKind[]

/** Who did what in the organization. */
export function AuditPage() {
  const styles = useAdminStyles()
  const times = useTimes()
  const today = times.dayOf(times.now())
  const { teamsUsers } = useTenant()
  const { data: keys = [] } = useQuery(allKeysQuery(useApi()))
  const [by, setBy] = useState<UserId | null>(null)
  const [kind, setKind] = useState<AuditKind | null>(null)
  const [period, setPeriod] = useState<NamedPeriod | typeof CUSTOM | null>(null)
  const [customDays, setCustomDays] = useState<DayRange | null>(null)
  const days = period === CUSTOM ? customDays : period && rangeOf(period, today)
  return (
    <Card title={AUDIT_TEXTS.title} about={AUDIT_TEXTS.about}>
      <div className={styles.tools}>
        <AuditFilterField
          label={AUDIT_TEXTS.who}
          all={AUDIT_TEXTS.everyone}
          options={[
            ...teamsUsers.map(({ id, name }) => ({ value: id, words: name })),
            ...keys.map(({ id, name, revokedOn }) => ({
              value: id as string as UserId,
              words: AUDIT_TEXTS.apiKey(name, revokedOn !== null),
            })),
          ]}
          chosen={by}
          onChoose={setBy}
        />
        <AuditFilterField
          label={AUDIT_TEXTS.what}
          all={AUDIT_TEXTS.everything}
          options={KINDS.map((value) => ({ value, words: AUDIT_KINDS[value] }))}
          chosen={kind}
          onChoose={setKind}
        />
        <AuditFilterField
          label={AUDIT_TEXTS.when}
          all={AUDIT_TEXTS.anyTime}
          options={PERIODS}
          chosen={period}
          onChoose={(chosen) => {
            setCustomDays(days)
            setPeriod(chosen)
          }}
        />
        {period === CUSTOM && (
          <RangeForm
            range={days ?? { from: today, to: today }}
            today={today}
            maxDays={Infinity}
            onChange={setCustomDays}
          />
        )}
      </div>
      <AuditLog
        filter={{
          ...(by && { by }),
          ...(kind && { kind }),
          ...(days && {
            from: times.instantOf(days.from, '00:00'),
            to: times.instantOf(dayAfter(days.to, 1), '00:00'),
          }),
        }}
      />
    </Card>
  )
}

type Props<Value extends string> = {
  label: string
  /** The label for no filter. */
  all: string
  options: readonly { value: Value; words: string }[]
  chosen: Value | null
  onChoose: (value: Value | null) => void
}

const ALL = 'all'

/** A filter with one of several values, or all. */
function AuditFilterField<Value extends string>({ label, all, options, chosen, onChoose }: Props<Value>) {
  const styles = useAdminStyles()
  const words = options.find(({ value }) => value === chosen)?.words ?? all
  return (
    <Dropdown
      className={styles.search}
      aria-label={label}
      listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
      value={words}
      selectedOptions={[chosen ?? ALL]}
      onOptionSelect={(_, { optionValue }) =>
        onChoose(options.find(({ value }) => value === optionValue)?.value ?? null)
      }
    >
      {[{ value: ALL, words: all }, ...options].map((option) => (
        <Option key={option.value} value={option.value}>
          {option.words}
        </Option>
      ))}
    </Dropdown>
  )
}
