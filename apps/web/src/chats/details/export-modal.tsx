import { routes, dayAfter } from '@partyline/contract'
import type { ChatId } from '@partyline/contract'
import { Checkbox, Input, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useTimes } from '../../platform/platform-context.tsx'
import { saveFrom } from '../../platform/save-file.ts'
import { currentTimeZone } from '../../platform/times.ts'
import { isDay } from '../../reports/index.ts'
import {
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  showToast,
  useFocusInvalid,
  useModal,
} from '../../ui/index.ts'
import { EXPORT_TEXTS as TEXTS } from './export-texts.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  about: { margin: 0, color: tokens.colorNeutralForeground2 },
  days: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalM,
    '& > *': { flex: '1 1 140px' },
  },
})

type Format = keyof typeof TEXTS.formats
type Days = { from: string; to: string }

export type ExportModalProps = { chatId: ChatId }

/** Exports a conversation, or a period of it, as a file. */
export function ExportModal({ chatId }: ExportModalProps) {
  const styles = useStyles()
  const times = useTimes()
  const modal = useModal()
  const today = times.dayOf(times.now())
  const [format, setFormat] = useState<Format>('html')
  const [period, setPeriod] = useState<keyof typeof TEXTS.periods>('all')
  const [days, setDays] = useState<Days>({ from: today, to: today })
  const [notes, setNotes] = useState(false)
  const [wrong, setWrong] = useState<Partial<Days>>({})
  const [tries, setTries] = useState(0)
  const content = useFocusInvalid<HTMLDivElement>(tries)

  function submit() {
    const faults = period === 'all' ? {} : faultsOf(days, today)
    setWrong(faults)
    setTries((count) => count + 1)
    if (Object.keys(faults).length > 0) return
    const query = new URLSearchParams({ format, notes: String(notes), timeZone: currentTimeZone() })
    if (period === 'some') {
      query.set('from', times.instantOf(days.from, '00:00'))
      query.set('to', times.instantOf(dayAfter(days.to, 1), '00:00'))
    }
    // The browser saves it while it arrives: a conversation can be larger than its memory.
    saveFrom(`${routes['chats.export'].path.replace('{chatId}', chatId)}?${query}`)
    modal.close()
    showToast({ kind: 'done', text: TEXTS.started })
  }

  return (
    <ModalBody
      title={TEXTS.title}
      onSubmit={submit}
      actions={<ModalActions label={TEXTS.submit} busyLabel={TEXTS.submit} />}
    >
      <div ref={content} className={styles.form}>
        <p className={styles.about}>{TEXTS.about}</p>
        <Choice label={TEXTS.format} texts={TEXTS.formats} value={format} onChange={setFormat} />
        <Choice label={TEXTS.period} texts={TEXTS.periods} value={period} onChange={setPeriod} />
        {period === 'some' && (
          <div className={styles.days}>
            {(['from', 'to'] as const).map((name) => (
              <FormField key={name} label={TEXTS[name]} required wrong={wrong[name]}>
                <Input
                  type="date"
                  max={today}
                  value={days[name]}
                  onChange={(_, { value }) => setDays({ ...days, [name]: value })}
                />
              </FormField>
            ))}
          </div>
        )}
        <Checkbox label={TEXTS.notes} checked={notes} onChange={(_, { checked }) => setNotes(checked === true)} />
        <FormErrorPanel submitError={null} messages={[wrong.from, wrong.to]} />
      </div>
    </ModalBody>
  )
}

type ChoiceProps<Option extends string> = {
  label: string
  texts: Readonly<Record<Option, string>>
  value: Option
  onChange: (option: Option) => void
}

function Choice<Option extends string>({ label, texts, value, onChange }: ChoiceProps<Option>) {
  return (
    <FormField label={label} wrong={undefined}>
      <RadioGroup value={value} onChange={(_, data) => onChange(data.value as Option)}>
        {Object.entries<string>(texts).map(([option, text]) => (
          <Radio key={option} value={option} label={text} />
        ))}
      </RadioGroup>
    </FormField>
  )
}

function faultsOf({ from, to }: Days, today: string): Partial<Days> {
  if (!isDay(from) || !isDay(to)) {
    return { ...(!isDay(from) && { from: TEXTS.missingDay }), ...(!isDay(to) && { to: TEXTS.missingDay }) }
  }
  if (from > today) return { from: TEXTS.future }
  return to < from ? { to: TEXTS.order } : {}
}
