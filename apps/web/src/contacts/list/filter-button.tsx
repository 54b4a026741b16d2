import type { ContactField } from '@partyline/contract'
import {
  Button,
  Field,
  Input,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Select,
  tokens,
} from '@fluentui/react-components'
import { FilterRegular } from '@fluentui/react-icons/svg/filter'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useLayer } from '../../platform/use-layer.ts'
import { TagsField } from '../card/tags-field.tsx'
import { fieldsQuery } from '../shared-queries.ts'
import { activeFilters, lastTextName } from './filter-names.ts'
import {
  CONSENTS,
  DAYS_KINDS,
  hasFilters,
  readConsent,
  readDays,
  readLastText,
  withoutFilters,
  writeLastText,
} from './list-state.ts'
import type { ConsentFilter, LastText, ListState } from './list-state.ts'
import { FILTER_TEXTS } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'

const BUTTON_ID = 'contact-filter'

/** Gets the focus when a filter is removed with its own control. */
export const focusFilterButton = () => document.getElementById(BUTTON_ID)?.focus()

const FIRST_DAYS = 30
const NEVER: LastText = { kind: 'never' }

type Props = { state: ListState; onChange: (state: ListState) => void }

/** The button of the filters. They apply while they are chosen. */
export function FilterButton({ state, onChange }: Props) {
  const styles = useListStyles()
  const times = useTimes()
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  const { data: fields = [] } = useQuery(fieldsQuery(useApi()))
  const count = activeFilters(state, { fields, times }).length
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, { open }) => setOpen(open)}
      positioning={{ position: 'below', align: 'end', fallbackPositions: ['below-start'] }}
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          id={BUTTON_ID}
          appearance="subtle"
          icon={<FilterRegular {...(count > 0 && { primaryFill: tokens.colorBrandForeground1 })} />}
          aria-label={count > 0 ? FILTER_TEXTS.filtered(count) : FILTER_TEXTS.filter}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.filters} aria-label={FILTER_TEXTS.title}>
        <Filters state={state} fields={fields} onChange={onChange} />
        <div className={styles.filterEnds}>
          <Button
            appearance="subtle"
            disabledFocusable={!hasFilters(state)}
            onClick={() => onChange(withoutFilters(state))}
          >
            {FILTER_TEXTS.clear}
          </Button>
          <Button appearance="primary" onClick={() => setOpen(false)}>
            {FILTER_TEXTS.done}
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  )
}

function Filters({ state, fields, onChange }: Props & { fields: readonly ContactField[] }) {
  const styles = useListStyles()
  const { tags, consent, lastText } = state
  const setField = (id: string, value: string) => {
    const { [id]: _, ...rest } = state.fields as Record<string, string>
    onChange({ ...state, fields: value === '' ? rest : { ...rest, [id]: value } })
  }
  return (
    <>
      <TagsField
        label={FILTER_TEXTS.tags}
        mayAdd={false}
        value={tags}
        onChange={(chosen) => onChange({ ...state, tags: chosen })}
      />
      <LastTextFilter lastText={lastText} onChange={(chosen) => onChange({ ...state, lastText: chosen })} />
      <Field label={FILTER_TEXTS.consent}>
        <Select
          className={styles.filterChoice}
          value={consent ?? ''}
          onChange={(_, { value }) => onChange({ ...state, consent: readConsent(value) })}
        >
          <option value="">{FILTER_TEXTS.any}</option>
          {Object.keys(CONSENTS).map((one) => (
            <option key={one} value={one}>
              {FILTER_TEXTS.consents[one as ConsentFilter]}
            </option>
          ))}
        </Select>
      </Field>
      {fields.map((field) => (
        <FieldFilter
          key={field.id}
          field={field}
          value={state.fields[field.id] ?? ''}
          onChange={(value) => setField(field.id, value)}
        />
      ))}
    </>
  )
}

type LastTextProps = { lastText: LastText | null; onChange: (lastText: LastText | null) => void }

function LastTextFilter({ lastText, onChange }: LastTextProps) {
  const styles = useListStyles()
  const times = useTimes()
  const days = lastText && 'days' in lastText ? lastText.days : null
  // A view can have a fixed day.
  const fixed = lastText && 'day' in lastText ? [lastText] : []
  return (
    <>
      <Field label={FILTER_TEXTS.lastText}>
        <Select
          className={styles.filterChoice}
          value={lastText === null ? '' : 'days' in lastText ? lastText.kind : writeLastText(lastText)}
          onChange={(_, { value }) => {
            const kind = DAYS_KINDS.find((one) => one === value)
            onChange(kind ? { kind, days: days ?? FIRST_DAYS } : readLastText(value))
          }}
        >
          <option value="">{FILTER_TEXTS.any}</option>
          {[NEVER, ...fixed].map((one) => (
            <option key={one.kind} value={writeLastText(one)}>
              {lastTextName(one, times)}
            </option>
          ))}
          {DAYS_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {FILTER_TEXTS.lastTexts[kind]}
            </option>
          ))}
        </Select>
      </Field>
      {lastText && 'days' in lastText && (
        <DaysFilter days={lastText.days} onChange={(chosen) => onChange({ ...lastText, days: chosen })} />
      )}
    </>
  )
}

/** The days of a condition. They apply once they are complete. */
function DaysFilter({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const [written, setWritten] = useState(String(days))
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const read = readDays(written.trim())
    setWrong(read === null)
    if (read !== null && read !== days) onChange(read)
  }
  return (
    <Field
      label={FILTER_TEXTS.days}
      validationState={isWrong ? 'error' : 'none'}
      validationMessage={isWrong ? FILTER_TEXTS.daysWrong : null}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={written}
        onChange={(_, { value }) => setWritten(value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
      />
    </Field>
  )
}

type FieldProps = { field: ContactField; value: string; onChange: (value: string) => void }

function FieldFilter({ field: { name, kind, choices }, value, onChange }: FieldProps) {
  if (kind === 'choice') {
    return (
      <Field label={name}>
        <Select value={value} onChange={(_, data) => onChange(data.value)}>
          <option value="">{FILTER_TEXTS.any}</option>
          {[...new Set([...choices, ...(value ? [value] : [])])].map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      </Field>
    )
  }
  return <WrittenFilter key={value} name={name} kind={kind} value={value} onChange={onChange} />
}

/** A value to type. It applies once it is complete. */
function WrittenFilter({
  name,
  kind,
  value,
  onChange,
}: Omit<FieldProps, 'field'> & Pick<ContactField, 'name' | 'kind'>) {
  const [written, setWritten] = useState(value)
  const apply = () => {
    if (written.trim() !== value) onChange(written.trim())
  }
  return (
    <Field label={name}>
      <Input
        {...(kind === 'date' && { type: 'date' as const })}
        {...(kind === 'number' && { inputMode: 'decimal' as const })}
        autoComplete="off"
        placeholder={FILTER_TEXTS.exact}
        value={written}
        onChange={(_, data) => setWritten(data.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
      />
    </Field>
  )
}
