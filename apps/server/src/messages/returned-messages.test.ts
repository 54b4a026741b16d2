import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Chat, ReturnReason, UserId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Phone } from '../../tests/phone.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { until } from '../../tests/until.ts'
import { openShop } from '../marketplace/tests/shop.ts'
import { createWaitingRoom, openWaitingRoom, SOON_MS } from './tests/waiting-room.ts'
import type { WaitingRoom } from './tests/waiting-room.ts'

let room: WaitingRoom
beforeAll(async () => {
  room = await openWaitingRoom()
})
afterAll(() => room.harness.close())

describe('when it is due, everything is checked again', () => {
  /** Schedules a message, lets something change, and says why the message came back. */
  async function reasonAfter(
    change: (chat: Chat, phones: readonly Phone[]) => Promise<unknown>,
    { by = room.clinic.dana, fields = {} }: { by?: Client; fields?: object } = {},
  ): Promise<{ reason: ReturnReason | null | undefined; owner: UserId | null | undefined; posts: number }> {
    const { chat, phones } = await room.texting.newChat(['Rosa', 'Rita'])
    await room.pend(chat, 'Hello', room.soon(fields), { by })
    await change(chat, phones)
    room.pass(SOON_MS)
    const { pending } = await room.returnedOnce(chat)
    const posts = phones.reduce((sum, { number }) => sum + room.texting.postsTo(number), 0)
    return { reason: pending?.reason, owner: pending?.owner, posts }
  }
  const params = (chat: Chat) => ({ chatId: chat.id })
  const update = async (chat: Chat, changed: object) => {
    const { numberId, name, members } = await room.opened(chat)
    const memberIds = members.filter(({ deletedOn }) => deletedOn === null).map(({ id }) => id)
    await room.clinic.dana.get('chats.update', {
      params: params(chat),
      body: { numberId, name, memberIds, ...changed },
    })
  }
  const setDisabled = (userId: string, disabled: boolean) =>
    room.clinic.dana.get('settings.updateUser', {
      params: { userId },
      body: { role: 'User', name: 'Omar', disabled },
    })

  test('its chat may be deleted', async () => {
    const back = await reasonAfter((chat) => room.clinic.dana.get('chats.delete', { params: params(chat) }))
    expect(back).toEqual({ reason: 'chat closed', owner: room.clinic.dana.id, posts: 0 })
  })

  test('its tenant may be suspended', async () => {
    const clock = createStillClock()
    const shop = await openShop({ clock })
    onTestFinished(() => shop.harness.close())
    const { subscription } = await shop.buy('lakeside.example')
    // The organization of the clinic's stranger.
    await shop.buy('northgate.example')
    const sold = await createWaitingRoom(shop.harness, clock)
    const { chat, phones } = await sold.texting.newChat(['Rosa'])
    await sold.pend(chat, 'Hello', sold.soon())
    await shop.operate(subscription.id, 'Suspend')
    sold.pass(SOON_MS)
    const { pending } = await sold.returnedOnce(chat)
    expect(pending).toMatchObject({ reason: 'tenant suspended', owner: sold.clinic.dana.id })
    expect(sold.texting.postsTo(phones[0]!.number)).toBe(0)
  })

  test('its author may have left the chat', async () => {
    const back = await reasonAfter((chat) => room.clinic.omar.get('chats.leave', { params: params(chat) }), {
      by: room.clinic.omar,
    })
    expect(back).toEqual({ reason: 'author left', owner: room.clinic.omar.id, posts: 0 })
  })

  test('its author may be disabled: then the assignee has it, or an Admin', async () => {
    const disable = (assignee: string | null) => async (chat: Chat) => {
      await room.clinic.dana.get('chats.assign', { params: params(chat), body: { userId: assignee as UserId | null } })
      await setDisabled(room.clinic.omar.id, true)
    }
    for (const [assignee, owner] of [
      [room.clinic.mei.id, room.clinic.mei.id],
      [null, room.clinic.dana.id],
    ] as const) {
      const back = await reasonAfter(disable(assignee), { by: room.clinic.omar })
      await setDisabled(room.clinic.omar.id, false)
      await room.signInAgain('omar')
      expect(back).toEqual({ reason: 'author left', owner, posts: 0 })
    }
  })

  test('its new owner can discard it, and its author cannot', async () => {
    const { dana, omar, mei } = room.clinic
    const { chat } = await room.texting.newChat(['Ruth'])
    await dana.get('chats.assign', { params: params(chat), body: { userId: mei.id as string as UserId } })
    await room.pend(chat, 'Hello', room.soon(), { by: omar })
    await setDisabled(omar.id, true)
    room.pass(SOON_MS)
    const returned = await room.returnedOnce(chat)
    await setDisabled(omar.id, false)
    await room.signInAgain('omar')
    expect((await room.cancel(chat, returned, room.clinic.omar)).status).toBe(403)
    const owner = await room.harness.signIn('mei@lakeside.example')
    expect((await room.cancel(chat, returned, owner)).status).toBe(200)
  })

  test('the contacts may have changed', async () => {
    const leave = await reasonAfter(async (chat) => {
      const contact = (await room.opened(chat)).members.find(({ role }) => role === 'ExternalMobile')
      await room.clinic.dana.get('chats.removeMember', { params: { ...params(chat), memberId: contact!.id } })
    })
    expect(leave).toMatchObject({ reason: 'recipients changed', posts: 0 })
    const enter = await reasonAfter(async (chat) => {
      const { members } = await room.opened(chat)
      const { memberId } = await room.clinic.contact('Sara', '+12025557001')
      await update(chat, { memberIds: [...members.map(({ id }) => id), memberId] })
    })
    expect(enter).toMatchObject({ reason: 'recipients changed', posts: 0 })
  })

  test('a contact may have opted out', async () => {
    const back = await reasonAfter(
      async (chat, phones) => {
        await phones[0]!.send(room.texting.frontDesk, 'STOP')
        await until(async () => (await room.opened(chat)).members.some(({ optedOut }) => optedOut))
      },
      { fields: { CancelOnReply: 'false' } },
    )
    expect(back).toMatchObject({ reason: 'opted out', posts: 0 })
  })

  test('the chat may have another line, or its line may be out of use', async () => {
    const moved = await reasonAfter((chat) => update(chat, { numberId: room.clinic.numbers[1].id }))
    expect(moved).toMatchObject({ reason: 'line changed', posts: 0 })
    const line = { params: { numberId: room.clinic.numbers[0].id } }
    const unused = await reasonAfter(() =>
      room.clinic.dana.get('settings.updateTwilioNumber', { ...line, body: { useNumber: false } }),
    )
    await room.clinic.dana.get('settings.updateTwilioNumber', { ...line, body: { useNumber: true } })
    expect(unused).toMatchObject({ reason: 'line not in use', posts: 0 })
  })

  test('its country may be barred', async () => {
    const back = await reasonAfter(() =>
      room.clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', allowedCountries: ['DE'] } }),
    )
    await room.clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', allowedCountries: null } })
    expect(back).toMatchObject({ reason: 'country not allowed', posts: 0 })
  })

  test('its file may be gone', async () => {
    const Media = new File(['BEGIN:VCARD\nVERSION:3.0\nFN:Rosa\nEND:VCARD'], 'rosa.vcf', { type: 'text/vcard' })
    const media = path.join(room.harness.settings['DATA_DIR'] ?? '', 'media')
    const back = await reasonAfter(() => rm(media, { recursive: true }), { fields: { Media } })
    expect(back).toMatchObject({ reason: 'file missing', posts: 0 })
  })

  test('a signature may make it too long', async () => {
    const { chat } = await room.texting.newChat(['Tara'])
    await room.pend(chat, 'x'.repeat(1_600), room.soon())
    await room.clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: true } })
    room.pass(SOON_MS)
    const { pending } = await room.returnedOnce(chat)
    await room.clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: false } })
    expect(pending?.reason).toBe('too long')
  })
})
