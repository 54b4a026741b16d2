import type { MemberId } from '@partyline/contract'
import { browserRecords } from '../../platform/record-store.ts'
import { createOutboxStorage, NO_OUTBOX_STORAGE } from './outbox-storage.ts'
import type { OutboxStorage, StoredOutgoing } from './outbox-storage.ts'

/** The outbox of a person in this browser. */
export function browserOutboxStorage(owner: MemberId): OutboxStorage {
  const records = browserRecords<StoredOutgoing>('partyline.outbox')
  // Without locks (a page not served over HTTPS), two pages would send each other's messages.
  if (records === null || !('locks' in navigator)) return NO_OUTBOX_STORAGE
  return createOutboxStorage({
    owner,
    page: crypto.randomUUID(),
    records,
    locks: navigator.locks,
    previewOf: (file) => URL.createObjectURL(file),
    now: () => Date.now(),
  })
}
