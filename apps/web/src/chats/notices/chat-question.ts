import { assigneeRelation } from '@partyline/contract'
import type { MemberId, NotificationQuestion, TwilioNumber, User } from '@partyline/contract'
import type { ChatFacts } from '../../core/chats/arrivals.ts'
import { isMember } from '../../core/people.ts'

type Parts = { me: MemberId; users: readonly User[]; lines: readonly TwilioNumber[]; now: Date }

/** The chat's part of the question whether to notify. */
export function chatQuestion(chat: ChatFacts, { me, users, lines, now }: Parts): NotificationQuestion['chat'] {
  const { state, notify, numberId, assignedTo, unclaimedCount } = chat
  const line = lines.find(({ id }) => id === numberId)
  const assignee = users.find(({ id }) => id === assignedTo) ?? null
  return {
    state,
    notify,
    isMember: isMember(chat, me),
    isUnclaimed: unclaimedCount > 0,
    assignee: assigneeRelation({ assignedTo, me, assignee }, now),
    answersLine: line?.assignedUsers.some((id) => (id as string) === me) ?? false,
  }
}
