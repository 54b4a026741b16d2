import { fold, OPTIONS_HEIGHT } from '@partyline/contract'
import { Combobox, Option } from '@fluentui/react-components'
import { useState } from 'react'
import { FormField } from '../form-field.tsx'
import { WEEK_TEXTS } from './week-texts.ts'
import { useWeekStyles } from './week.styles.ts'

const nameOf = (zone: string) => zone.replaceAll('_', ' ')
// Some browsers list UTC, others don't.
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

const searchTexts = new Map<string, string>()

/** Includes the name of its time, such as Eastern Time. Cached, because naming all zones takes the browser a while. */
function searchable(zone: string): string {
  const text = searchTexts.get(zone) ?? fold(`${nameOf(zone)} ${nameOfTime(zone)}`)
  searchTexts.set(zone, text)
  return text
}

const nameOfTime = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value

type Props = { value: string; disabled: boolean; wrong: string | undefined; onChange: (zone: string) => void }

/** The time zone of hours. */
export function TimeZoneField({ value, disabled, wrong, onChange }: Props) {
  const styles = useWeekStyles()
  const [written, setWritten] = useState<string | null>(null)
  const words = fold((written ?? '').trim())
  const found = words ? zones.filter((zone) => searchable(zone).includes(words)) : zones
  return (
    <FormField className={styles.timeZone} label={WEEK_TEXTS.timeZone} wrong={wrong}>
      <Combobox
        disabled={disabled}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
        positioning={{ autoSize: false }}
        value={written ?? nameOf(value)}
        selectedOptions={[value]}
        onChange={({ target }) => setWritten(target.value)}
        onOpenChange={(event, { open }) => {
          if (open) return
          // If typing leaves only one zone, leaving the field selects it.
          const [zone, ...others] = found
          if (event.type === 'blur' && words && zone && others.length === 0) onChange(zone)
          setWritten(null)
        }}
        onOptionSelect={(_, { optionValue }) => {
          // Fluent clears the selection if no option starts with the typed text.
          if (!optionValue) return
          setWritten(null)
          onChange(optionValue)
        }}
      >
        {found.map((zone) => (
          <Option key={zone} value={zone}>
            {nameOf(zone)}
          </Option>
        ))}
        {found.length === 0 && (
          <Option disabled value="" text="">
            {WEEK_TEXTS.noTimeZone}
          </Option>
        )}
      </Combobox>
    </FormField>
  )
}
