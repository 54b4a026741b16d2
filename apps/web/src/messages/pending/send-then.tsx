import type { ChatId, Member } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import type { Drafts } from '../../core/drafts.ts'
import { isSendable } from '../composer/is-sendable.ts'
import { reachOf } from '../composer/skipped-phones.ts'
import { useDraft } from '../composer/use-draft.ts'
import { PENDING_TEXTS } from './pending-texts.ts'

export type SendThenProps = {
  chatId: ChatId
  drafts: Drafts
  members: readonly Member[]
  /** The sender's name if the tenant signs texts, otherwise null. */
  signature: string | null
  onClick: () => void
}

/** Sends the draft when the line opens. */
export function SendThen({ chatId, drafts, members, signature, onClick }: SendThenProps) {
  const isRefused = reachOf(members).refused.length > 0
  const canSend = useDraft(drafts, chatId, (draft) => isSendable(draft, { signature, isRefused }))
  return (
    <Button size="small" disabledFocusable={!canSend} onClick={onClick}>
      {PENDING_TEXTS.sendThen}
    </Button>
  )
}
