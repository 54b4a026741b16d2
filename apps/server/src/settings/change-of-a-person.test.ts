import type { ChatId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { createTexting } from '../../tests/texting.ts'
import { openDatabase } from '../platform/index.ts'

let harness: OwnHarness
let clinic: Clinic
let chatId: ChatId
beforeAll(async () => {
  harness = await startHarness()
  clinic = await openClinic(harness)
  const { dana, omar } = clinic
  chatId = (await clinic.chat('Team', [dana.id, omar.id])).id
  await createTexting(harness, clinic).send({ id: chatId }, 'Has everyone read this?')
})
afterAll(() => harness.close())

/** Runs a statement while the app is down. */
async function changeDatabase(statement: string) {
  const { DATABASE_URL, DATA_DIR } = harness.settings
  await harness.restart(async () => {
    const options = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: DATA_DIR ?? '', DATABASE_POOL: 1 }
    const database = await openDatabase(options, () => {})
    await sql.raw(statement).execute(database.queries)
    await database.close()
  })
}

const setOmar = (change: { name: string; disabled: boolean }) =>
  clinic.dana.call('settings.updateUser', { params: { userId: clinic.omar.id }, body: { role: 'User', ...change } })
const omar = () => clinic.dana.get('users.get', { params: { userId: clinic.omar.id } })
const chat = () => clinic.dana.get('chats.get', { params: { chatId } })

describe('if the chats of a user cannot be updated', () => {
  test('neither the user nor the chat changes', async () => {
    await changeDatabase('alter table chats add constraint full_up check (false) not valid')
    const [person, before] = [await omar(), await chat()]
    expect(before.hasUnread).toBe(true)
    expect((await setOmar({ name: 'Omar H.', disabled: true })).status).toBe(500)
    expect(await omar()).toEqual(person)
    expect(await chat()).toEqual(before)
    await changeDatabase('alter table chats drop constraint full_up')
  })

  test('a retry changes both', async () => {
    const { version } = await chat()
    expect((await setOmar({ name: 'Omar H.', disabled: true })).status).toBe(200)
    expect(await omar()).toMatchObject({ name: 'Omar H.', disabled: true })
    expect(await chat()).toMatchObject({ hasUnread: false, version: version + 1 })
  })
})

test('a contact keeps its name if the chat named after it cannot be renamed', async () => {
  const { dana } = clinic
  const ann = await clinic.contact('Ann', '+12025550190')
  const { id } = await clinic.chat('Ann', [dana.id, ann.memberId])
  const rename = (name: string) =>
    dana.call('settings.updateMobileNumber', { params: { numberId: ann.id }, body: { name } })
  const names = async () => {
    const contact = (await dana.get('numbers.mobile')).find((one) => one.id === ann.id)
    return [contact?.name, (await dana.get('chats.get', { params: { chatId: id } })).name]
  }
  await changeDatabase('alter table chats add constraint full_up check (false) not valid')
  expect((await rename('Anne')).status).toBe(500)
  expect(await names()).toEqual(['Ann', 'Ann'])
  await changeDatabase('alter table chats drop constraint full_up')
  expect((await rename('Anne')).status).toBe(200)
  expect(await names()).toEqual(['Anne', 'Anne'])
})
