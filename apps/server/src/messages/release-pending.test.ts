import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLog } from '../../tests/kept-log.ts'
import { openDatabase } from '../platform/index.ts'
import { openWaitingRoom } from './tests/waiting-room.ts'
import type { WaitingRoom } from './tests/waiting-room.ts'

/** The pause between two looks at the database. */
const PAUSE_MS = 30_000
/** No timer of its own wakes the release for a message that is later than the next look. */
const LATER_MS = 40_000

/** No pending message of a chat with this name can be sent. */
const STUCK = 'Stuck'
const OBSTACLE = `
  create function refuse_stuck() returns trigger language plpgsql as $$
  begin
    if exists (select from chats where chat_id = old.chat_id and name = '${STUCK}') then raise 'stuck'; end if;
    return new;
  end $$;
  create trigger refuse_stuck before update on all_messages for each row
    when (new.state = 'sent') execute function refuse_stuck()`

let room: WaitingRoom
beforeAll(async () => {
  room = await openWaitingRoom()
  const { DATABASE_URL, DATA_DIR = '' } = room.harness.settings
  const addObstacle = async () => {
    const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1 }, () => {})
    await database.pool.query(OBSTACLE)
    await database.close()
  }
  await room.harness.restart(addObstacle, { LOG_LEVEL: 'error' })
})
afterAll(() => room.harness.close())

test('a chat that fails does not delay others, and is retried after the pause', async () => {
  const log = keepLog(room.harness.app)
  const failures = () => log.lines().filter(({ msg }) => msg === 'failed to send pending messages').length
  const { chat: stuck } = await room.texting.newChat(['Ada'], { name: STUCK })
  await room.pend(stuck, 'Hello', { SendAt: room.inFuture(LATER_MS - 1) })
  const others = []
  // More than are released side by side.
  for (const name of ['Bea', 'Cleo', 'Dina', 'Edda', 'Fina']) others.push((await room.texting.newChat([name])).chat)
  for (const chat of others) await room.pend(chat, 'Hello', { SendAt: room.inFuture(LATER_MS) })

  room.pass(LATER_MS)
  for (const chat of others) await room.texting.messages(chat, 1)
  expect(failures()).toBe(1)
  const { numberId, members } = await room.opened(stuck)
  const memberIds = members.map(({ id }) => id)
  const body = { numberId, name: 'Ada', memberIds }
  await room.clinic.dana.get('chats.update', { params: { chatId: stuck.id }, body })
  expect(await room.textsOf(stuck)).toEqual([])
  room.pass(PAUSE_MS)
  expect(await room.texting.messages(stuck, 1)).toMatchObject([{ text: 'Hello' }])
  expect(failures()).toBe(1)
})
