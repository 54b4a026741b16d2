import type { Member, MemberId, Message } from '@partyline/contract'
import { ERROR_TEXTS } from '@partyline/contract'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { announce, errorModal, openModal } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { useSummaryStyles } from '../transcript/transcript.styles.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import type { DeliveryActions } from './use-delivery-actions.ts'
import { undeliveredOf } from './undelivered.ts'

type Props = {
  message: Message
  members: readonly Member[]
  /** For this message. */
  actions: DeliveryActions
  tabIndex: 0 | -1
}

/** The actions for a failed text, next to it. If each contact needs its own decision, they are in the details. */
export function FailureActions({ message, members, actions, tabIndex }: Props) {
  const { failed, unknown, isMarked } = undeliveredOf(message, members)
  const { busy, run } = useRun()
  const place = useFocusKept()
  const nameOf = (memberId: MemberId) => members.find(({ id }) => id === memberId)?.name ?? ''
  const [first] = failed
  const onlyUnknown = failed.length === 0 && unknown.length === 1 ? unknown[0] : undefined

  const button = (what: Work, [label, busyLabel]: readonly [string, string], onClick: () => void) => (
    <ActionButton
      label={busy === what ? busyLabel : label}
      disabled={busy !== null}
      tabIndex={tabIndex}
      onClick={onClick}
    />
  )
  const sendAgain = [DETAILS_TEXTS.sendAgain, DETAILS_TEXTS.sendingAgain] as const
  return (
    <span ref={place}>
      {first !== undefined &&
        button('send', sendAgain, () =>
          run('send', actions.sendFailedAgain, {
            done:
              failed.length === 1
                ? DETAILS_TEXTS.queuedAgain(nameOf(first))
                : DETAILS_TEXTS.failedQueuedAgain(failed.length),
            failed: ERROR_TEXTS.sendMessage,
          }),
        )}
      {onlyUnknown !== undefined && (
        <>
          {button('send', sendAgain, () =>
            run('send', () => actions.sendAgain(onlyUnknown), {
              done: DETAILS_TEXTS.queuedAgain(nameOf(onlyUnknown)),
              failed: ERROR_TEXTS.sendMessage,
            }),
          )}{' '}
          {button('mark', [DETAILS_TEXTS.markSent, DETAILS_TEXTS.markingSent], () =>
            run('mark', () => actions.markSent(onlyUnknown), {
              done: DETAILS_TEXTS.markedSent(nameOf(onlyUnknown)),
              failed: ERROR_TEXTS.formTitle,
            }),
          )}
        </>
      )}{' '}
      {isMarked &&
        button('dismiss', [MESSAGE_TEXTS.dismiss, MESSAGE_TEXTS.dismissing], () =>
          run('dismiss', actions.dismiss, { done: MESSAGE_TEXTS.dismissed, failed: ERROR_TEXTS.formTitle }),
        )}
    </span>
  )
}

type Work = 'send' | 'mark' | 'dismiss'

/** Runs one action at a time. Success is announced, and a failure opens a modal. */
function useRun() {
  const [busy, setBusy] = useState<Work | null>(null)
  async function work(what: Work, action: () => Promise<Message>, texts: { done: string; failed: string }) {
    if (busy !== null) return
    setBusy(what)
    try {
      await action()
      announce(texts.done)
    } catch (error) {
      openModal(errorModal, { title: texts.failed, message: errorText(error) })
    }
    setBusy(null)
  }
  return { busy, run: (...args: Parameters<typeof work>) => void work(...args) }
}

/** When the button with the focus disappears, focuses its message. */
function useFocusKept() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const article = place.current?.closest('article')
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) article?.focus()
      })
    }
  }, [])
  return place
}

type ActionProps = { label: string; disabled: boolean; tabIndex: 0 | -1; onClick: () => void }

function ActionButton({ label, disabled, tabIndex, onClick }: ActionProps) {
  const styles = useSummaryStyles()
  return (
    <button type="button" className={styles.action} tabIndex={tabIndex} aria-disabled={disabled} onClick={onClick}>
      {label}
    </button>
  )
}
