import type { ChatId } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { chatContactsQuery } from '../../contacts/index.ts'
import { HoldNote, useLegalHolds } from '../../legal-holds/index.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** The legal holds on a chat and its contacts, for Admins. */
export function ChatHolds({ chatId }: { chatId: ChatId }) {
  const holds = useLegalHolds()
  const hasContacts = holds.some(({ contactId }) => contactId !== null)
  const { data: contacts = [] } = useQuery({ ...chatContactsQuery(useApi(), chatId), enabled: hasContacts })
  return holds
    .filter((hold) => hold.chatId === chatId || contacts.some(({ id }) => id === hold.contactId))
    .map((hold) => <HoldNote key={hold.id} hold={hold} />)
}
