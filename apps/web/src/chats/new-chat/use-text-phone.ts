import type { ContactId, ContactPhone } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazyChunk } from '../../platform/chunks.ts'
import { useOpenedChat } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'

const loadTextPhone = lazyChunk(async () => (await import('./text-phone.ts')).textPhone)

/** Opens the chat with a contact's phone, or starts one. */
export function useTextPhone(): (phone: ContactPhone, contactId: ContactId) => Promise<void> {
  const api = useApi()
  const client = useQueryClient()
  const { me } = useChatClient()
  const [, open] = useOpenedChat()
  return async (phone, contactId) => {
    const textPhone = await loadTextPhone()
    const chatId = await textPhone({ contactId, phone }, { api, client, owner: me })
    if (chatId) open(chatId)
  }
}
