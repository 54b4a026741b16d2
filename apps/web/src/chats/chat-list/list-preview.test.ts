import type { File } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { MARTA, MARTAS_MEMBER, ME, MY_MEMBER, sampleItem, sampleMessage } from '../../core/tests/sample-chats.ts'
import { listPreview, otherSide } from './list-preview.ts'

const LUIS = { ...MARTAS_MEMBER, id: '0000000b-0000-4000-8000-000000000002' as never, name: 'Luis Rivera' }
const PICTURE = { contentType: 'image/png' } as File
const preview = (message: Parameters<typeof sampleMessage>[1], members = [MY_MEMBER, MARTAS_MEMBER, LUIS]) =>
  listPreview(sampleItem(1, { members, lastMessage: sampleMessage(1, message) }), ME)

describe('listPreview', () => {
  it('names the author', () => {
    expect(preview({ sentBy: ME, text: 'Hello' })).toEqual({ author: 'You', text: 'Hello', kind: 'text' })
    expect(preview({ text: 'Hello' }).author).toBe('Marta Rivera')
  })

  it('does not name the only contact of a chat', () => {
    expect(preview({ text: 'Hello' }, [MY_MEMBER, MARTAS_MEMBER]).author).toBeNull()
  })

  it('shows a text on one line, and describes media without text', () => {
    expect(preview({ text: 'One\n\ntwo ' }).text).toBe('One two')
    expect(preview({ text: '', media: [PICTURE] })).toMatchObject({ text: 'Picture', kind: 'picture' })
    expect(preview({ text: '', media: [PICTURE, PICTURE] }).text).toBe('2 pictures')
    expect(preview({ text: '', media: [{ contentType: 'text/vcard' } as File] })).toMatchObject({ kind: 'file' })
  })

  it.each([
    [{ pendingMedia: 1 }, 'Receiving picture…'],
    [{ pendingMedia: 3 }, 'Receiving 3 pictures…'],
    [{ missingMedia: 2 }, 'Picture couldn’t be received'],
    [{}, 'Empty message'],
    [{ text: ' \n' }, 'Empty message'],
  ])('shows a placeholder for a message without text or media: %o', (message, text) => {
    expect(preview({ text: '', ...message }).text).toBe(text)
  })

  it('shows that a sent text was not delivered', () => {
    const failed = {
      memberId: MARTA,
      status: 'failed',
      updatedOn: '',
      errorCode: 21610,
      errorText: 'Opted out.',
      dismissed: false,
    } as const
    expect(preview({ sentBy: ME, delivery: [failed] }, [MY_MEMBER, MARTAS_MEMBER])).toEqual({
      author: 'You',
      text: 'Not delivered. Opted out.',
      kind: 'failed',
    })
  })

  it('shows the text again once the failure is dismissed', () => {
    const record = { memberId: MARTA, updatedOn: '', errorCode: 30003, errorText: null, dismissed: true } as const
    const delivery = [{ ...record, status: 'undelivered' as const }]
    expect(preview({ sentBy: ME, text: 'Hello', delivery }, [MY_MEMBER, MARTAS_MEMBER])).toMatchObject({
      text: 'Hello',
      kind: 'text',
    })
  })

  it('is of kind “none” for a chat without messages', () => {
    expect(listPreview(sampleItem(1, { lastMessage: null }), ME).kind).toBe('none')
  })
})

it('otherSide returns the contacts, or else the other users, or else me', () => {
  const dana = { ...MY_MEMBER, id: '0000000a-0000-4000-8000-000000000002' as never, name: 'Dana Cole' }
  expect(otherSide([MY_MEMBER, dana, MARTAS_MEMBER], ME)).toEqual([MARTAS_MEMBER])
  expect(otherSide([MY_MEMBER, dana], ME)).toEqual([dana])
  expect(otherSide([MY_MEMBER], ME)).toEqual([MY_MEMBER])
})
