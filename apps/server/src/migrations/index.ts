import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'
import { partsOfTexts } from './0002-parts-of-texts.ts'
import { chatChanges } from './0003-chat-changes.ts'
import { search } from './0004-search.ts'
import { addMessages } from './0005-add-messages.ts'
import { identity } from './0006-identity.ts'
import { reconciled } from './0007-reconciled.ts'
import { auditLog } from './0008-audit-log.ts'
import { requestIds } from './0009-request-ids.ts'
import { senders } from './0010-senders.ts'
import { countriesAndContacts } from './0011-countries-and-contacts.ts'
import { keptPlans } from './0012-kept-plans.ts'
import { messageBatches } from './0013-message-batches.ts'
import { plansOfFunctions } from './0014-plans-of-functions.ts'
import { holdForMessages } from './0015-hold-for-messages.ts'
import { addMessagesAtOnce } from './0016-add-messages-at-once.ts'
import { lookupsByKey } from './0017-lookups-by-key.ts'
import { unclaimedChats } from './0018-unclaimed-chats.ts'
import { statusCallbacks } from './0019-status-callbacks.ts'
import { inboundMedia } from './0020-inbound-media.ts'
import { departures } from './0021-departures.ts'
import { sessionProofs } from './0022-session-proofs.ts'
import { failedTexts } from './0023-failed-texts.ts'

/** In the order of their names; one that has run anywhere is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-parts-of-texts': partsOfTexts,
  '0003-chat-changes': chatChanges,
  '0004-search': search,
  '0005-add-messages': addMessages,
  '0006-identity': identity,
  '0007-reconciled': reconciled,
  '0008-audit-log': auditLog,
  '0009-request-ids': requestIds,
  '0010-senders': senders,
  '0011-countries-and-contacts': countriesAndContacts,
  '0012-kept-plans': keptPlans,
  '0013-message-batches': messageBatches,
  '0014-plans-of-functions': plansOfFunctions,
  '0015-hold-for-messages': holdForMessages,
  '0016-add-messages-at-once': addMessagesAtOnce,
  '0017-lookups-by-key': lookupsByKey,
  '0018-unclaimed-chats': unclaimedChats,
  '0019-status-callbacks': statusCallbacks,
  '0020-inbound-media': inboundMedia,
  '0021-departures': departures,
  '0022-session-proofs': sessionProofs,
  '0023-failed-texts': failedTexts,
}
