import type { MemberId, Message, MessageId, QuotedMessage } from '@partyline/contract'
import type { StoredFile } from '../media/index.ts'
import type { NewDelivery } from './deliveries-store.ts'

/** A message that is to be added to a chat, with what its members know of it from the start. */
export type NewMessage = {
  id: MessageId
  text: string
  sentOn: Date
  sentBy: MemberId
  /** The message of the same chat that it answers. */
  parent: QuotedMessage | null
  /** Twilio's id of a text that came from a phone. */
  providerSid: string | null
  /** Its webhook was missed; the text was found later in Twilio's list. */
  recovered: boolean
  /** The line sent it by itself. It is not in lists and is never unread. */
  automatic: Message['automatic']
  /** In the order in which they are shown. */
  files: readonly StoredFile[]
  /** Files that are still to be fetched from Twilio. */
  pendingMedia: number
  deliveries: readonly NewDelivery[]
}
