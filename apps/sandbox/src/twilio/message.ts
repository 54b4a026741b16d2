export type MessageSid = `SM${string}` | `MM${string}`
export type MediaSid = `ME${string}`

type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received'

export type Message = {
  sid: MessageSid
  direction: 'inbound' | 'outbound-api' | 'outbound-reply'
  from: string
  to: string
  body: string
  numSegments: number
  numMedia: number
  status: MessageStatus
  errorCode: number | null
  price: string | null
  /** Milliseconds since 1970, like all times here. */
  dateCreated: number
  dateUpdated: number
  dateSent: number | null
  statusCallback: string | null
  /** Media to fetch before sending. */
  mediaUrls: readonly string[]
}

/** Fields that change after creation. */
export type MessageChange = Partial<Pick<Message, 'body' | 'status' | 'errorCode' | 'price' | 'dateSent'>>

export type Media = {
  sid: MediaSid
  messageSid: MessageSid
  contentType: string
  blob: string
  dateCreated: number
}

/** A picture or file before it has a SID. */
export type Attachment = { contentType: string; bytes: Buffer }

const FINAL: ReadonlySet<MessageStatus> = new Set(['delivered', 'undelivered', 'failed', 'received'])

export const isFinal = (message: Message) => FINAL.has(message.status)

/** The phone of the conversation. */
export const phoneOf = ({ direction, from, to }: Message) => (direction === 'inbound' ? from : to)
