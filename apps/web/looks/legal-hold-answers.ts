import type { EnvelopeCallName } from '@partyline/contract'
import { LEGAL_HOLD_TEXTS, legalHoldId } from '@partyline/contract'
import { find, Refusal } from './answer.ts'
import type { Answer } from './answer.ts'
import { cardsOf } from './contact-answers.ts'

/** The calls of retention and legal holds. */
export const LEGAL_HOLD_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'retention.preview': ({ tooOld }) => tooOld,
  'legalHolds.list': ({ holds }) => holds,
  'legalHolds.place': (clinic, { body: { chatId = null, contactId = null, reason } }) => {
    const { holds, chats, me } = clinic
    if (holds.some((hold) => hold.chatId === chatId && hold.contactId === contactId))
      throw new Refusal('conflict', LEGAL_HOLD_TEXTS.placedBefore)
    const { name } = chatId === null ? find(cardsOf(clinic), contactId ?? '') : find(chats, chatId)
    const contactIds = contactId === null ? [] : [contactId]
    const hold = { id: legalHoldId.parse(crypto.randomUUID()), chatId, contactId, contactIds, name, reason }
    holds.unshift({ ...hold, placedOn: new Date().toISOString(), placedBy: me.name })
    return find(holds, hold.id)
  },
  'legalHolds.release': ({ holds }, { params }) => {
    holds.splice(holds.indexOf(find(holds, params.legalHoldId)), 1)
    return undefined
  },
}
