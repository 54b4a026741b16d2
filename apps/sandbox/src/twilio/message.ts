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
  /** Milliseconds since 1970, as all times here. */
  dateCreated: number
  dateUpdated: number
  dateSent: number | null
  statusCallback: string | null
  /** What Twilio is to fetch before it sends. */
  mediaUrls: readonly string[]
}

/** What the message's life changes after it was created. */
export type MessageChange = Partial<Pick<Message, 'body' | 'status' | 'errorCode' | 'price' | 'dateSent'>>

export type Media = {
  sid: MediaSid
  messageSid: MessageSid
  contentType: string
  blob: string
  dateCreated: number
}

/** A picture or file on its way, before it has a SID. */
export type Attachment = { contentType: string; bytes: Buffer }

const FINAL: ReadonlySet<MessageStatus> = new Set(['delivered', 'undelivered', 'failed', 'received'])

export const isFinal = (message: Message) => FINAL.has(message.status)

/** The end of the conversation that is not ours. */
export const phoneOf = ({ direction, from, to }: Message) => (direction === 'inbound' ? from : to)
