import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { MailReadRegular } from '@fluentui/react-icons/svg/mail-read'
import { MailUnreadRegular } from '@fluentui/react-icons/svg/mail-unread'
import { PersonAddRegular } from '@fluentui/react-icons/svg/person-add'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ReactElement } from 'react'
import { useStore } from '../../platform/use-store.ts'
import { KEYS } from '../../shortcuts/index.ts'
import { BusyRing } from '../../ui/index.ts'
import { focusIfLost } from '../triage/row-focus.ts'
import { TRIAGE_TEXTS } from '../triage/triage-texts.ts'
import type { BulkAction, Selection } from './selection.ts'
import { SELECTION_TEXTS } from './selection-texts.ts'
import { useBulk } from './use-bulk.ts'

const useStyles = makeStyles({
  bar: {
    position: 'absolute',
    // The search below keeps its distance.
    inset: `0 0 ${tokens.spacingVerticalS}`,
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXXS,
    padding: `0 ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorNeutralForeground1,
    '@media (forced-colors: active)': { borderBottom: '1px solid CanvasText' },
  },
  count: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
})

/** The number of selected chats, and actions for all of them. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const styles = useStyles()
  const { ids, progress } = useStore(selection)
  const bar = useRef<HTMLDivElement>(null)
  const { isDone, act } = useBulk(selection)
  const request = useEffectEvent((action: BulkAction) => {
    const button = bar.current?.querySelector<HTMLElement>(`[data-action="${action}"]`)
    // The keys of a row: it keeps the focus.
    const row = document.activeElement?.closest<HTMLElement>('[data-chat]')
    if (button) act(action, { anchor: button, opener: row ?? button })
  })
  useEffect(() => selection.onAction((action) => request(action)), [selection])
  useEffect(() => () => focusIfLost(firstRow), [])

  const button = (action: BulkAction, label: string, icon: ReactElement, keys?: string) => (
    <Button
      appearance="subtle"
      icon={icon}
      aria-label={label}
      aria-keyshortcuts={keys}
      disabled={progress !== null}
      data-action={action}
      onClick={({ currentTarget }) => act(action, { anchor: currentTarget, opener: currentTarget })}
    />
  )
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={SELECTION_TEXTS.bar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') selection.clear()
      }}
    >
      <Button
        appearance="subtle"
        icon={progress === null ? <DismissRegular /> : <BusyRing />}
        aria-label={SELECTION_TEXTS.clear}
        aria-keyshortcuts={KEYS.cancel}
        disabled={progress !== null}
        onClick={() => selection.clear()}
      />
      <output className={styles.count}>
        {progress === null
          ? SELECTION_TEXTS.selected(ids.size)
          : SELECTION_TEXTS.progress(progress.done, progress.total)}
      </output>
      {isDone
        ? button('done', TRIAGE_TEXTS.reopen, <ArrowUndoRegular />, KEYS.done)
        : button('done', TRIAGE_TEXTS.markDone, <CheckmarkCircleRegular />, KEYS.done)}
      {button('snooze', TRIAGE_TEXTS.snooze, <ClockRegular />, KEYS.snooze)}
      {button('assign', TRIAGE_TEXTS.assign, <PersonAddRegular />, KEYS.assign)}
      {button('read', SELECTION_TEXTS.markRead, <MailReadRegular />)}
      {button('unread', SELECTION_TEXTS.markUnread, <MailUnreadRegular />, KEYS.unread)}
    </div>
  )
}

const firstRow = () => document.querySelector<HTMLElement>('#chat-list [data-chat][tabindex="0"]')
