import { OPTIONS_HEIGHT } from '@partyline/contract'
import { Combobox, makeStyles, Option, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { PhoneFormat } from '../../numbers/index.ts'
import { Avatar } from '../../ui/index.ts'
import { roleLabel } from '../chat-texts.ts'
import { matching } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

/** More than anybody reads; the rest comes by typing. */
const MOST_OPTIONS = 50

const useStyles = makeStyles({
  picker: { width: '100%' },
  list: { maxHeight: `${OPTIONS_HEIGHT.modal}px` },
  option: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

type Props = {
  candidates: readonly Candidate[]
  chosen: readonly Candidate[]
  /** Why nobody can be chosen. */
  none: string
  format: PhoneFormat
  disabled: boolean
  onAdd: (candidate: Candidate) => void
}

/** Finds people and phones by name or number. */
export function MemberPicker({ candidates, chosen, none, format, disabled, onAdd }: Props) {
  const styles = useStyles()
  const [term, setTerm] = useState('')
  const found = matching(candidates, { term, chosen })
  return (
    <Combobox
      className={styles.picker}
      listbox={{ className: styles.list }}
      // Otherwise the list takes all the room that the window has.
      positioning={{ autoSize: false }}
      freeform
      placeholder={CHAT_FORM_TEXTS.addMemberHint}
      value={term}
      selectedOptions={[]}
      disabled={disabled}
      onChange={(event) => setTerm(event.target.value)}
      onOptionSelect={(_, { optionValue }) => {
        const candidate = found.find(({ id }) => id === optionValue)
        if (candidate) onAdd(candidate)
        setTerm('')
      }}
    >
      {found.length === 0 && (
        <Option disabled value="" text="">
          {none}
        </Option>
      )}
      {found.slice(0, MOST_OPTIONS).map((candidate) => (
        <Option key={candidate.id} value={candidate.id} text={candidate.name} checkIcon={null}>
          <span className={styles.option}>
            <Avatar person={candidate} size={28} />
            {candidate.name}
            <span className={styles.quiet}>
              {candidate.number === null ? roleLabel(candidate.role) : format(candidate.number)}
            </span>
          </span>
        </Option>
      ))}
    </Combobox>
  )
}
