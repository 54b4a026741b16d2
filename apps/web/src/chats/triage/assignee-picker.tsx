// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events
// ARIA's combobox with a list below it: the keys are those of the field, and the tags would draw the browser's own list.
import { Input, makeStyles, mergeClasses, Popover, PopoverSurface, tokens } from '@fluentui/react-components'
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark'
import { PersonProhibitedRegular } from '@fluentui/react-icons/svg/person-prohibited'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Avatar, itemByKey } from '../../ui/index.ts'
import { awayText, usersQuery } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { assigneeOptions } from './assignees.ts'
import type { AssigneeOption } from './assignees.ts'
import { closePicker } from './pickers.ts'
import type { Picker } from './pickers.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    width: '280px',
    maxWidth: 'calc(100vw - 32px)',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalS,
  },
  list: { maxHeight: '288px', margin: 0, padding: 0, overflowY: 'auto', listStyleType: 'none' },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '40px',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground6,
    outline: `2px solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: '-2px',
  },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  quiet: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  icon: { display: 'inline-grid', placeItems: 'center', flexShrink: 0, width: '28px', fontSize: '20px' },
  chosen: { flexShrink: 0, fontSize: '16px', color: tokens.colorBrandForeground1 },
  status: { padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
})

/** Who takes care of a chat. Someone who is not a member will be added, and the option says so. */
export function AssigneePicker(props: Extract<Picker, { kind: 'assign' }>) {
  const { anchor, members, assignedTo, hasAssignee, joins, onChoose } = props
  const styles = useStyles()
  const { me } = useChatClient()
  const listId = useId()
  const [term, setTerm] = useState('')
  const [at, setAt] = useState(0)
  const { data: users, isError } = useQuery(usersQuery(useApi()))
  const times = useTimes()
  const people = users ? assigneeOptions({ users, members, me, term, now: new Date(times.now()) }) : []
  // No one is last, unless someone is being searched.
  const options = [...people, ...(users && term.trim() === '' && hasAssignee ? [null] : [])]
  const idOf = (index: number) => `${listId}-${index}`

  function choose(option: AssigneeOption | null | undefined) {
    if (option === undefined) return
    closePicker()
    if (option?.id !== assignedTo) onChoose(option)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(options[at])
      return
    }
    if (event.key === 'Tab') {
      event.preventDefault()
      closePicker()
    }
    // Home and End move the text cursor.
    if (!event.key.startsWith('Arrow') || options.length === 0) return
    const to = itemByKey(event.key, { from: at, count: options.length })
    if (to === null) return
    event.preventDefault()
    setAt(to)
    document.querySelector(`#${CSS.escape(idOf(to))}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Popover
      open
      positioning={{ target: anchor, position: 'below', align: 'end' }}
      onOpenChange={(_, { open }) => {
        if (!open) closePicker()
      }}
    >
      <PopoverSurface role="dialog" className={styles.surface} aria-label={TRIAGE_TEXTS.assign}>
        <Input
          role="combobox"
          aria-label={TRIAGE_TEXTS.findPerson}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={options.length > 0 ? idOf(at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={TRIAGE_TEXTS.findPerson}
          contentBefore={<SearchRegular />}
          value={term}
          onChange={(_, { value }) => {
            setTerm(value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        {options.length > 0 ? (
          <ul id={listId} role="listbox" aria-label={TRIAGE_TEXTS.people} className={styles.list}>
            {options.map((option, index) => (
              <li
                key={option?.id ?? ''}
                id={idOf(index)}
                role="option"
                aria-selected={option?.id === assignedTo}
                className={mergeClasses(styles.option, index === at && styles.active)}
                onPointerMove={() => setAt(index)}
                onClick={() => choose(option)}
              >
                {option === null ? (
                  <>
                    <PersonProhibitedRegular className={styles.icon} aria-hidden />
                    <span className={styles.name}>{TRIAGE_TEXTS.noAssignee}</span>
                  </>
                ) : (
                  <>
                    <Avatar person={option} size={28} />
                    <span className={styles.name}>
                      <bdi>{(option.id as string) === me ? TRIAGE_TEXTS.me(option.name) : option.name}</bdi>
                      {option.away && <span className={styles.quiet}>{awayText(option.away, times)}</span>}
                      {!option.isMember && <span className={styles.quiet}>{joins}</span>}
                    </span>
                    {option.id === assignedTo && <CheckmarkRegular className={styles.chosen} aria-hidden />}
                  </>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <output className={styles.status}>
            {users ? TRIAGE_TEXTS.noPerson : isError ? TRIAGE_TEXTS.peopleFailed : TRIAGE_TEXTS.loadingPeople}
          </output>
        )}
      </PopoverSurface>
    </Popover>
  )
}
