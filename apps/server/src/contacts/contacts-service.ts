import { CONTACT_BOUNDS, CONTACT_TEXTS, PAGE, phoneIdentity } from '@partyline/contract'
import type {
  CallBody,
  ChatId,
  Contact,
  ContactChange,
  ContactId,
  ContactPhone,
  NumberId,
  PhoneNumber,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Chats } from '../chats/index.ts'
import type { LegalHolds } from '../legal-holds/index.ts'
import { announceNumbers, lockContactNumber } from '../numbers/index.ts'
import type { ChangedContact, Numbers } from '../numbers/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../platform/index.ts'
import { listFields } from './contact-fields-store.ts'
import { phonesAfter, requireLengths, requireMergedValues, requirePhones } from './contact-limits.ts'
import type { WantedPhone } from './contact-limits.ts'
import { createContactPhones } from './contact-phones.ts'
import type { Deleter } from './contact-phones.ts'
import { keepTags } from './contact-tags-store.ts'
import {
  lostValues,
  requireFieldValues,
  requireSeen,
  sortTags,
  updatedValues,
  valueChanges,
  withoutEmpty,
} from './contact-values.ts'
import {
  contactsOfChat,
  deleteContact,
  findContact,
  insertChanges,
  insertContact,
  listChanges,
  lockContact,
  movePhone,
  nameOfContact,
  preferPhone,
  takeOver,
  takeOverChanges,
  updateContact,
} from './contacts-store.ts'

type PhoneChange = { numberId: NumberId } & CallBody<'numbers.renameMobile'> & { disabled?: boolean | undefined }
type WrittenPhones = NonNullable<CallBody<'contacts.update'>['phones']>

export type Contacts = {
  /** @throws {AppError} `not-found` */
  get(tenantId: TenantId, contactId: ContactId): Promise<Contact>
  /** @throws {AppError} `not-found` */
  ofChat(tenantId: TenantId, chatId: ChatId): Promise<Contact[]>
  /** Newest first. @throws {AppError} `not-found` */
  history(tenantId: TenantId, contactId: ContactId): Promise<ContactChange[]>
  /** @throws {AppError} `validation`, `country-not-allowed`, or `number-exists` */
  create(caller: Caller, contact: CallBody<'contacts.create'>): Promise<Contact>
  /** @throws {AppError} the same, `not-found`, `conflict`, and `forbidden` if a User removes a phone */
  update(caller: Caller, contactId: ContactId, update: CallBody<'contacts.update'>): Promise<Contact>
  /** @throws {AppError} `validation`, `not-found`, or `conflict` */
  merge(caller: Caller, contactId: ContactId, merge: CallBody<'contacts.merge'>): Promise<Contact>
  /** Its phones leave their chats. `beforeDeletion` runs in the same transaction. @throws {AppError} `not-found` */
  remove(
    caller: Deleter,
    contactId: ContactId,
    beforeDeletion?: (trx: Queries, contact: Contact) => Promise<void>,
  ): Promise<void>
  /** @throws {AppError} `not-found`, or `conflict` */
  updatePhone(caller: Caller, change: PhoneChange): Promise<PhoneNumber>
  /** The contact stays. @throws {AppError} `not-found` */
  removePhone(caller: Caller, numberId: NumberId): Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  numbers: Numbers
  chats: Chats
  legalHolds: Pick<LegalHolds, 'requireNone' | 'requireNoChat'>
  announcements: Topic<readonly RealtimeEvent[]>
}

/** docs/product.md#contacts */
export function createContacts({ database, clock, numbers, chats, legalHolds, announcements }: Parts): Contacts {
  const announce = announceNumbers(announcements)
  const { withChats, removePhoneOf, renamePhones, followAll } = createContactPhones({ numbers, chats })

  async function find(db: Queries, tenantId: TenantId, contactId: ContactId): Promise<Contact> {
    const contact = await findContact(db, { tenantId, contactId })
    if (!contact) throw new AppError('not-found')
    return contact
  }

  /** @throws {AppError} `validation`, or `country-not-allowed` */
  async function readPhones(
    tenantId: TenantId,
    written: WrittenPhones,
    current: readonly ContactPhone[] = [],
  ): Promise<WantedPhone[]> {
    const phones: WantedPhone[] = []
    for (const [at, { number: text, preferred = false }] of written.entries()) {
      const field = `phones.${at}.number`
      // An existing number of the contact may be in a country that is no longer allowed.
      const same = current.find(({ number }) => number === text)
      const number = same?.number ?? (await numbers.readPhone(tenantId, text, field))
      const isSame = (other: { number: string }) => phoneIdentity(other.number) === phoneIdentity(number)
      if (phones.some(isSame)) throw invalid({ [field]: [CONTACT_TEXTS.samePhone] })
      phones.push({ number, known: same ?? current.find(isSame) ?? null, preferred, field })
    }
    if (phones.filter(({ preferred }) => preferred).length > 1) {
      throw invalid({ phones: [CONTACT_TEXTS.onePreferred] })
    }
    return phones
  }

  async function requireTags(trx: Queries, tenantId: TenantId, tags: readonly string[]): Promise<string[]> {
    const kept = await keepTags(trx, tenantId, tags)
    if (!kept) throw invalid({ tags: [CONTACT_TEXTS.tooManyTags(CONTACT_BOUNDS.tagsOfTenant)] })
    return sortTags(kept)
  }

  /** Adds the new ones to the contact. */
  async function addPhones(
    trx: Queries,
    of: { tenantId: TenantId; contactId: ContactId; name: string },
    phones: WantedPhone[],
  ) {
    const ids = new Map<WantedPhone, NumberId>()
    for (const phone of phones) {
      if (phone.known) {
        ids.set(phone, phone.known.id)
        continue
      }
      const { id } = await numbers.addPhone(trx, of.tenantId, { number: phone.number, name: of.name }, phone.field)
      await movePhone(trx, of, id)
      ids.set(phone, id)
    }
    const preferred = phones.find((phone) => phone.preferred)
    await preferPhone(trx, of, (preferred && ids.get(preferred)) ?? null)
  }

  async function record(
    trx: Queries,
    { tenantId, userId }: Caller,
    { contactId, ...change }: { contactId: ContactId; merged?: string } & Pick<ContactChange, 'kind' | 'changes'>,
  ): Promise<void> {
    await insertChanges(trx, { tenantId, by: userId, at: clock.now() }, [{ contactId, changeId: newId(), ...change }])
  }

  return {
    get: (tenantId, contactId) => find(database.queries, tenantId, contactId),
    async ofChat(tenantId, chatId) {
      await chats.find(database.queries, tenantId, chatId)
      return contactsOfChat(database.queries, tenantId, chatId)
    },
    async history(tenantId, contactId) {
      const { createdAt } = await find(database.queries, tenantId, contactId)
      const changes = await listChanges(database.queries, { tenantId, contactId, limit: PAGE.contactChanges })
      // Contacts that came with their phones, by a text, an import, or as mobile numbers, have no entry for it.
      const lacksFirst = changes.length < PAGE.contactChanges && !changes.some(({ kind }) => kind === 'added')
      if (!lacksFirst) return changes
      // Changes of a contact that was merged into this one may be older.
      const older = changes.findIndex(({ at }) => at < createdAt)
      const first: ContactChange = { at: createdAt, by: null, kind: 'added', merged: null, changes: [], import: null }
      return changes.toSpliced(older < 0 ? changes.length : older, 0, first)
    },
    async create(caller, { phones: written, tags, fields, ...values }) {
      const { tenantId } = caller
      const { name } = values
      const phones = await readPhones(tenantId, written)
      const contactId = newId<ContactId>()
      const contact = await database.transaction(async (trx) => {
        requireFieldValues(fields, await listFields(trx, tenantId))
        await insertContact(trx, {
          ...values,
          tenantId,
          contactId,
          tags: await requireTags(trx, tenantId, tags),
          fields: JSON.stringify(withoutEmpty(fields)),
          createdAt: clock.now(),
        })
        await addPhones(trx, { tenantId, contactId, name }, phones)
        await record(trx, caller, { contactId, kind: 'added', changes: [] })
        await recordAuditEntry(trx, caller, { kind: 'contactAdded', at: clock.now(), subject: name, about: contactId })
        return find(trx, tenantId, contactId)
      })
      announce(tenantId, 'ExternalContactAdded')
      return contact
    },
    async update(caller, contactId, update) {
      const { tenantId, role } = caller
      const { reassignedIds = [] } = update
      const shown = await find(database.queries, tenantId, contactId)
      const written = update.phones && (await readPhones(tenantId, update.phones, shown.phones))
      const isRenamed = update.name !== undefined && update.name !== shown.name
      // Open chats are named after phones, and lose removed ones.
      const inChats = isRenamed || written ? shown.phones : []
      const { contact, events } = await database.transaction((trx) =>
        withChats(trx, tenantId, inChats, async () => {
          // In the order of a text from such a phone, which brings it back to its contact.
          const added = (written ?? []).filter(({ known }) => !known).map(({ number }) => number)
          for (const number of added.toSorted()) await lockContactNumber(trx, tenantId, number)
          if (!(await lockContact(trx, { tenantId, contactId }))) throw new AppError('not-found')
          const before = await find(trx, tenantId, contactId)
          const fields = await listFields(trx, tenantId)
          requireFieldValues(update.fields ?? {}, fields)
          const values = updatedValues(before, update, fields)
          requireLengths(values)
          const tags = await requireTags(trx, tenantId, values.tags)
          await updateContact(trx, { tenantId, contactId }, { ...values, tags })

          const { kept, removed } = phonesAfter(before.phones, written, update.seen?.phones)
          if (removed.length > 0 && role !== 'Admin') {
            throw new AppError('forbidden', { message: CONTACT_TEXTS.onlyAdminsRemovePhones })
          }
          if (!reassignedIds.every((id) => removed.some((phone) => phone.id === id))) {
            throw invalid({ reassignedIds: [CONTACT_TEXTS.notRemoved] })
          }
          const left: RealtimeEvent[] = []
          for (const { id } of removed) {
            left.push(...(await removePhoneOf(trx, caller, id, { isReassigned: reassignedIds.includes(id) })))
          }
          if (kept) await addPhones(trx, { tenantId, contactId, name: values.name }, kept)

          // The chats of a phone that someone else has added by now are not locked.
          const isLocked = ({ id }: ContactPhone) => inChats.some((phone) => phone.id === id)
          const stayed = before.phones.filter((phone) => isLocked(phone) && !removed.includes(phone))
          const renamed = await renamePhones(trx, caller, { name: before.name, phones: stayed }, values.name)
          const after = await find(trx, tenantId, contactId)
          const changes = valueChanges(before, after, fields)
          if (changes.length > 0) await record(trx, caller, { contactId, kind: 'changed', changes })
          // The phones' entries tell of the name.
          if (changes.some(({ field }) => field !== 'name' || renamed.length === 0)) {
            await recordAuditEntry(trx, caller, {
              kind: 'contactChanged',
              at: clock.now(),
              subject: after.name,
              about: contactId,
            })
          }
          return { contact: after, events: [...left, ...(await followAll(trx, caller, renamed))] }
        }),
      )
      announcements.publish(events)
      announce(tenantId, 'PhoneNumbersUpdated')
      if (isRenamed) chats.announceList(tenantId)
      return contact
    },
    async merge(caller, contactId, { mergedId, preferredId, seen, mergedSeen, ...values }) {
      const { tenantId } = caller
      const kept = { tenantId, contactId }
      const other = { tenantId, contactId: mergedId }
      const first = await find(database.queries, tenantId, contactId)
      const second = await findContact(database.queries, other)
      if (mergedId === contactId) throw invalid({ mergedId: [CONTACT_TEXTS.otherContact] })
      if (!second) throw invalid({ mergedId: [CONTACT_TEXTS.mergedGone] })
      const phones = [...first.phones, ...second.phones]
      const { contact, events } = await database.transaction((trx) =>
        withChats(trx, tenantId, phones, async () => {
          for (const id of [contactId, mergedId].toSorted()) {
            if (!(await lockContact(trx, { tenantId, contactId: id }))) throw new AppError('not-found')
          }
          const before = await find(trx, tenantId, contactId)
          const merged = await find(trx, tenantId, mergedId)
          const fields = await listFields(trx, tenantId)
          requireSeen(before, seen, fields)
          requireSeen(merged, mergedSeen, fields)
          requireMergedValues(values.fields ?? {}, { fields, before, merged })
          const after = updatedValues(before, values, fields)
          requireLengths(after)
          const together = [...before.phones, ...merged.phones]
          requirePhones(together)
          const preferred = preferredId ?? together.find((phone) => phone.preferred)?.id ?? null
          if (preferred && !together.some(({ id }) => id === preferred)) {
            throw invalid({ preferredId: [CONTACT_TEXTS.notTheirPhone] })
          }
          await updateContact(trx, kept, { ...after, tags: await requireTags(trx, tenantId, after.tags) })
          await takeOver(trx, kept, other)
          await takeOverChanges(trx, kept, { ...other, name: merged.name })
          await deleteContact(trx, other)
          await preferPhone(trx, kept, preferred)
          const renamed: ChangedContact[] = []
          for (const { name, phones: own } of [before, merged]) {
            // The chats of a phone that someone has added by now are not locked.
            const locked = own.filter(({ id }) => phones.some((phone) => phone.id === id))
            renamed.push(...(await renamePhones(trx, caller, { name, phones: locked }, after.name)))
          }
          const result = await find(trx, tenantId, contactId)
          const changes = [...valueChanges(before, result, fields), ...lostValues(merged, result, fields)]
          await record(trx, caller, { contactId, kind: 'merged', merged: merged.name, changes })
          await recordAuditEntry(trx, caller, {
            kind: 'contactMerged',
            at: clock.now(),
            subject: result.name,
            about: contactId,
          })
          return { contact: result, events: await followAll(trx, caller, renamed) }
        }),
      )
      announcements.publish(events)
      announce(tenantId, 'ExternalContactDeleted')
      chats.announceList(tenantId)
      return contact
    },
    async remove(caller, contactId, beforeDeletion) {
      const { tenantId } = caller
      const shown = await find(database.queries, tenantId, contactId)
      const left = await database.transaction((trx) =>
        withChats(trx, tenantId, shown.phones, async () => {
          if (!(await lockContact(trx, { tenantId, contactId }))) throw new AppError('not-found')
          await legalHolds.requireNone(trx, tenantId, contactId)
          const contact = await find(trx, tenantId, contactId)
          const { name, phones } = contact
          await legalHolds.requireNoChat(
            trx,
            tenantId,
            phones.map(({ id }) => id),
          )
          const events: RealtimeEvent[] = []
          for (const { id } of phones) events.push(...(await removePhoneOf(trx, caller, id)))
          if (phones.length === 0) {
            await recordAuditEntry(trx, caller, {
              kind: 'contactDeleted',
              at: clock.now(),
              subject: name,
              about: contactId,
            })
          }
          await beforeDeletion?.(trx, contact)
          await deleteContact(trx, { tenantId, contactId })
          return events
        }),
      )
      announce(tenantId, 'ExternalContactDeleted')
      announcements.publish(left)
    },
    async updatePhone(caller, change) {
      const { tenantId } = caller
      const { after, events } = await database.transaction((trx) =>
        withChats(trx, tenantId, [{ id: change.numberId }], async () => {
          const of = await nameOfContact(trx, tenantId, change.numberId)
          const changed = await numbers.updateContact(trx, caller, change)
          const now = await nameOfContact(trx, tenantId, change.numberId)
          if (of && now && of.name !== now.name) {
            const changes = [{ field: 'name' as const, fieldName: null, from: of.name, to: now.name }]
            await record(trx, caller, { contactId: of.contactId, kind: 'changed', changes })
          }
          return { ...changed, events: await followAll(trx, caller, [changed]) }
        }),
      )
      announcements.publish(events)
      announce(tenantId, 'PhoneNumbersUpdated')
      chats.announceList(tenantId)
      return after
    },
    async removePhone(caller, numberId) {
      const left = await database.transaction((trx) => removePhoneOf(trx, caller, numberId))
      announce(caller.tenantId, 'ExternalContactDeleted')
      announcements.publish(left)
    },
  }
}
