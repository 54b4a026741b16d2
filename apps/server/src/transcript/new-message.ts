import type { MemberId, Message, MessageId, QuotedMessage } from '@partyline/contract'
import type { StoredFile } from '../media/index.ts'
import type { NewDelivery } from './deliveries-store.ts'

/** A message to add to a chat, with its members' first delivery records. */
export type NewMessage = {
  id: MessageId
  text: string
  sentOn: Date
  sentBy: MemberId
  /** The message of the same chat that it answers. */
  parent: QuotedMessage | null
  /** Twilio's ID of an inbound text. */
  providerSid: string | null
  /** Its webhook was missed; the text was found later in Twilio's list. */
  recovered: boolean
  /** An automatic message of the line. It is not in lists and is never unread. */
  automatic: Message['automatic']
  /** In the order in which they are shown. */
  files: readonly StoredFile[]
  /** Files that are still to be fetched from Twilio. */
  pendingMedia: number
  deliveries: readonly NewDelivery[]
}
