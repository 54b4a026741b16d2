import type { ChatId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import type { Drafts } from '../../core/drafts.ts'
import { useDraft } from '../composer/use-draft.ts'
import { PENDING_TEXTS } from './pending-texts.ts'

type Props = { chatId: ChatId; drafts: Drafts; onClick: () => void }

/** Sends what is being written when the line opens. */
export function SendThen({ chatId, drafts, onClick }: Props) {
  const isEmpty = useDraft(drafts, chatId, ({ text, files }) => text.trim() === '' && files.length === 0)
  return (
    <Button appearance="transparent" size="small" disabledFocusable={isEmpty} onClick={onClick}>
      {PENDING_TEXTS.sendThen}
    </Button>
  )
}
