import type { ChatId, LegalHold } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { chatContactsQuery } from '../../contacts/index.ts'
import { useLegalHolds } from '../../legal-holds/index.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** The legal holds on a chat and its contacts, for Admins. */
export function useChatHolds(chatId: ChatId): readonly LegalHold[] {
  const holds = useLegalHolds()
  const hasContacts = holds.some(({ contactId }) => contactId !== null)
  const { data: contacts = [] } = useQuery({ ...chatContactsQuery(useApi(), chatId), enabled: hasContacts })
  return holds.filter((hold) => hold.chatId === chatId || contacts.some(({ id }) => id === hold.contactId))
}
