import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark'
import type { KeyboardEvent } from 'react'
import { itemByKey } from '../../ui/index.ts'

const useStyles = makeStyles({
  list: { maxHeight: '264px', margin: 0, padding: 0, overflowY: 'auto', listStyleType: 'none' },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    width: '100%',
    minHeight: '32px',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground6 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  lines: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  note: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  check: { flexShrink: 0, fontSize: '16px' },
})

type FilterOption = { id: string; name: string; note?: string | null }

type Props = {
  label: string
  options: readonly FilterOption[]
  chosenId: string | null
  onChoose: (id: string) => void
  /** Called at the end of the list, to load more. */
  onEnd?: () => void
}

/** Options of a filter, with arrow keys between them. */
export function OptionList({ label, options, chosenId, onChoose, onEnd }: Props) {
  const styles = useStyles()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const from = buttons.findIndex((button) => button === event.target)
    const to = from < 0 ? null : itemByKey(event.key, { from, count: buttons.length })
    if (to === null) return
    event.preventDefault()
    buttons[to]?.focus()
    if (to === buttons.length - 1) onEnd?.()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons inside
    <ul
      className={styles.list}
      aria-label={label}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - clientHeight) onEnd?.()
      }}
    >
      {options.map(({ id, name, note }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.option}
            aria-pressed={id === chosenId}
            data-option={id}
            onClick={() => onChoose(id)}
          >
            <span className={styles.lines}>
              <bdi className={styles.line}>{name}</bdi>
              {note && <span className={mergeClasses(styles.line, styles.note)}>{note}</span>}
            </span>
            {id === chosenId && <CheckmarkRegular className={styles.check} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
