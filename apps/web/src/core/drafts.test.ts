import type { ChatId, UserId } from '@partyline/contract'
import { MESSAGE } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AttachedFile } from './outbox/outgoing.ts'
import { DANA, ME, messageId } from './tests/sample-messages.ts'
import { createDrafts } from './drafts.ts'

const CHAT = '019a0000-0000-7000-8000-0000000000aa' as ChatId
const OTHER = '019a0000-0000-7000-8000-0000000000bb' as ChatId

const QUOTE = { id: messageId(1), text: 'When?', sentBy: DANA, mediaCount: 0 }

function picture(name: string, size = 1): AttachedFile {
  const file = new File([new Uint8Array(size)], name, { type: 'image/png' })
  return { id: name, file, previewUrl: `blob:${name}`, width: 4, height: 3 }
}

describe('drafts', () => {
  let stored: Map<string, string>
  let released: string[]
  const create = (owner = ME) =>
    createDrafts({
      owner,
      storageFor: () => ({
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      }),
      release: (files) => released.push(...files.map(({ id }) => id)),
    })

  beforeEach(() => {
    stored = new Map()
    released = []
  })

  it('are kept per chat, and their text survives a reload for its author only', () => {
    const drafts = create()
    drafts.write(CHAT, 'Half a sent')
    expect(drafts.of(OTHER).text).toBe('')
    expect(drafts.of(CHAT).text).toBe('Half a sent')
    expect(create().of(CHAT).text).toBe('Half a sent')
    expect(create(DANA).of(CHAT).text).toBe('')
  })

  it('keep the quoted message across a reload until they are taken', () => {
    create().replyTo(CHAT, QUOTE)
    expect(create().of(CHAT)).toMatchObject({ text: '', replyTo: QUOTE })
    create().take(CHAT)
    expect(stored.size).toBe(0)
  })

  it('take over a message that was not sent, unless something is being written', () => {
    const drafts = create()
    const edited = { text: 'At nine', replyTo: QUOTE, replaces: { id: messageId(7), schedule: null, hasFiles: false } }
    drafts.write(CHAT, 'Something newer')
    expect(drafts.edit(CHAT, edited)).toBe(false)
    expect(drafts.of(CHAT)).toMatchObject({ text: 'Something newer', replaces: null })
    drafts.clear(CHAT)
    drafts.attach(CHAT, [picture('new.png')])
    expect(drafts.edit(CHAT, edited)).toBe(false)
    drafts.clear(CHAT)
    drafts.replyTo(CHAT, QUOTE)
    expect(drafts.edit(CHAT, edited)).toBe(false)
    drafts.clear(CHAT)
    expect(drafts.edit(CHAT, edited)).toBe(true)
    drafts.write(CHAT, 'At ten')
    expect(drafts.edit(CHAT, edited)).toBe(true)
    expect(create().of(CHAT)).toMatchObject({ ...edited, text: 'At ten' })
    expect(drafts.take(CHAT)).toMatchObject({ text: 'At ten', replaces: edited.replaces })
    expect(drafts.of(CHAT).replaces).toBeNull()
  })

  it('drop the time of an edited message, and nothing else', () => {
    const schedule = { sendAt: '2026-03-02T09:00:00.000Z', cancelOnReply: true }
    const drafts = create()
    const replaces = { id: messageId(7), hasFiles: false }
    drafts.edit(CHAT, { text: 'At nine', replyTo: QUOTE, replaces: { ...replaces, schedule } })
    drafts.write(CHAT, 'At ten')
    drafts.dropTime(CHAT)
    const kept = { text: 'At ten', replyTo: QUOTE, replaces: { ...replaces, schedule: null } }
    expect(drafts.of(CHAT)).toMatchObject(kept)
    expect(create().of(CHAT)).toMatchObject(kept)
  })

  it('lack the files of an edited message until they are restored, again after a reload', () => {
    const edited = { text: 'The menu', replyTo: null, replaces: { id: messageId(7), schedule: null, hasFiles: true } }
    const drafts = create()
    drafts.edit(CHAT, edited)
    expect(drafts.of(CHAT)).toMatchObject({ files: [], lacksFiles: true })
    drafts.restore(CHAT, [picture('menu.png')])
    expect(drafts.of(CHAT)).toMatchObject({ files: [{ file: { name: 'menu.png' } }], lacksFiles: false })
    expect(create().of(CHAT)).toMatchObject({ text: 'The menu', lacksFiles: true })
    drafts.take(CHAT)
    expect(drafts.of(CHAT).lacksFiles).toBe(false)
  })

  it('stay in memory if storage is full, and ignore unreadable stored data', () => {
    const full = createDrafts({
      owner: ME,
      storageFor: () => ({
        getItem: () => '{"text":7}',
        setItem: () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        },
        removeItem: () => undefined,
      }),
      release: () => undefined,
    })
    expect(full.of(CHAT).text).toBe('')
    let heard = 0
    full.subscribe(() => (heard += 1))
    full.write(CHAT, 'Half a sent')
    expect([full.of(CHAT).text, heard]).toEqual(['Half a sent', 1])
  })

  it('are taken with trimmed text and leave nothing behind', () => {
    const drafts = create()
    drafts.write(CHAT, '  Hello \n')
    drafts.attach(CHAT, [picture('a.png')])
    expect(drafts.take(CHAT)).toMatchObject({ text: 'Hello', files: [{ id: 'a.png' }] })
    expect(drafts.of(CHAT)).toMatchObject({ text: '', files: [], replyTo: null })
    expect(create().of(CHAT).text).toBe('')
  })

  it('accept ten files, and show why more are rejected', () => {
    const drafts = create()
    drafts.attach(
      CHAT,
      Array.from({ length: MESSAGE.maxMedia + 1 }, (_, index) => picture(`${index}.png`)),
    )
    expect(drafts.of(CHAT).files).toHaveLength(MESSAGE.maxMedia)
    expect(drafts.of(CHAT).problem).toBe('Use at most 10 files.')
    expect(released).toEqual(['10.png'])
  })

  it('accept five megabytes in total', () => {
    const drafts = create()
    drafts.attach(CHAT, [picture('a.png', MESSAGE.maxMediaBytes), picture('b.png')])
    expect(drafts.of(CHAT).files.map(({ id }) => id)).toEqual(['a.png'])
    expect(drafts.of(CHAT).problem).toBe('Attachments can’t exceed 5 MB in total.')
  })

  it('release a removed file and clear the problem', () => {
    const drafts = create()
    drafts.attach(CHAT, [picture('a.png'), { ...picture('empty.png', 0), problem: 'It is empty.' }])
    expect(drafts.of(CHAT).problem).toBe('It is empty.')
    const [file] = drafts.of(CHAT).files
    if (file) drafts.detach(CHAT, file)
    expect(drafts.of(CHAT)).toMatchObject({ files: [], problem: null })
    expect(released).toEqual(['empty.png', 'a.png'])
  })

  describe('of notes', () => {
    const OMAR = { id: 'omar' as UserId, name: 'Omar Haddad' }
    let keys = 0
    const newKey = () => `key ${(keys += 1)}`

    it('keep the mode when it is changed, sent, added, or cleared, also across a reload', () => {
      const drafts = create()
      expect(drafts.of(CHAT).mode).toBe('text')
      drafts.write(CHAT, 'Half')
      drafts.attach(CHAT, [picture('a.png')])
      drafts.replyTo(CHAT, QUOTE)
      expect(drafts.setMode(CHAT, 'note')).toBe(true)
      expect(drafts.of(CHAT)).toMatchObject({ mode: 'note', text: 'Half', replyTo: QUOTE, files: [{ id: 'a.png' }] })
      expect(create().of(CHAT)).toMatchObject({ mode: 'note', text: 'Half' })
      drafts.startNote(CHAT, newKey)
      drafts.noteAdded(CHAT, 'Half')
      expect(drafts.of(CHAT)).toMatchObject({ mode: 'note', text: '', files: [], replyTo: null, isAdding: false })
      expect(create().of(CHAT).mode).toBe('note')
      expect(drafts.of(OTHER).mode).toBe('text')
      drafts.clear(CHAT)
      expect(drafts.of(CHAT).mode).toBe('note')
      drafts.setMode(CHAT, 'text')
      drafts.write(CHAT, 'Hello')
      drafts.take(CHAT)
      expect(drafts.of(CHAT).mode).toBe('text')
      expect(stored.size).toBe(0)
    })

    it('are texts if they were stored before there were notes', () => {
      create().write(CHAT, 'x')
      for (const key of stored.keys()) stored.set(key, '{"text":"Half a sent","replyTo":null,"replaces":null}')
      expect(create().of(CHAT)).toMatchObject({ text: 'Half a sent', mode: 'text', mentioned: [], noteKey: null })
    })

    it('become texts for an edited message, which can’t be a note', () => {
      const drafts = create()
      drafts.setMode(CHAT, 'note')
      const replaces = { id: messageId(7), schedule: null, hasFiles: false }
      expect(drafts.edit(CHAT, { text: 'At nine', replyTo: null, replaces })).toBe(true)
      expect(drafts.of(CHAT).mode).toBe('text')
      expect(drafts.setMode(CHAT, 'note')).toBe(false)
      expect(drafts.of(CHAT).mode).toBe('text')
    })

    it('become texts for a reply, unless the note is on its way', () => {
      const drafts = create()
      drafts.setMode(CHAT, 'note')
      drafts.replyTo(CHAT, QUOTE)
      expect(drafts.of(CHAT).mode).toBe('text')
      drafts.setMode(CHAT, 'note')
      drafts.replyTo(CHAT, null)
      expect(drafts.of(CHAT).mode).toBe('note')
      drafts.write(CHAT, 'At nine')
      drafts.attach(CHAT, [picture('a.png')])
      drafts.noteFailed(CHAT, 'Busy')
      drafts.replyTo(CHAT, QUOTE)
      expect(drafts.of(CHAT)).toMatchObject({ mode: 'text', text: 'At nine', files: [{ id: 'a.png' }], problem: null })
      drafts.setMode(CHAT, 'note')
      drafts.startNote(CHAT, newKey)
      drafts.replyTo(CHAT, QUOTE)
      expect(drafts.of(CHAT).mode).toBe('note')
    })

    it('remember who was chosen, also across a reload', () => {
      const drafts = create()
      drafts.setMode(CHAT, 'note')
      drafts.write(CHAT, '@Omar Haddad ')
      drafts.mention(CHAT, OMAR)
      drafts.mention(CHAT, OMAR)
      expect(create().of(CHAT).mentioned).toEqual([OMAR])
      drafts.write(CHAT, '@Omar Haddad please call')
      expect(drafts.startNote(CHAT, newKey)).toMatchObject({ text: '@Omar Haddad please call', mentioned: [OMAR] })
      drafts.noteAdded(CHAT, '@Omar Haddad please call')
      expect(drafts.of(CHAT).mentioned).toEqual([])
    })

    it('keep the key for a retry of the same note, and for no other', () => {
      const drafts = create()
      const keyOf = (own = drafts) => own.startNote(CHAT, newKey).key
      drafts.write(CHAT, 'Call Marta')
      const first = keyOf()
      drafts.noteFailed(CHAT, 'No connection.')
      expect(drafts.of(CHAT)).toMatchObject({ text: 'Call Marta', problem: 'No connection.', isAdding: false })
      expect(keyOf()).toBe(first)
      expect(keyOf(create())).toBe(first)
      drafts.noteFailed(CHAT, 'No connection.')
      drafts.write(CHAT, 'Call Marta today')
      const second = keyOf()
      expect(second).not.toBe(first)
      drafts.noteFailed(CHAT, 'No connection.')
      drafts.attach(CHAT, [picture('a.png')])
      const third = keyOf()
      expect(third).not.toBe(second)
      drafts.noteFailed(CHAT, 'No connection.')
      // The files are gone after a reload.
      expect(keyOf(create())).not.toBe(third)
      const [file] = drafts.of(CHAT).files
      if (file) drafts.detach(CHAT, file)
      const fourth = keyOf()
      expect(fourth).not.toBe(third)
      drafts.noteFailed(CHAT, 'No connection.')
      drafts.mention(CHAT, OMAR)
      expect(keyOf()).not.toBe(fourth)
    })

    it('keep their files and the mode while they are on their way, and what is written since', () => {
      const drafts = create()
      drafts.setMode(CHAT, 'note')
      drafts.write(CHAT, 'Call Marta')
      drafts.attach(CHAT, [picture('a.png')])
      drafts.startNote(CHAT, newKey)
      drafts.write(CHAT, 'Call Marta today')
      drafts.attach(CHAT, [picture('late.png')])
      const [file] = drafts.of(CHAT).files
      if (file) drafts.detach(CHAT, file)
      expect(drafts.setMode(CHAT, 'text')).toBe(false)
      expect(drafts.of(CHAT)).toMatchObject({ mode: 'note', text: 'Call Marta today', files: [{ id: 'a.png' }] })
      expect(released).toEqual(['late.png'])
      drafts.noteAdded(CHAT, 'Call Marta')
      expect(released).toEqual(['late.png', 'a.png'])
      expect(drafts.of(CHAT)).toMatchObject({ text: 'today', files: [], isAdding: false })
      drafts.startNote(CHAT, newKey)
      drafts.write(CHAT, 'Something else')
      drafts.noteAdded(CHAT, 'today')
      expect(drafts.of(CHAT).text).toBe('Something else')
    })

    it('that are kept as texts stay so until they are empty', () => {
      const drafts = create()
      drafts.write(CHAT, '@Omar')
      drafts.keepAsText(CHAT)
      drafts.write(CHAT, '@Omar Haddad')
      expect(create().of(CHAT).isTextOnPurpose).toBe(true)
      drafts.write(CHAT, '')
      expect(drafts.of(CHAT).isTextOnPurpose).toBe(false)
      drafts.write(CHAT, '@Omar')
      drafts.keepAsText(CHAT)
      drafts.take(CHAT)
      expect(drafts.of(CHAT).isTextOnPurpose).toBe(false)
    })
  })
})
