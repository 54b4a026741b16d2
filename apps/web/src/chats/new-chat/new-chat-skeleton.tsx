import type { ChatId } from '@partyline/contract'
import { useEffect, useId } from 'react'
import type { RefObject } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import { useStore } from '../../platform/use-store.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { BackToList } from '../opened/back-to-list.tsx'
import { useOpenedStyles } from '../opened/opened.styles.ts'
import { newChatDraftsOf } from './new-chat-draft.ts'
import { useToFieldStyles } from './to-field.styles.ts'

type Props = { id: ChatId; recipientField: RefObject<HTMLInputElement | null>; onClose: () => void }

/** A new chat while its code is loading. Text typed now is in the draft when the actual field takes over. */
export function NewChatSkeleton({ id: chatId, recipientField, onClose }: Props) {
  const opened = useOpenedStyles()
  const styles = useToFieldStyles()
  const id = useId()
  const store = newChatDraftsOf(useSignedIn().id).of(chatId)
  const { written } = useStore(store)
  useEffect(() => recipientField.current?.focus(), [recipientField])
  return (
    <>
      <header className={opened.header}>
        <BackToList onBack={onClose} />
        <div className={opened.titles}>
          <h2 className={opened.name}>{CHAT_TEXTS.newChat}</h2>
        </div>
      </header>
      <div className={styles.place}>
        <div className={styles.field}>
          <label className={styles.label} htmlFor={id}>
            {CHAT_TEXTS.to}
          </label>
          <input
            ref={recipientField}
            id={id}
            className={styles.input}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="auto"
            value={written}
            onChange={(event) => store.change({ written: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
            }}
          />
        </div>
      </div>
    </>
  )
}
