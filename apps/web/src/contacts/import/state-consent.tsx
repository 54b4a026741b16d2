import type { PreviewedRow } from '@partyline/contract'
import { CONSENT_BOUNDS, phoneIdentity } from '@partyline/contract'
import { Checkbox, Radio, RadioGroup, Textarea } from '@fluentui/react-components'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormField, Loaded, useFocusInvalid } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CheckboxGroup } from '../consent/checkbox-group.tsx'
import { ChooseRows, nameOf } from './choose-rows.tsx'
import type { ConsentErrors, ConsentValues } from './consent-values.ts'
import { IMPORT_CONSENT_TEXTS as TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'
import { suggestedRows } from './row-choice.ts'
import type { ChoiceColumn, RowChoice } from './row-choice.ts'

type Props = {
  values: ConsentValues
  errors: ConsentErrors
  /** Failed attempts. After each, the first field with an error gets the focus. */
  attempts: number
  /** By which rows can be chosen. */
  columns: readonly ChoiceColumn[]
  /** The first of the rows to import. */
  previewed: readonly PreviewedRow[]
  /** The rows to import. */
  rows: number
  /** The rows of the file. */
  total: number
  onChange: (change: Partial<ConsentValues>) => void
}

/** States and signs that everyone in the file agreed to texts, or opted out, or says nothing. */
export function StateConsent({ values, errors, attempts, columns, previewed, rows, total, onChange }: Props) {
  const styles = useImportStyles()
  const api = useApi()
  const me = useMe()
  const place = useFocusInvalid<HTMLDivElement>(attempts)
  const { state, lineIds, statement, isSigned } = values
  const phones = new Set(previewed.flatMap((row) => row.phones.map(phoneIdentity))).size
  const without = previewed.filter((row) => row.phones.length === 0).length
  const optedOut = state === 'none' ? suggestedRows(columns, 'revoked') : null
  return (
    <div ref={place} className={styles.step}>
      <FormField label={TEXTS.question} hint={TEXTS.choiceHints[state]} wrong={undefined}>
        <RadioGroup value={state} onChange={(_, { value }) => onChange({ state: value as ConsentValues['state'] })}>
          {Object.entries(TEXTS.choices).map(([choice, label]) => (
            <Radio key={choice} value={choice} label={label} />
          ))}
        </RadioGroup>
      </FormField>
      {optedOut && (
        <p className={styles.warning} role="note">
          <WarningRegular className={styles.icon} aria-hidden />
          {warningOf(optedOut, columns)}
        </p>
      )}
      {state !== 'none' && columns.length > 0 && (
        <ChooseRows
          label={TEXTS.rows[state]}
          columns={columns}
          chosen={values.rows}
          wrong={errors.rows}
          total={total}
          onChoose={(chosen) => onChange({ rows: chosen })}
        />
      )}
      {state !== 'none' && rows < total && rows > 0 && <p className={styles.fact}>{TEXTS.onlySome(rows, total)}</p>}
      {state === 'revoked' && previewed.length > 0 && rows > 0 && (
        <p className={styles.fact}>{TEXTS.willOptOut({ phones, without, shown: previewed.length, rows })}</p>
      )}
      {state !== 'none' && (
        <Loaded query={twilioNumbersQuery(api)}>
          {(lines) => (
            <>
              {lines.length === 0 ? (
                <p className={styles.fact}>{TEXTS.noLines}</p>
              ) : (
                <CheckboxGroup
                  label={TEXTS.lines[state]}
                  options={lines.map(({ id, name }) => ({ value: id, label: name }))}
                  chosen={lineIds}
                  wrong={errors.lineIds}
                  onChange={(chosen) => onChange({ lineIds: chosen })}
                />
              )}
              <FormField
                label={TEXTS.statement[state]}
                hint={TEXTS.statementHint[state]}
                required
                wrong={errors.statement}
              >
                <Textarea
                  value={statement}
                  dir="auto"
                  rows={3}
                  resize="vertical"
                  maxLength={CONSENT_BOUNDS.wordingLength}
                  onChange={(_, { value }) => onChange({ statement: value })}
                />
              </FormField>
              <FormField wrong={errors.isSigned}>
                <Checkbox
                  label={TEXTS.sign[state](me?.name ?? '', values.rows && rows)}
                  required
                  checked={isSigned}
                  onChange={(_, { checked }) => onChange({ isSigned: checked === true })}
                />
              </FormField>
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}

function warningOf({ column, values }: RowChoice, columns: readonly ChoiceColumn[]): string {
  const found = columns.find((one) => one.column === column)
  const rows = found?.values.filter(({ value }) => values.includes(value)) ?? []
  return TEXTS.someOptedOut(
    found ? nameOf(found) : '',
    rows.reduce((sum, one) => sum + one.rows, 0),
  )
}
