import type { Delivery, DeliveryStatus, Member, MemberId, Message, MessageId, Note, NoteId } from '@partyline/contract'

/** People and messages. */
export const ME = '0000000a-0000-4000-8000-000000000001' as MemberId
export const DANA = '0000000a-0000-4000-8000-000000000002' as MemberId
export const MARTA = '0000000b-0000-4000-8000-000000000001' as MemberId
export const LUIS = '0000000b-0000-4000-8000-000000000002' as MemberId

function member(id: MemberId, name: string, number: string | null): Member {
  const role = number === null ? 'TeamsUser' : 'ExternalMobile'
  return {
    id,
    name,
    role,
    number,
    addedOn: '2026-11-01T08:00:00.000Z',
    deletedOn: null,
    disabled: false,
    leftDirectoryAt: null,
    optedOut: false,
    barred: null,
  }
}

export const MY_MEMBER = member(ME, 'Ana Lopez', null)
export const MARTAS_MEMBER = member(MARTA, 'Marta Rivera', '+12025550142')
export const MEMBERS: readonly Member[] = [
  MY_MEMBER,
  member(DANA, 'Dana Cole', null),
  MARTAS_MEMBER,
  member(LUIS, 'Luis Rivera', '+12025550143'),
]

export function messageId(index: number): MessageId {
  return `019b0000-0000-7000-8000-${String(index).padStart(12, '0')}` as MessageId
}

/** The message with this number, sent that many minutes after 9:00 unless something else is said. */
export function sampleMessage(index: number, parts: Partial<Message> = {}): Message {
  return {
    id: messageId(index),
    text: `Message ${index}`,
    sentOn: new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString(),
    sentBy: MARTA,
    parentId: null,
    parent: null,
    delivery: [],
    media: [],
    pendingMedia: 0,
    missingMedia: 0,
    recovered: false,
    automatic: null,
    ...parts,
  }
}

export const noteId = (index: number) => messageId(index) as string as NoteId

/** The note with this number, added that many minutes after 9:00 by Dana unless something else is said. */
export function sampleNote(index: number, parts: Partial<Note> = {}): Note {
  return {
    id: noteId(index),
    text: `Note ${index}`,
    createdOn: new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString(),
    createdBy: DANA,
    editedOn: null,
    deletedOn: null,
    mentions: [],
    media: [],
    version: index,
    ...parts,
  }
}

export function record(memberId: MemberId, status: DeliveryStatus, parts: Partial<Delivery> = {}): Delivery {
  return {
    memberId,
    status,
    updatedOn: '2026-11-20T09:36:00.000Z',
    errorCode: null,
    errorText: null,
    dismissed: false,
    ...parts,
  }
}
