import { makeStyles, mergeClasses, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { CHIP_HEIGHT, fingerTarget } from '../../ui/index.ts'
import { SEARCH_FILTER_TEXTS } from './search-filter-texts.ts'

const useStyles = makeStyles({
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    maxWidth: '100%',
    minWidth: 0,
    ...CHIP_HEIGHT,
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
  },
  chosen: {
    border: `1px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    '@media (forced-colors: active)': { border: '2px solid Highlight' },
  },
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minWidth: 0,
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    border: 'none',
    borderRadius: tokens.borderRadiusCircular,
    background: 'none',
    color: 'inherit',
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (pointer: coarse)': fingerTarget(5),
  },
  value: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  remove: { flexShrink: 0, width: '24px' },
  icon: { flexShrink: 0, fontSize: '12px' },
  surface: {
    boxSizing: 'border-box',
    width: '280px',
    maxWidth: 'calc(100vw - 24px)',
    padding: tokens.spacingHorizontalS,
  },
})

type Props = {
  name: string
  /** Null while the filter is not set. */
  value: string | null
  onRemove: () => void
  children: (close: () => void) => ReactNode
}

/** A filter with a popover for its value. Delete removes it, also by keyboard. */
export function SearchFilterChip({ name, value, onRemove, children }: Props) {
  const styles = useStyles()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function remove() {
    onRemove()
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (value === null || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    remove()
  }

  return (
    <span className={mergeClasses(styles.chip, value !== null && styles.chosen)}>
      <Popover
        open={isOpen}
        onOpenChange={(_, { open }) => setIsOpen(open)}
        positioning={{ position: 'below', align: 'start', fallbackPositions: ['below-end'] }}
        trapFocus
      >
        <PopoverTrigger disableButtonEnhancement>
          <button
            ref={button}
            type="button"
            className={styles.button}
            data-tip={value ?? undefined}
            onKeyDown={onKeyDown}
          >
            <span className={styles.value}>{value ?? name}</span>
            {value === null && <ChevronDownRegular className={styles.icon} aria-hidden />}
          </button>
        </PopoverTrigger>
        <PopoverSurface className={styles.surface} aria-label={name}>
          {children(() => setIsOpen(false))}
        </PopoverSurface>
      </Popover>
      {value !== null && (
        <button
          type="button"
          className={mergeClasses(styles.button, styles.remove)}
          aria-label={SEARCH_FILTER_TEXTS.remove(value)}
          onClick={remove}
        >
          <DismissRegular className={styles.icon} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** A filter that is on or off. */
export function ToggleChip({ name, isOn, onToggle }: { name: string; isOn: boolean; onToggle: () => void }) {
  const styles = useStyles()
  return (
    <span className={mergeClasses(styles.chip, isOn && styles.chosen)}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={isOn}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (!isOn || (event.key !== 'Delete' && event.key !== 'Backspace')) return
          event.preventDefault()
          onToggle()
        }}
      >
        <span className={styles.value}>{name}</span>
        {isOn && <DismissRegular className={styles.icon} aria-hidden />}
      </button>
    </span>
  )
}
