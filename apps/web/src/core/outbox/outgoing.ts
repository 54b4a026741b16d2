import type {
  ChatId,
  File as MessageFile,
  FileId,
  MemberId,
  Message,
  MessageId,
  QuotedMessage,
} from '@partyline/contract'
import type { StallReason } from './stall-reason.ts'

/** A file that a person attached, with a link to preview it before it is on the server. */
export type AttachedFile = {
  id: string
  file: File
  previewUrl: string
  width: number | null
  height: number | null
  /** Why it can't be sent. */
  problem?: string
}

/** A preview may be on screen, and not yet be loaded, when its message is accepted. */
const RELEASE_AFTER_MS = 10_000

/** Frees the memory that holds the previews. */
export function releaseFiles(files: readonly AttachedFile[]): void {
  setTimeout(() => files.forEach(({ previewUrl }) => URL.revokeObjectURL(previewUrl)), RELEASE_AFTER_MS)
}

/** How long a message is held, or when it is scheduled. */
export type Timing = { holdSeconds: number } | Schedule
export type Schedule = { sendAt: string; cancelOnReply: boolean }

/** A pending message that is being edited. `schedule`: its time; null to send it at once. */
export type Replaced = { id: MessageId; schedule: Schedule | null; hasFiles: boolean }

/** The contents of a message as written. */
export type Writing = {
  text: string
  files: readonly AttachedFile[]
  replyTo: QuotedMessage | null
  replaces: Replaced | null
}

/** A message on its way. Its ID is random; it is also the Idempotency-Key, so that it can't be sent twice. */
export type Outgoing = Writing & {
  id: string
  chatId: ChatId
  sentBy: MemberId
  sentOn: string
  timing: Timing
  state:
    | { kind: 'waiting' }
    /** It is sent automatically once the server accepts messages. */
    | { kind: 'stalled'; reason: StallReason }
    | { kind: 'failed'; reason: string }
    /** The server has it under this ID: `confirmed` by the response, or presumed from an event that came first. */
    | { kind: 'accepted'; messageId: MessageId; confirmed: boolean }
}

/** An outgoing message until the server's version replaces it: docs/product.md#sending-in-the-browser */
export function asMessage(outgoing: Outgoing): Message {
  return {
    id: outgoing.id as MessageId,
    text: outgoing.text,
    sentOn: outgoing.sentOn,
    sentBy: outgoing.sentBy,
    parentId: outgoing.replyTo?.id ?? null,
    parent: outgoing.replyTo,
    delivery: [
      {
        memberId: outgoing.sentBy,
        status: 'read',
        updatedOn: outgoing.sentOn,
        errorCode: null,
        errorText: null,
        dismissed: false,
      },
    ],
    pendingMedia: 0,
    missingMedia: 0,
    recovered: false,
    automatic: null,
    media: outgoing.files.map(asMedia),
  }
}

function asMedia({ id, file, previewUrl, width, height }: AttachedFile): MessageFile {
  return {
    id: id as FileId,
    directory: '',
    fileName: file.name,
    publicLink: previewUrl,
    contentType: file.type,
    fileSize: '',
    length: file.size,
    width,
    height,
  }
}

/** Whether a message of the server may be this outgoing one. */
export function looksLike(outgoing: Outgoing, message: Message): boolean {
  return (
    outgoing.sentBy === message.sentBy &&
    plain(outgoing.text) === plain(message.text) &&
    outgoing.files.length === message.media.length &&
    (outgoing.replyTo?.id ?? null) === message.parentId
  )
}

/** The server stores a form's line breaks as LF. A text that another client wrote may have CR LF. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
