import type { DeliveryStatus, MemberId, Message, MessageId } from '@partyline/contract'
import type { StoredFile } from '../media/index.ts'

/** A message with everything shown with it, as one query reads it. Times inside lists are strings. */
export type StoredMessage = {
  id: MessageId
  text: string
  sentOn: Date
  sentBy: MemberId
  parentId: MessageId | null
  parent: { text: string; sentBy: MemberId; mediaCount: number } | null
  delivery: StoredRecord[]
  media: StoredFile[]
  pendingMedia: number
  missingMedia: number
  recovered: boolean
  automatic: Message['automatic']
}

/** One member's delivery record. */
type StoredRecord = {
  memberId: MemberId
  status: DeliveryStatus
  updatedOn: string
  errorCode: number | null
  errorText: string | null
  dismissed: boolean
}
