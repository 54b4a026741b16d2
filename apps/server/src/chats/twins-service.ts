import { isNamedAfterNumber } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import { differences, recordAuditEntry } from '../audit/index.ts'
import { lockContactNumber, lockContactRow, updateContactRow } from '../numbers/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import type { ChatChanges } from './chat-changes-service.ts'
import type { ChatRecords } from './chat-records-service.ts'
import { unarchive } from './chats-store.ts'
import { findHolders, findPeople, removeMembers } from './members-store.ts'
import type { Holder } from './members-store.ts'
import { currentMember, memberIdOf } from './stored-chat.ts'
import type { StoredChat } from './stored-chat.ts'
import { findMerges, findTwins, insertMerge, markReversed } from './twins-store.ts'
import type { ContactMerge, MergedChat, Twin, Twins } from './twins-store.ts'

/** Makes contacts that are one phone in two spellings one contact: docs/operations.md#phones-with-two-spellings */
export type TwinMerges = {
  find(): Promise<{ tenantId: TenantId; kept: Twin; merged: Twin }[]>
  /** Returns the chats that changed; null if a contact was deleted since, and nothing changed. */
  merge(twins: { tenantId: TenantId; kept: Twin; merged: Twin }): Promise<MergedChat[] | null>
  findMerges(): Promise<ContactMerge[]>
  /** False if the contacts have changed too much since. */
  reverse(merge: ContactMerge): Promise<boolean>
}

/** `number`: the removed contact's and the remaining one's, or the reverse. */
type Merging = {
  kind: 'contactsMerged' | 'contactsSeparated'
  subject: string
  number: [from: string, to: string]
  about: NumberId
}

type Parts = { database: Database; clock: Clock; records: ChatRecords; changes: ChatChanges }

export function createTwinMerges({ database, clock, records, changes }: Parts): TwinMerges {
  /** One phone takes the place of its twin in a chat. */
  async function replace(trx: Queries, chat: StoredChat, leaving: NumberId, coming: NumberId, moved: Holder[] = []) {
    const { tenantId } = chat
    const [leavingId, comingId] = [memberIdOf(leaving), memberIdOf(coming)]
    await removeMembers(trx, chat, { ids: [leavingId], at: clock.now() })
    const staying = chat.members.filter(({ id }) => id !== leavingId)
    const isThere = Boolean(currentMember(chat, comingId))
    if (!isThere) await changes.enter(trx, { ...chat, members: staying }, await findPeople(trx, tenantId, [comingId]))
    const there = moved.map(({ chatId: id, chatName: name }) => {
      return { kind: 'phoneMovedHere' as const, memberId: comingId, otherChat: { id, name } }
    })
    const added = isThere ? there : [...there, { kind: 'memberAdded' as const, memberId: comingId }]
    await records.recordChange(trx, chat, {
      steps: [
        { kind: 'MemberRemovedFromChat', changes: [{ kind: 'memberRemoved', memberId: leavingId }] },
        ...(added.length > 0 ? [{ kind: 'MemberAddedToChat' as const, changes: added }] : []),
      ],
      by: null,
    })
  }

  /** Joins the open chats of both on each line. If there are two, the newer one keeps the phone. */
  async function joinChats(trx: Queries, tenantId: TenantId, kept: NumberId, merged: NumberId): Promise<MergedChat[]> {
    const holders = await findHolders(trx, tenantId, [kept, merged].map(memberIdOf))
    const chats = await records.lockAll(trx, tenantId, [...new Set(holders.map(({ chatId }) => chatId))])
    const changed: MergedChat[] = []
    for (const onLine of Map.groupBy(chats, ({ numberId }) => numberId).values()) {
      const [newer, older] = onLine.toSorted((a, b) => b.lastMessageAt.getTime() - a.lastMessageAt.getTime())
      if (!newer) continue
      const lost = older ? holders.filter(({ chatId }) => chatId === older.chatId) : []
      if (older) {
        const to = { id: newer.chatId, name: newer.name }
        await changes.vacate(trx, [older], { holders: lost, to, by: null })
        const leftBy = lost[0]?.memberId === memberIdOf(merged) ? merged : kept
        changed.push({ chatId: older.chatId, replaced: false, leftBy })
      }
      if (currentMember(newer, memberIdOf(merged))) {
        await replace(trx, newer, merged, kept, lost)
        changed.push({ chatId: newer.chatId, replaced: true, leftBy: null })
      } else if (older) {
        const otherChat = { id: older.chatId, name: older.name }
        const moved = { kind: 'phoneMovedHere' as const, memberId: memberIdOf(kept), otherChat }
        await records.recordChange(trx, newer, { steps: [{ kind: 'ChatUpdated', changes: [moved] }], by: null })
      }
    }
    return changed
  }

  /** Gives chats their phones back, unless people have given those to other chats since. */
  async function separateChats(trx: Queries, { tenantId, keptId, mergedId, chats }: ContactMerge) {
    const left = chats.flatMap(({ chatId, leftBy }) => (leftBy ? [{ chatId, leftBy }] : []))
    const replaced = chats.filter((chat) => chat.replaced).map(({ chatId }) => chatId)
    for (const { chatId } of left) await unarchive(trx, { tenantId, chatId })
    const locked = await records.lockAll(trx, tenantId, [...replaced, ...left.map(({ chatId }) => chatId)])
    for (const chat of locked.filter(({ chatId }) => replaced.includes(chatId))) {
      if (currentMember(chat, memberIdOf(keptId))) await replace(trx, chat, keptId, mergedId)
    }
    for (const { chatId, leftBy } of left) {
      const chat = locked.find((one) => one.chatId === chatId)
      const memberId = memberIdOf(leftBy)
      const holders = await findHolders(trx, tenantId, [memberId])
      if (!chat || holders.some(({ numberId }) => numberId === chat.numberId)) continue
      await changes.enter(trx, chat, await findPeople(trx, tenantId, [memberId]))
      const back = { kind: 'memberAdded' as const, memberId }
      await records.recordChange(trx, chat, { steps: [{ kind: 'MemberAddedToChat', changes: [back] }], by: null })
    }
  }

  /** The operator did it, with the command. */
  function audit(trx: Queries, tenantId: TenantId, { kind, subject, number, about }: Merging): Promise<unknown> {
    const entry = { kind, at: clock.now(), subject, changes: differences({ number }), about }
    return recordAuditEntry(trx, { tenantId, userId: null }, entry)
  }

  return {
    async find() {
      return (await findTwins(database.queries)).map(inOrder)
    },

    merge: ({ tenantId, kept, merged }) =>
      database.transaction(async (trx) => {
        await lockContactNumber(trx, tenantId, kept.number)
        const one = await lockContactRow(trx, tenantId, kept.id)
        const other = await lockContactRow(trx, tenantId, merged.id)
        if (!one || !other || one.deletedAt || other.deletedAt) return null
        const chats = await joinChats(trx, tenantId, kept.id, merged.id)
        const { number, name, disabled } = one
        const isBetterNamed = isNamedAfterNumber(name, number) && !isNamedAfterNumber(other.name, other.number)
        await updateContactRow(trx, { tenantId, numberId: merged.id }, { deletedAt: clock.now() })
        await updateContactRow(
          trx,
          { tenantId, numberId: kept.id },
          { name: isBetterNamed ? other.name : name, disabled: disabled || other.disabled },
        )
        const keptBefore = { number, name, disabled }
        await insertMerge(trx, { tenantId, keptId: kept.id, mergedId: merged.id, keptBefore, chats }, clock.now())
        await audit(trx, tenantId, {
          kind: 'contactsMerged',
          subject: name,
          number: [other.number, number],
          about: kept.id,
        })
        return chats
      }),

    findMerges: () => findMerges(database.queries),

    reverse: (merge) =>
      database.transaction(async (trx) => {
        const { tenantId, keptId, mergedId, keptBefore } = merge
        await lockContactNumber(trx, tenantId, keptBefore.number)
        const kept = await lockContactRow(trx, tenantId, keptId)
        const merged = await lockContactRow(trx, tenantId, mergedId)
        if (!kept || !merged || kept.deletedAt || !merged.deletedAt) return false
        if (!(await markReversed(trx, merge, clock.now()))) return false
        await updateContactRow(trx, { tenantId, numberId: keptId }, keptBefore)
        await updateContactRow(trx, { tenantId, numberId: mergedId }, { deletedAt: null })
        await separateChats(trx, merge)
        const number: [string, string] = [keptBefore.number, merged.number]
        await audit(trx, tenantId, { kind: 'contactsSeparated', subject: keptBefore.name, number, about: keptId })
        return true
      }),
  }
}

/** The contact whose number the network gave last is kept, or else the one that was added first. */
function inOrder({ tenantId, contacts }: Twins) {
  const [one, other] = contacts
  const texted = (other.textedAt?.getTime() ?? 0) - (one.textedAt?.getTime() ?? 0)
  const isOtherKept = texted === 0 ? other.createdAt < one.createdAt : texted > 0
  return isOtherKept ? { tenantId, kept: other, merged: one } : { tenantId, kept: one, merged: other }
}
