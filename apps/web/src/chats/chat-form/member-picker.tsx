import { OPTIONS_HEIGHT } from '@partyline/contract'
import { Combobox, makeStyles, Option, tokens } from '@fluentui/react-components'
import type { KeyboardEvent, UIEvent } from 'react'
import type { PhoneFormat } from '../../numbers/index.ts'
import { Avatar } from '../../ui/index.ts'
import { roleLabel } from '../details/details-texts.ts'
import type { Candidate } from './candidates.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'
import { useFilled } from './use-candidates.ts'
import type { Candidates } from './use-candidates.ts'

const useStyles = makeStyles({
  picker: { width: '100%' },
  list: { maxHeight: `${OPTIONS_HEIGHT.modal}px` },
  option: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS, minWidth: 0 },
  // A status, not an option; readable although disabled.
  line: { color: tokens.colorNeutralForeground3, ':hover': { color: tokens.colorNeutralForeground3 } },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    // Follows the background of Fluent's option, which is cyan in high contrast.
    ':is([role=option]:hover *)': { color: tokens.colorNeutralForeground3Hover },
  },
})

type Props = {
  candidates: Candidates
  chosen: readonly Candidate[]
  format: PhoneFormat
  disabled: boolean
  onAdd: (candidate: Candidate) => void
}

/** Finds users and contacts by name or number. */
export function MemberPicker({ candidates, chosen, format, disabled, onAdd, ...field }: Props) {
  const styles = useStyles()
  const found = candidates.matchingOthers(chosen)
  const last = lastLine(candidates, found.length)
  useFilled(candidates, found)

  function onScroll({ currentTarget: list }: UIEvent<HTMLElement>) {
    // One list height ahead, so that no one waits at the end.
    if (list.scrollHeight - list.scrollTop < 3 * list.clientHeight) candidates.loadMore()
  }

  function add(candidate: Candidate | undefined) {
    if (candidate) onAdd(candidate)
    candidates.write('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Results that arrived after the last key are not highlighted yet: Enter then means the first one.
    const isMarked = event.currentTarget.getAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || isMarked || candidates.written === '' || found.length === 0) return
    event.preventDefault()
    add(found[0])
  }

  return (
    <Combobox
      {...field}
      className={styles.picker}
      listbox={{ className: styles.list, onScroll }}
      // Otherwise the list would use the full height of the window.
      positioning={{ autoSize: false }}
      freeform
      placeholder={CHAT_FORM_TEXTS.addMemberHint}
      value={candidates.written}
      selectedOptions={[]}
      disabled={disabled}
      onChange={(event) => candidates.write(event.target.value)}
      onKeyDown={onKeyDown}
      onOptionSelect={(_, { optionValue }) => add(found.find(({ id }) => id === optionValue))}
    >
      {found.map((candidate) => (
        <Option key={candidate.id} value={candidate.id} text={candidate.name} checkIcon={null}>
          <span className={styles.option}>
            <Avatar person={candidate} size={28} />
            <bdi>{candidate.name}</bdi>
            <span className={styles.quiet}>
              {candidate.number === null ? roleLabel(candidate.role) : format(candidate.number)}
            </span>
          </span>
        </Option>
      ))}
      {last !== null && (
        <Option className={styles.line} disabled value="" text="" checkIcon={null}>
          {last}
        </Option>
      )}
    </Combobox>
  )
}

/** The status line below or instead of the results. None while searching with results: arrow keys would reach it. */
function lastLine({ isPending, isError, isSearching, isLoadingMore }: Candidates, found: number): string | null {
  if (isSearching) return found === 0 ? CHAT_FORM_TEXTS.searching : null
  if (isError) return CHAT_FORM_TEXTS.peopleFailed
  if (isPending || isLoadingMore) return CHAT_FORM_TEXTS.loadingPeople
  return found === 0 ? CHAT_FORM_TEXTS.noCandidates : null
}
