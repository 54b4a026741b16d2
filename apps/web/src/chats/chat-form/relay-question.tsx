import { makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { FormField } from '../../ui/index.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

const useStyles = makeStyles({
  about: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

const ANSWERS = [
  { value: 'group', relay: true, label: CHAT_FORM_TEXTS.asGroup, about: CHAT_FORM_TEXTS.asGroupAbout },
  { value: 'team', relay: false, label: CHAT_FORM_TEXTS.teamOnly, about: CHAT_FORM_TEXTS.teamOnlyAbout },
] as const

type Props = {
  /** Null until the person decides. */
  relay: boolean | null
  /** Validation error. */
  wrong: string | undefined
  disabled: boolean
  onAnswer: (relay: boolean) => void
}

/** Asks whether the phones of a chat read each other's texts: docs/product.md#group-texting-is-a-relay */
export function RelayQuestion({ relay, wrong, disabled, onAnswer }: Props) {
  const styles = useStyles()
  return (
    <FormField label={CHAT_FORM_TEXTS.relayQuestion} required wrong={wrong}>
      <RadioGroup
        value={ANSWERS.find((answer) => answer.relay === relay)?.value ?? ''}
        disabled={disabled}
        aria-invalid={wrong !== undefined}
        onChange={(_, { value }) => onAnswer(value === 'group')}
      >
        {ANSWERS.map(({ value, label, about }) => (
          <Radio
            key={value}
            value={value}
            label={
              <>
                {label} <span className={styles.about}>{about}</span>
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormField>
  )
}

/** Moves the focus to the question, or to another control with a validation error. */
export function focusFirstWrong(form: Element | null | undefined): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const radio = wrong?.matches('[role="radiogroup"]') ? wrong.querySelector<HTMLElement>('input') : null
  ;(radio ?? wrong)?.focus()
}
