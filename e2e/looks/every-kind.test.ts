import type { ChatChange, Message } from '@partyline/contract'
import { addChat, addPending, addPicture, addressOf, addTexts, quote } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Chat: every kind of message', ({ stage }) => everyKind(stage))

const LONG = { name: 'Wilhelmina Featherstonehaugh-Cholmondeley', number: '+12025553431' }
const NINA = { name: 'Nina Bell', number: '+12025553432' }

async function everyKind(stage: Stage) {
  const { clinic, come } = stage
  const chat = addChat(clinic, { name: `${LONG.name}, ${NINA.name}`, contacts: [LONG, NINA], team: ['Omar Haddad'] })
  const [link, failed, files, reply, colleague] = addTexts(clinic, chat, [
    `Here is the form: https://lakeside.example/${'a-path-without-a-break/'.repeat(5)}`,
    'The results are in.',
    'Two pictures and a file',
    'And an answer',
    'From a colleague',
  ]) as [Message, Message, Message, Message, Message]
  const memberOf = (name: string) => chat.members.find((member) => member.name === name)!.id
  files.sentBy = memberOf(LONG.name)
  reply.sentBy = memberOf(NINA.name)
  colleague.sentBy = memberOf('Omar Haddad')
  Object.assign(failed.delivery.at(-1)!, { status: 'undelivered', errorCode: 30_003, errorText: 'The phone is off.' })
  chat.failedCount = 1
  addPicture(files)
  addPicture(files)
  addPicture(files, { fileName: `${'a-long-name-'.repeat(6)}.pdf`, contentType: 'application/pdf' })
  quote(reply, link)
  for (const state of ['held', 'scheduled', 'returned'] as const)
    addPending(clinic, chat, { text: `A ${state} text`, state })
  const common = { at: colleague.sentOn, by: memberOf(clinic.me.name) }
  clinic.changes[chat.id] = [
    { ...common, id: changeId(1), kind: 'assigned', memberId: memberOf(clinic.me.name) },
    { ...common, id: changeId(2), kind: 'renamed', from: 'A name', to: chat.name },
    { ...common, id: changeId(3), kind: 'done' },
    { ...common, id: changeId(4), kind: 'reopened', by: null },
  ]
  const app = await come(addressOf(chat.id))
  await expect(app.message('A held text')).toBeVisible()
  await expect(app.message('From a colleague')).toBeVisible()
  await app.settled()
  await expectUsable(stage)
}

const changeId = (index: number) => `019a0000-0000-7000-8000-00000000091${index}` as ChatChange['id']
