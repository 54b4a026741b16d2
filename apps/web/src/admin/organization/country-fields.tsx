import { COUNTRIES, countryName, fold, OPTIONS_HEIGHT } from '@partyline/contract'
import { Combobox, Field, Option, Radio, RadioGroup, Tag, TagGroup } from '@fluentui/react-components'
import { useState } from 'react'
import type { Ref } from 'react'
import { Dropdown, FormField } from '../../ui/index.ts'
import { TENANT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'

type Country = { code: string; name: string }

/** By name. */
const countries: readonly Country[] = COUNTRIES.map((code) => ({ code, name: countryName(code) })).toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)

type DefaultProps = { value: string; disabled: boolean; onChange: (code: string) => void }

/** The country that numbers without a country code are read with. */
export function DefaultCountryField({ value, disabled, onChange }: DefaultProps) {
  return (
    <Field label={TENANT_TEXTS.defaultCountry} hint={TENANT_TEXTS.defaultCountryHint}>
      <Dropdown
        disabled={disabled}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
        value={countryName(value)}
        selectedOptions={[value]}
        onOptionSelect={(_, { optionValue }) => optionValue && onChange(optionValue)}
      >
        {countries.map(({ code, name }) => (
          <Option key={code} value={code}>
            {name}
          </Option>
        ))}
      </Dropdown>
    </Field>
  )
}

type AllowedProps = {
  /** Null: all. */
  value: readonly string[] | null
  /** Returns the form's default country. */
  home: () => string
  disabled: boolean
  wrong: string | undefined
  /** The search field. */
  findRef: Ref<HTMLInputElement>
  onChange: (codes: string[] | null) => void
}

/** Which countries can be texted; a protection against toll fraud. */
export function AllowedCountriesField({ value, home, disabled, wrong, findRef, onChange }: AllowedProps) {
  const styles = useAdminStyles()
  return (
    <div className={styles.part}>
      <Field label={TENANT_TEXTS.allowed} hint={TENANT_TEXTS.allowedHint}>
        <RadioGroup
          disabled={disabled}
          value={value === null ? 'all' : 'some'}
          onChange={(_, data) => onChange(data.value === 'all' ? null : [home()])}
        >
          <Radio value="all" label={TENANT_TEXTS.allCountries} />
          <Radio value="some" label={TENANT_TEXTS.someCountries} />
        </RadioGroup>
      </Field>
      {value && <Chosen codes={value} disabled={disabled} wrong={wrong} findRef={findRef} onChange={onChange} />}
    </div>
  )
}

type ChosenProps = Pick<AllowedProps, 'disabled' | 'wrong' | 'findRef' | 'onChange'> & { codes: readonly string[] }

function Chosen({ codes, disabled, wrong, findRef, onChange }: ChosenProps) {
  const styles = useAdminStyles()
  const [written, setWritten] = useState('')
  const words = fold(written.trim())
  const found = countries.filter(({ name }) => fold(name).includes(words))
  const chosen = countries.filter(({ code }) => codes.includes(code))
  return (
    <>
      <FormField label={TENANT_TEXTS.addCountry} wrong={wrong}>
        <Combobox
          ref={findRef}
          multiselect
          disabled={disabled}
          listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
          positioning={{ autoSize: false }}
          placeholder={TENANT_TEXTS.findCountry}
          value={written}
          selectedOptions={[...codes]}
          onChange={({ target }) => setWritten(target.value)}
          onOptionSelect={(_, { selectedOptions }) => {
            setWritten('')
            onChange(selectedOptions)
          }}
        >
          {found.map(({ code, name }) => (
            <Option key={code} value={code}>
              {name}
            </Option>
          ))}
          {found.length === 0 && (
            <Option disabled value="" text="">
              {TENANT_TEXTS.noCountry}
            </Option>
          )}
        </Combobox>
      </FormField>
      {chosen.length > 0 && (
        <TagGroup
          aria-label={TENANT_TEXTS.chosenCountries}
          disabled={disabled}
          className={styles.tags}
          onDismiss={(_, { value: gone }) => onChange(codes.filter((code) => code !== gone))}
        >
          {chosen.map(({ code, name }) => (
            <Tag key={code} value={code} dismissible dismissIcon={{ 'aria-label': TENANT_TEXTS.removeCountry }}>
              {name}
            </Tag>
          ))}
        </TagGroup>
      )}
    </>
  )
}
