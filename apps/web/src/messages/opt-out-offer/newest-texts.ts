import type { Member, MemberId, Message, MessageId } from '@partyline/contract'
import { activePhones } from '../../core/people.ts'

/** The newest text of each contact that still gets texts. Only that one shows what they want now. */
export function newestTexts(latest: readonly Message[], members: readonly Member[]): ReadonlyMap<MessageId, Member> {
  const writers = new Map<MemberId, Member>(
    activePhones(members)
      .filter(({ optedOut }) => !optedOut)
      .map((member) => [member.id, member]),
  )
  const found = new Map<MessageId, Member>()
  for (const { id, sentBy } of latest.toReversed()) {
    const writer = writers.get(sentBy)
    if (writer === undefined) continue
    found.set(id, writer)
    writers.delete(sentBy)
  }
  return found
}
