import { optOutWish } from '@partyline/contract'
import type { ChatId, Member, Message } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import { announceAlso, errorModal, openModal, showToast } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { OPT_OUT_OFFER_TEXTS as TEXTS } from './opt-out-offer-texts.ts'

const useStyles = makeStyles({
  offer: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  actions: { display: 'flex', columnGap: tokens.spacingHorizontalXS },
})

/** How many dismissed offers are remembered. */
const MAX_DISMISSED = 200

/** The texts whose offer was announced: they stay, and are drawn again with every visit. */
const announced = new Set<string>()

export type OfferProps = {
  chatId: ChatId
  member: Member
  /** The member's newest text. */
  message: Pick<Message, 'id' | 'text'>
  /** Whether Tab stops at its buttons. */
  reachable: boolean
}

/** Under a text that seems to ask for no more texts: opts its sender out on one click, with the text as evidence. */
export function Offer(props: OfferProps) {
  const wish = optOutWish(props.message.text)
  const owner = useMe()?.id
  return wish && owner !== undefined ? <Wish {...props} wish={wish} owner={owner} /> : null
}

function Wish({
  chatId,
  member: { id: memberId, name },
  message: { id: messageId },
  reachable,
  wish,
  owner,
}: OfferProps & { wish: 'stop' | 'wrongNumber'; owner: string }) {
  const styles = useStyles()
  const api = useApi()
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const [dismissed] = useState(() => recentlyUsed('dismissedOptOuts', owner, MAX_DISMISSED))
  const [isDismissed, setDismissed] = useState(() => dismissed.read().includes(messageId))
  const [isBusy, setBusy] = useState(false)
  const text = wish === 'stop' ? TEXTS.stop(name) : TEXTS.wrongNumber

  useEffect(() => {
    if (isDismissed || announced.has(messageId)) return
    announced.add(messageId)
    announceAlso(text)
  }, [isDismissed, messageId, text])

  /** The focus stays at the message when the offer goes. */
  function leave() {
    const { current } = place
    if (current?.contains(document.activeElement)) current.closest<HTMLElement>('[data-message]')?.focus()
  }

  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.chats.opened(chatId) })

  async function undo() {
    try {
      await api.call('optOuts.undo', { params: { chatId, memberId } })
    } catch (error) {
      openModal(errorModal, { title: TEXTS.undoFailed, message: errorText(error) })
    }
    await refresh()
  }

  async function optOut() {
    setBusy(true)
    try {
      await api.call('optOuts.add', { params: { chatId, memberId }, body: { messageId } })
      leave()
      showToast({ kind: 'done', text: TEXTS.optedOut(name), onUndo: () => void undo() })
    } catch (error) {
      openModal(errorModal, { title: TEXTS.failed, message: errorText(error) })
    }
    await refresh()
    setBusy(false)
  }

  if (isDismissed) return null
  const tabIndex = reachable ? 0 : -1
  return (
    <div ref={place} className={styles.offer}>
      <span className={styles.text}>{text}</span>
      <div className={styles.actions}>
        <Button
          size="small"
          tabIndex={tabIndex}
          aria-label={TEXTS.optOutOf(name)}
          disabledFocusable={isBusy}
          onClick={() => void optOut()}
        >
          {TEXTS.optOut}
        </Button>
        <Button
          size="small"
          appearance="subtle"
          tabIndex={tabIndex}
          onClick={() => {
            dismissed.add(messageId)
            leave()
            setDismissed(true)
          }}
        >
          {TEXTS.dismiss}
        </Button>
      </div>
    </div>
  )
}
