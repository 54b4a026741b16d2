import type { ChatId, ChatListItem, MemberId, MessageId, NumberId, UserId } from '@partyline/contract'

const NAMES = [
  'Marta Rivera',
  'Henry Okafor, invoice 2024-118 and the question about the second appointment in December',
  'Bjørn Åkesson-Lindqvist',
  'נועה לוי',
  'مكتب السفر · فاطمة الزهراء',
  'Ana',
  'Lakeside Dental Group: after-visit follow-up',
  '(202) 555-0142',
  'Aleksandra Wiśniewska',
  'O’Connor, Siobhán',
  '田中 美咲',
  'Rivera family',
]
const TEXTS = [
  'Thanks, see you on Monday!',
  'Is it possible to move the appointment to the afternoon? My daughter has school until two and the bus takes an hour.',
  'ok',
  'שלום, אפשר לקבל תור ליום שני?',
  'Can you send me the invoice again? I can’t open the file.',
  '👍',
  'I’m outside, which door is it?',
]

/** Numbers that look like chance, but are the same in every run. */
const some = (index: number, count: number) => (index * 7 + Math.floor(index / 3) * 5) % count

type Parts = { lines: readonly NumberId[]; now: number }

/** A busy team's list, made from one chat: 200 chats in every state that a row shows. */
export function busyList(template: ChatListItem, { lines, now }: Parts): ChatListItem[] {
  const user = template.members.find(({ role }) => role === 'TeamsUser')
  return Array.from({ length: 200 }, (_, index) => {
    const hex = String(index).padStart(4, '0')
    const contact = `019a1000-0000-7000-8000-00000000${hex}` as MemberId
    const name = NAMES[some(index, NAMES.length)] ?? ''
    const sentOn = new Date(now - index * (17 + some(index, 40)) * 60_000).toISOString()
    const members = template.members
      .filter(({ role }, at, all) => role === 'TeamsUser' || all.findIndex((one) => one.role === role) === at)
      .map((member) => (member.role === 'TeamsUser' ? member : { ...member, id: contact, name }))
    const sentBy = index % 4 === 3 && user ? user.id : contact
    return {
      ...template,
      id: `019a2000-0000-7000-8000-00000000${hex}` as ChatId,
      name,
      members,
      numberId: lines[some(index, lines.length)] ?? template.numberId,
      unreadCount: index < 24 ? [1, 3, 120][index % 3]! : 0,
      hasUnread: index < 40,
      state: 'open' as const,
      snoozedUntil: null,
      failedCount: index % 9 === 4 ? 1 : 0,
      assignedTo: index % 3 === 1 && user ? (user.id as string as UserId) : null,
      lastMessage: template.lastMessage && {
        ...template.lastMessage,
        id: `019a3000-0000-7000-8000-00000000${hex}` as MessageId,
        text: TEXTS[some(index, TEXTS.length)] ?? '',
        sentOn,
        sentBy,
        delivery: [],
        media: [],
      },
    }
  })
}
