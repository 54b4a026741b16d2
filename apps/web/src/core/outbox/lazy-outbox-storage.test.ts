import { expect, it } from 'vitest'
import { lazyOutboxStorage } from './lazy-outbox-storage.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import type { Outgoing } from './outgoing.ts'

const MESSAGE = { id: 'one' } as Outgoing

it('runs calls made before the storage is loaded in order once it is', async () => {
  const done: string[] = []
  const { promise, resolve } = Promise.withResolvers<OutboxStorage>()
  const storage = lazyOutboxStorage(() => promise)
  const close = storage.open()
  storage.keep(MESSAGE)
  storage.forget(MESSAGE.id)
  const adopted = storage.adopt()
  resolve({
    open: () => {
      done.push('open')
      return () => done.push('close')
    },
    keep: ({ id }) => void done.push(`keep ${id}`),
    forget: (id) => void done.push(`forget ${id}`),
    adopt: async () => [MESSAGE],
  })
  expect(await adopted).toEqual([MESSAGE])
  close()
  await expect.poll(() => done).toEqual(['open', 'keep one', 'forget one', 'close'])
})

it('adopts nothing if the storage can’t be loaded', async () => {
  const storage = lazyOutboxStorage(async () => {
    throw new Error('No network.')
  })
  storage.keep(MESSAGE)
  expect(await storage.adopt()).toEqual([])
})
