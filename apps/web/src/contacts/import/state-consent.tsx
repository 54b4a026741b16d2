import { CONSENT_BOUNDS } from '@partyline/contract'
import { Checkbox, Radio, RadioGroup, Textarea } from '@fluentui/react-components'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormField, Loaded, useFocusInvalid } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CheckboxGroup } from '../consent/checkbox-group.tsx'
import type { ConsentErrors, ConsentValues } from './consent-values.ts'
import { IMPORT_CONSENT_TEXTS as TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'

type Props = {
  values: ConsentValues
  errors: ConsentErrors
  /** Failed attempts. After each, the first field with an error gets the focus. */
  attempts: number
  onChange: (change: Partial<ConsentValues>) => void
}

/** States and signs that everyone in the file agreed to texts, or says nothing. */
export function StateConsent({ values, errors, attempts, onChange }: Props) {
  const styles = useImportStyles()
  const api = useApi()
  const me = useMe()
  const place = useFocusInvalid<HTMLDivElement>(attempts)
  const { isStated, lineIds, statement, isSigned } = values
  const choice = isStated ? 'agreed' : 'none'
  return (
    <div ref={place} className={styles.step}>
      <FormField label={TEXTS.question} hint={TEXTS.choiceHints[choice]} wrong={undefined}>
        <RadioGroup value={choice} onChange={(_, { value }) => onChange({ isStated: value === 'agreed' })}>
          <Radio value="none" label={TEXTS.choices.none} />
          <Radio value="agreed" label={TEXTS.choices.agreed} />
        </RadioGroup>
      </FormField>
      {isStated && (
        <Loaded query={twilioNumbersQuery(api)}>
          {(lines) => (
            <>
              {lines.length === 0 ? (
                <p className={styles.fact}>{TEXTS.noLines}</p>
              ) : (
                <CheckboxGroup
                  label={TEXTS.lines}
                  options={lines.map(({ id, name }) => ({ value: id, label: name }))}
                  chosen={lineIds}
                  wrong={errors.lineIds}
                  onChange={(chosen) => onChange({ lineIds: chosen })}
                />
              )}
              <FormField label={TEXTS.statement} hint={TEXTS.statementHint} required wrong={errors.statement}>
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
                  label={TEXTS.sign(me?.name ?? '')}
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
