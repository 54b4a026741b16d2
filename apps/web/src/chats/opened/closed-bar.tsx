import type { ChatId } from '@partyline/contract'
import { useEffect } from 'react'
import { announce } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChats } from '../chats-context.tsx'
import { useOpenedStyles } from './opened.styles.ts'

/** Stands in the composer's place in a chat that was deleted. What was being written just then can still be read. */
export function ClosedBar({ chatId }: { chatId: ChatId }) {
  const styles = useOpenedStyles()
  const { drafts } = useChats()
  const unsent = drafts.of(chatId).text.trim()
  useEffect(() => announce(CHAT_TEXTS.closed), [])
  return (
    <div className={styles.notComposer}>
      <p className={styles.closed}>{CHAT_TEXTS.closed}</p>
      {unsent !== '' && <p className={styles.unsent}>{CHAT_TEXTS.unsent(unsent)}</p>}
    </div>
  )
}
