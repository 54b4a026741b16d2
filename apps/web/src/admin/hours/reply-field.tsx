import { HOURS_BOUNDS } from '@partyline/contract'
import { Switch, Textarea } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { segmentsQuery } from '../../messages/index.ts'
import { FormField } from '../../ui/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { HOURS_TEXTS } from './hours-texts.ts'
import { useHoursStyles } from './hours.styles.ts'

type Props = {
  title: string
  label: string
  /** The initial text. */
  example: string
  /** Null: it is off. */
  value: string | null
  disabled: boolean
  wrong: string | undefined
  onChange: (text: string | null) => void
}

/** An automatic text, on or off. */
export function ReplyField({ title, label, example, value, disabled, wrong, onChange }: Props) {
  const styles = useHoursStyles()
  return (
    <div className={styles.reply}>
      <Switch
        label={title}
        checked={value !== null}
        disabled={disabled}
        onChange={(_, { checked }) => onChange(checked ? example : null)}
      />
      {value !== null && (
        <FormField label={label} required wrong={wrong} hint={<TextLength text={value} />}>
          <Textarea
            dir="auto"
            resize="vertical"
            rows={3}
            maxLength={HOURS_BOUNDS.replyLength}
            value={value}
            disabled={disabled}
            onChange={(_, data) => onChange(data.value)}
          />
        </FormField>
      )}
    </div>
  )
}

/** A text as a phone shows it, from the line. */
export function PhonePreview({ from, text }: { from: string; text: string }) {
  const styles = useHoursStyles()
  const { bubble } = useAdminStyles()
  return (
    <section className={styles.phone} aria-label={HOURS_TEXTS.preview}>
      <span className={styles.from}>{from}</span>
      <div className={bubble} dir="auto">
        {text}
      </div>
    </section>
  )
}

/** How long a text is, also in segments. */
export function TextLength({ text }: { text: string }) {
  const { data: counter } = useQuery(segmentsQuery)
  return HOURS_TEXTS.length(text.length, counter?.segmentsOf(text).count ?? null)
}
