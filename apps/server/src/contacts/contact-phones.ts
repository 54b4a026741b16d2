import type { Contact, ContactPhone, NumberId, RealtimeEvent, TenantId } from '@partyline/contract'
import { memberIdOf } from '../chats/index.ts'
import type { Chats } from '../chats/index.ts'
import type { ChangedContact, Numbers } from '../numbers/index.ts'
import type { Caller, Queries } from '../platform/index.ts'

/** Who deletes a contact. */
export type Deleter = Pick<Caller, 'tenantId' | 'userId'>

export type ContactPhones = ReturnType<typeof createContactPhones>

/** The phones of contacts, and the chats that they are in. */
export function createContactPhones({ numbers, chats }: { numbers: Numbers; chats: Chats }) {
  return {
    /** Locks the chats of these phones, before anything else is locked, and brings them in line after the work. */
    withChats: <Result>(
      trx: Queries,
      tenantId: TenantId,
      phones: readonly Pick<ContactPhone, 'id'>[],
      work: () => Promise<Result>,
    ): Promise<Result> => {
      // In one order, as two merges of the same contacts would wait for each other.
      const inOrder = phones.toSorted((one, other) => (one.id < other.id ? -1 : 1))
      return inOrder.reduceRight(
        (inner, { id }) =>
          () =>
            chats.changePerson(trx, { tenantId, id }, inner),
        work,
      )()
    },

    recallOptOuts: numbers.recallOptOuts,

    /** `isReassigned`: someone else has its number now. */
    removePhoneOf: async (
      trx: Queries,
      caller: Deleter,
      numberId: NumberId,
      options?: { isReassigned: boolean },
    ): Promise<RealtimeEvent[]> => {
      const member = { tenantId: caller.tenantId, memberId: memberIdOf(numberId), by: caller.userId }
      // First, so that no text opens another chat with it.
      await numbers.deleteContact(trx, caller, numberId, options)
      return chats.removeContactFromOpenChats(trx, member)
    },

    /** Renames the phones that had the contact's old name. */
    renamePhones: async (
      trx: Queries,
      caller: Caller,
      before: Pick<Contact, 'name'> & { phones: readonly Pick<ContactPhone, 'id' | 'name'>[] },
      name: string,
    ): Promise<ChangedContact[]> => {
      const renamed: ChangedContact[] = []
      if (name === before.name) return renamed
      for (const { id: numberId } of before.phones.filter((phone) => phone.name === before.name)) {
        renamed.push(await numbers.updateContact(trx, caller, { numberId, name }))
      }
      return renamed
    },

    followAll: async (trx: Queries, by: Caller, changed: readonly ChangedContact[]): Promise<RealtimeEvent[]> => {
      const events: RealtimeEvent[] = []
      for (const phone of changed) events.push(...(await chats.followContact(trx, { ...phone, by })))
      return events
    },
  }
}
