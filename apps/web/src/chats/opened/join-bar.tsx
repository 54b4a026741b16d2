import type { ChatId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'
import { useOpenedStyles } from './opened.styles.ts'
import { OPENED_TEXTS } from './opened-texts.ts'

/** Lets a non-member join the chat. Replaces the composer, or is above it in an unclaimed chat. */
export function JoinBar({ chatId, text }: { chatId: ChatId; text: string }) {
  const styles = useOpenedStyles()
  const api = useApi()
  const { caches } = useChatClient()
  const join = useMutation({
    mutationFn: () => api.call('chats.join', { params: { chatId } }),
    onSuccess: (chat) => caches.putChat(chat),
  })
  return (
    <div className={styles.notComposer}>
      {join.isError ? (
        <span className={styles.failed} role="alert">
          {OPENED_TEXTS.joinFailed} {errorText(join.error)}
        </span>
      ) : (
        <span>{text}</span>
      )}
      <Button appearance="primary" disabledFocusable={join.isPending} onClick={() => join.mutate()}>
        {join.isPending ? OPENED_TEXTS.joining : OPENED_TEXTS.join}
      </Button>
    </div>
  )
}
