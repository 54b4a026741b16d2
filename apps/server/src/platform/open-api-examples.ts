import type { CallInput, CallName } from '@partyline/contract'

type Bodies = { [Name in CallName]: CallInput<Name> extends { body?: infer Body } ? Body : never }

const LINE = '0197f3a0-52c1-7d3e-9a54-1b6f0c2d7e01'
const PHONE = '0197f3a0-52c1-7d3e-9a54-1b6f0c2d7e02'

/** A JSON body of each call that keys can make, in the API documentation. */
export const OPEN_API_EXAMPLES = {
  'chats.search': { numberId: LINE, memberId: PHONE },
  'chats.create': {
    numberId: LINE,
    name: 'Marta Silva',
    autoName: true,
    memberIds: [PHONE],
    message: 'See you tomorrow at 9:00, Lakeside Clinic.',
  },
  'messages.send': { message: 'See you tomorrow at 9:00, Lakeside Clinic.' },
  'messages.search': { term: 'tomorrow' },
  'contacts.search': { term: '+12025550147' },
  'contacts.count': { filters: { tags: ['regular'] } },
  'contacts.create': { name: 'Marta Silva', phones: [{ number: '+12025550147' }], tags: ['regular'] },
  'contacts.update': { company: 'Lakeside Bakery' },
  'contacts.recordConsent': {
    entries: [
      {
        number: '+12025550147',
        lineId: LINE,
        state: 'granted',
        source: 'api',
        wording: 'Text me about my visits.',
        address: 'https://book.example.com',
        at: '2026-11-21T09:41:00.000Z',
      },
    ],
  },
  'consent.check': { lineId: LINE, numberIds: [PHONE] },
  'hooks.create': { url: 'https://crm.example.com/partyline', events: ['message.received', 'message.status'] },
  'hooks.update': { enabled: false },
  'hooks.replayAll': { since: '2026-11-21T09:41:00.000Z' },
} satisfies Partial<Bodies>
