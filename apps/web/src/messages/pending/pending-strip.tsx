import { isBlank } from '@partyline/contract'
import type { Member, MemberId, Message } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { CalendarClockRegular } from '@fluentui/react-icons/svg/calendar-clock'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTimes } from '../../platform/platform-context.tsx'
import { errorModal, openModal } from '../../ui/index.ts'
import { STATUS_TEXTS } from '../delivery/status-texts.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { PENDING_TEXTS, RETURN_REASONS } from './pending-texts.ts'
import { usePendingStyles } from './pending.styles.ts'
import type { PendingActions } from './use-pending.ts'

type Props = {
  messages: readonly Message[]
  members: readonly Member[]
  me: MemberId
  isAdmin: boolean
  /** Whether there is a composer. */
  mayWrite: boolean
  isDeleted: boolean
  /** The message that is in the composer. */
  edited: string | null
  actions: PendingActions
  onChangeTime: (message: Message) => void
}

/** The chat's scheduled, late, and returned messages, between transcript and composer. */
export function PendingStrip({ messages, members, edited, ...shared }: Props) {
  const { me, isAdmin, actions } = shared
  const styles = usePendingStyles()
  const [isOpen, setOpen] = useState(false)
  const shown = messages.filter((message) => message.id !== edited && isFor(message, { me, isAdmin }))
  const scheduled = shown.filter(({ pending }) => pending?.state === 'scheduled')
  const urgent = shown.filter(({ pending }) => pending?.state !== 'scheduled')
  const isFolded = scheduled.length > 1 && !isOpen

  const inComposer = messages.find(({ id }) => id === edited)
  const editedId = inComposer?.id
  const restoreFiles = useEffectEvent(() => {
    if (inComposer) void actions.restoreFiles(inComposer)
  })
  useEffect(() => {
    if (editedId) restoreFiles()
  }, [editedId])

  if (shown.length === 0) return null
  return (
    <section className={styles.region} aria-label={PENDING_TEXTS.region}>
      {scheduled.length > 1 && (
        <Button
          className={styles.toggle}
          appearance="subtle"
          size="small"
          icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {PENDING_TEXTS.several(scheduled.length)}
        </Button>
      )}
      <ul className={styles.list}>
        {[...urgent, ...(isFolded ? [] : scheduled)].map((message) => (
          <PendingItem
            key={message.id}
            message={message}
            author={members.find(({ id }) => id === message.sentBy)?.name ?? MESSAGE_TEXTS.formerMember}
            {...shared}
          />
        ))}
      </ul>
    </section>
  )
}

/** A message that its author has undone is shown only to them. */
function isFor({ pending }: Message, { me, isAdmin }: Pick<Props, 'me' | 'isAdmin'>): boolean {
  if (!pending || pending.state === 'held') return false
  if (pending.state !== 'returned' || isOwn(pending.owner, me)) return true
  return isAdmin && pending.reason !== 'undone'
}

// A user's ID is also their ID as a member.
const isOwn = (owner: string | null, me: MemberId) => owner === (me as string)

type ItemProps = Omit<Props, 'messages' | 'members' | 'edited'> & { message: Message; author: string }

function PendingItem({ message, author, me, isAdmin, mayWrite, isDeleted, actions, onChangeTime }: ItemProps) {
  const styles = usePendingStyles()
  const times = useTimes()
  const { text, media, sentBy, pending } = message
  if (!pending) return null
  const { state, sendOn, reason, owner, cancelOnReply } = pending
  const isMine = isOwn(owner ?? sentBy, me)
  const maySend = isMine && !isDeleted
  const time = times.until(sendOn)
  const files = media.length > 0 ? PENDING_TEXTS.files(media.length) : ''
  const shownText = isBlank(text) ? files || STATUS_TEXTS.empty : text
  const about =
    state === 'returned'
      ? PENDING_TEXTS.notSent(reason ? RETURN_REASONS[reason] : '')
      : state === 'late'
        ? PENDING_TEXTS.late(time)
        : isMine
          ? PENDING_TEXTS.scheduled(time)
          : PENDING_TEXTS.scheduledBy(author, time)
  // A message that the person undid has not failed.
  const isUndone = reason === 'undone'
  const warning = state !== 'scheduled' && !isUndone && styles.warning
  const Icon = state === 'scheduled' ? CalendarClockRegular : isUndone ? EditRegular : ErrorCircleRegular
  const button = (label: string, onClick: () => void) => (
    <Button appearance="transparent" size="small" aria-label={PENDING_TEXTS.about(label, shownText)} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <li className={styles.item}>
      <Icon className={mergeClasses(styles.icon, warning)} aria-hidden />
      <div>
        <p className={mergeClasses(styles.about, warning)} title={times.full(sendOn)}>
          {about}
          {state === 'scheduled' && cancelOnReply && ` · ${PENDING_TEXTS.cancelsOnReply}`}
        </p>
        <p className={styles.text} title={text}>
          <bdi>{shownText}</bdi>
          {files !== '' && shownText !== files && ` · ${files}`}
        </p>
      </div>
      <div className={styles.actions}>
        {isMine && mayWrite && button(PENDING_TEXTS.edit, edit)}
        {maySend && state === 'scheduled' && button(PENDING_TEXTS.changeTime, () => onChangeTime(message))}
        {maySend && state !== 'returned' && button(PENDING_TEXTS.sendNow, () => void actions.reschedule(message, null))}
        {(isMine || isAdmin) &&
          button(
            state === 'returned' ? PENDING_TEXTS.discard : PENDING_TEXTS.delete,
            () => void actions.remove(message),
          )}
      </div>
    </li>
  )

  function edit() {
    if (!actions.edit(message)) openModal(errorModal, PENDING_TEXTS.busyComposer)
  }
}
