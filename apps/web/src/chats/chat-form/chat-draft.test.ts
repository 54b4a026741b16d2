import type { MemberId, NumberId, TwilioNumber, UserId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidates.ts'
import { createChatBody, updateChatBody } from '@partyline/contract'
import { fillDraft, problemsBy, UNTOUCHED } from './chat-draft.ts'
import type { ChatDraft } from './chat-draft.ts'

const ME = '0000000a-0000-4000-8000-000000000001'
const DANA = '0000000a-0000-4000-8000-000000000002'
const person = (id: string, name: string): Candidate => ({ id: id as MemberId, name, role: 'TeamsUser', number: null })
const phone = (name: string): Candidate => ({ ...person(name, name), role: 'ExternalMobile', number: '+12025550142' })
const users = [person(ME, 'Ana Lopez'), person(DANA, 'Dana Cole')]

const number = (digit: number, name: string, assignedUsers: string[] = []): TwilioNumber => ({
  id: `0000000c-0000-4000-8000-00000000000${digit}` as NumberId,
  number: `+1202555010${digit}`,
  name,
  type: 'Twilio',
  disabled: false,
  twilioUrl: '',
  webhookConfigured: true,
  capabilities: { sms: true, mms: true },
  assignedUsers: assignedUsers as UserId[],
  hours: null,
  consent: 'off',
  consentRequest: null,
})
const FRONT = number(0, 'Front desk', [DANA])
const BACK = number(1, 'Back office')
const FIELDS = { numberId: true, name: true, memberIds: true } as const
const fill = (draft: Partial<ChatDraft>, numbers = [FRONT, BACK]) =>
  fillDraft({ ...UNTOUCHED, ...draft }, { numbers, users, me: ME })

describe('a new chat', () => {
  it('takes its name and first members from the line', () => {
    expect(fill({ numberId: FRONT.id })).toMatchObject({ name: 'Front desk', members: users })
    expect(fill({ numberId: BACK.id })).toMatchObject({ name: 'Back office', members: [users[0]] })
  })

  it('takes the names of its contacts, unless the name was edited', () => {
    const members = [...users, phone('Marta Rivera'), phone('Luis Rivera')]
    expect(fill({ numberId: FRONT.id, members }).name).toBe('Marta Rivera, Luis Rivera')
    expect(fill({ numberId: FRONT.id, members, name: '' }).name).toBe('')
    expect(fill({ numberId: FRONT.id, members: users }).name).toBe('Front desk')
  })

  it('keeps edited fields when another line is chosen', () => {
    const edited = { name: 'Rivera family', members: [] }
    expect(fill({ numberId: BACK.id, ...edited })).toMatchObject({ name: 'Rivera family', members: [] })
  })

  it('preselects the only line', () => {
    expect(fill({}, [FRONT]).number).toBe(FRONT)
    expect(fill({}).number).toBeUndefined()
  })

  it('reports missing fields with the specified errors', () => {
    const problemsOf = problemsBy(createChatBody.pick(FIELDS))
    expect(problemsOf(fill({ members: [] }))).toEqual({
      numberId: 'Twillio number should be defined.',
      name: 'Name should be defined.',
      memberIds: 'Chat should have at least one member.',
    })
    expect(problemsOf(fill({ numberId: FRONT.id }))).toEqual({})
    expect(problemsBy(updateChatBody.pick(FIELDS))(fill({})).numberId).toBe('Twilio number should be defined.')
  })
})
