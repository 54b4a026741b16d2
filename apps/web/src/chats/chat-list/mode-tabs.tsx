import type { ChatListMode } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { KeyboardEvent } from 'react'
import { CHAT_TEXTS } from '../chat-texts.ts'

const MODES: readonly ChatListMode[] = ['my', 'all']

const useStyles = makeStyles({
  tabs: {
    display: 'flex',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS}`,
  },
  tab: {
    position: 'relative',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  chosen: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::after': {
      content: '""',
      position: 'absolute',
      left: tokens.spacingHorizontalS,
      right: tokens.spacingHorizontalS,
      bottom: 0,
      height: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandStroke,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
  /** Reserves the width of the bold label, so that nothing moves. */
  label: {
    display: 'grid',
    '::after': {
      content: 'attr(data-label)',
      height: 0,
      overflow: 'hidden',
      visibility: 'hidden',
      fontWeight: tokens.fontWeightSemibold,
    },
  },
})

type Props = { mode: ChatListMode; panelId: string; onChange: (mode: ChatListMode) => void }

export const tabId = (mode: ChatListMode) => `chats-${mode}`

/** Tabs for my chats and all chats. Fluent's tabs would add its focus management to the first load. */
export function ModeTabs({ mode, panelId, onChange }: Props) {
  const styles = useStyles()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = mode === 'my' ? 'all' : 'my'
    onChange(next)
    document.getElementById(tabId(next))?.focus()
  }

  return (
    <div className={styles.tabs} role="tablist" aria-label={CHAT_TEXTS.modes} tabIndex={-1} onKeyDown={onKeyDown}>
      {MODES.map((one) => (
        <button
          key={one}
          id={tabId(one)}
          type="button"
          role="tab"
          className={mergeClasses(styles.tab, one === mode && styles.chosen)}
          aria-selected={one === mode}
          aria-controls={panelId}
          tabIndex={one === mode ? 0 : -1}
          onClick={() => onChange(one)}
        >
          <span className={styles.label} data-label={CHAT_TEXTS[one]}>
            {CHAT_TEXTS[one]}
          </span>
        </button>
      ))}
    </div>
  )
}
