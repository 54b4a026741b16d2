import type { ChatId, MemberId } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RecordStore } from '../../platform/record-store.ts'
import { SENDING_TEXTS } from '../sending-texts.ts'
import { ME } from '../tests/sample-messages.ts'
import { createOutboxStorage, MAX_STORED } from './outbox-storage.ts'
import type { StoredOutgoing } from './outbox-storage.ts'
import type { Outgoing } from './outgoing.ts'

const CHAT = '019a0000-0000-7000-8000-0000000000aa' as ChatId
const NOW = '2026-11-20T09:41:00.000Z'
const STALLED = { kind: 'stalled', reason: 'offline' } as const
const REFUSED = { kind: 'failed', reason: 'Too large.' } as const
const LATE = SENDING_TEXTS.waitedTooLong

function outgoing(id: string, parts: Partial<Outgoing> = {}): Outgoing {
  return {
    id,
    chatId: CHAT,
    sentBy: ME,
    sentOn: NOW,
    text: id,
    files: [],
    replyTo: null,
    replaces: null,
    timing: { holdSeconds: 0 },
    state: { kind: 'stalled', reason: 'offline' },
    ...parts,
  }
}

function file(bytes: number): Outgoing['files'][number] {
  const picture = new File([new Uint8Array(bytes)], 'meadow.png', { type: 'image/png' })
  return { id: 'file', file: picture, previewUrl: 'blob:gone', width: 640, height: 480 }
}

/** The storage of a browser, shared by its pages. */
function createBrowser() {
  const records = new Map<string, StoredOutgoing>()
  const store: RecordStore<StoredOutgoing> = {
    all: async () => [...records.values()],
    put: async (record) => void records.set(record.id, structuredClone(record)),
    remove: async (id) => void records.delete(id),
  }
  const page = (name: string, { owner = ME, now = NOW }: { owner?: MemberId; now?: string } = {}) =>
    createOutboxStorage({
      owner,
      page: name,
      records: store,
      // Node's own Web Locks, under names that no other test uses.
      locks: navigator.locks,
      previewOf: ({ name }) => `blob:${name}`,
      now: () => Date.parse(now),
    })
  return { page, kept: () => [...records.keys()], textOf: (id: string) => records.get(id)?.text }
}

const texts = (messages: readonly Outgoing[]) => messages.map(({ text }) => text)

describe('stored outbox', () => {
  let browser: ReturnType<typeof createBrowser>
  let pageNumber = 0
  const nameOfPage = () => `page-${(pageNumber += 1)}`

  beforeEach(() => {
    browser = createBrowser()
  })

  async function leave(...messages: Outgoing[]) {
    const page = browser.page(nameOfPage())
    const close = page.open()
    for (const one of messages) page.keep(one)
    await expect.poll(browser.kept).toHaveLength(messages.length)
    return close
  }

  it('gives the messages of a closed page to the next page, in the order they were written', async () => {
    const close = await leave(
      outgoing('second', { sentOn: '2026-11-20T09:40:00.002Z' }),
      outgoing('first', { sentOn: '2026-11-20T09:40:00.001Z' }),
    )
    close()
    const next = browser.page(nameOfPage())
    await expect.poll(async () => texts(await next.adopt())).toEqual(['first', 'second'])
    expect(await next.adopt()).toEqual([])
  })

  it('does not adopt messages of a page that is still open', async () => {
    await leave(outgoing('theirs'))
    expect(await browser.page(nameOfPage()).adopt()).toEqual([])
  })

  it('does not give a user the messages of another user', async () => {
    const close = await leave(outgoing('private'))
    close()
    const other = browser.page(nameOfPage(), { owner: 'somebody-else' as MemberId })
    expect(await other.adopt()).toEqual([])
    await expect.poll(async () => texts(await browser.page(nameOfPage()).adopt())).toEqual(['private'])
  })

  it('separates the messages of two users of the same page', async () => {
    const name = nameOfPage()
    const somebody = 'somebody-else' as MemberId
    browser.page(name).keep(outgoing('mine'))
    browser.page(name, { owner: somebody }).keep(outgoing('theirs'))
    await expect.poll(browser.kept).toHaveLength(2)
    const adopted = (owner: MemberId) => browser.page(nameOfPage(), { owner }).adopt()
    expect(texts(await adopted(ME))).toEqual(['mine'])
    expect(texts(await adopted(somebody))).toEqual(['theirs'])
  })

  it('stores pictures, and creates new preview URLs for them', async () => {
    const close = await leave(outgoing('', { files: [file(3)] }))
    close()
    const next = browser.page(nameOfPage())
    await expect
      .poll(async () => (await next.adopt())[0]?.files[0])
      .toMatchObject({
        previewUrl: 'blob:meadow.png',
        width: 640,
        file: { name: 'meadow.png', size: 3, type: 'image/png' },
      })
  })

  it.each<[string, Outgoing['state'], string, Outgoing['state']]>([
    [
      'marks a message that was stalled for more than 12 hours as failed',
      STALLED,
      '21:41:00.001',
      { kind: 'failed', reason: LATE },
    ],
    ['keeps a message that was stalled for exactly 12 hours', STALLED, '21:41:00.000', STALLED],
    ['keeps the reason of a refused message, however old', REFUSED, '23:00:00.000', REFUSED],
  ])('%s', async (_, state, time, expected) => {
    const close = await leave(outgoing('one', { state }))
    close()
    const next = browser.page(nameOfPage(), { now: `2026-11-20T${time}Z` })
    await expect.poll(async () => (await next.adopt())[0]?.state).toEqual(expected)
  })

  it('adopts only from the closed page if another one is open', async () => {
    const open = browser.page(nameOfPage())
    open.open()
    open.keep(outgoing('open'))
    await expect.poll(browser.kept).toHaveLength(1)
    const closed = browser.page(nameOfPage())
    const close = closed.open()
    closed.keep(outgoing('closed'))
    await expect.poll(browser.kept).toHaveLength(2)
    close()
    const next = browser.page(nameOfPage())
    await expect.poll(async () => texts(await next.adopt())).toEqual(['closed'])
  })

  it('forgets a sent message, even if storing it has not finished', async () => {
    const page = browser.page(nameOfPage())
    page.keep(outgoing('sent'))
    page.forget('sent')
    page.keep(outgoing('mark'))
    await expect.poll(browser.kept).toEqual(['mark'])
  })

  it('limits the number and total size of stored messages', async () => {
    const page = browser.page(nameOfPage())
    page.keep(outgoing('large', { files: [file(MAX_STORED.bytes)] }))
    page.keep(outgoing('one byte too many', { files: [file(1)] }))
    for (let index = 1; index <= MAX_STORED.messages; index += 1) page.keep(outgoing(`text ${index}`))
    await expect.poll(browser.kept).toContain(`text ${MAX_STORED.messages - 1}`)
    // Storing a message again does not count twice.
    page.keep(outgoing('text 1', { text: 'Again' }))
    await expect.poll(() => browser.textOf('text 1')).toBe('Again')
    page.forget('large')
    page.keep(outgoing('mark'))
    await expect.poll(browser.kept).toContain('mark')
    expect(browser.kept()).toHaveLength(MAX_STORED.messages)
    expect(browser.kept()).not.toContain('one byte too many')
    expect(browser.kept()).not.toContain(`text ${MAX_STORED.messages}`)
  })
})
