import type { Chat, Message } from '@partyline/contract'
import { statusOf } from '../pages/chats-page.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Delivery: a refused message is discarded, or sent again', ({ stage }) => refused(stage))
test('Delivery: sending again is refused', ({ stage }) => againRefused(stage))
test('Delivery: sending again is refused in the details', ({ stage }) => refusedInDetails(stage))
test('Delivery: the details stay in place while one is sent again', ({ stage }) => inPlace(stage))
test('Delivery: a picture that is being fetched', ({ stage }) => fetching(stage))
test('Delivery: an empty text', ({ stage }) => empty(stage))
test('Delivery: a recovered text with missing pictures', ({ stage }) => recovered(stage))

const CONTACT = { name: 'Ted Unnel', number: '+12025550133' }

async function come({ clinic, come: open }: Stage, arrange: (chat: Chat) => void = () => undefined) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  arrange(chat)
  const app = await open(addressOf(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return app
}

async function refused(stage: Stage) {
  const { page } = stage
  const app = await come(stage)
  const allow = await refuse(page, 'messages.send')
  const refusal = app.dialog('Unable to send message')
  const sign = app.chat(CONTACT.name).getByTitle('A message was not sent')
  await app.write('First')
  await expect(refusal).toContainText(REASON)
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
  await expect(app.message('First')).toContainText(`Unable to send message. ${REASON}`)
  await expect(sign).toBeVisible()
  await app.message('First').getByRole('button', { name: 'Discard' }).click()
  await expect(app.message('First')).toBeHidden()
  await expect(sign).toBeHidden()

  await app.write('Second')
  await refusal.getByRole('button', { name: 'Close' }).click()
  await expect(app.message('Second')).toContainText('Unable to send message.')
  await allow()
  await app.message('Second').getByRole('button', { name: 'Try again' }).click()
  await expect(app.message('Second')).toContainText('Sending in')
  await expect(sign).toBeHidden()
}

/** Opens a chat with a text of Dana that the contact did not get. */
const comeToFailed = (stage: Stage) =>
  come(stage, (chat) => {
    const [message] = addTexts(stage.clinic, chat, ['One try'])
    const failure = { status: 'undelivered', errorCode: 30003, errorText: 'The phone is off.' } as const
    Object.assign(message!.delivery.at(-1)!, failure)
    chat.failedCount = 1
  })

async function againRefused(stage: Stage) {
  const { page } = stage
  const app = await comeToFailed(stage)
  const again = app.message('One try').getByRole('button', { name: 'Send again' })
  await refuse(page, 'messages.sendFailedAgain', 'conflict')
  const letGo = await hold(page, 'messages.sendFailedAgain')
  await again.click()
  // A second press does not send it twice.
  await app.message('One try').getByRole('button', { name: 'Sending…' }).press('Enter')
  await letGo()
  await expect(app.dialog('Unable to send message')).toContainText(REASON)
  await page.keyboard.press('Escape')
  await expect(again).toBeFocused()
  await expect.poll(() => sent(page, 'messages.sendFailedAgain')).toHaveLength(1)
}

async function refusedInDetails(stage: Stage) {
  const { page } = stage
  const app = await comeToFailed(stage)
  await statusOf(app.message('One try'), 'Not delivered').click()
  const details = app.dialog('Message Delivery Status')
  await refuse(page, 'messages.sendAgain')
  await details.getByRole('button', { name: 'Send again' }).click()
  await expect(details.getByRole('alert')).toContainText('Unable to complete operation')
  await expect(details.getByRole('alert')).toContainText(REASON)
  await expect(details.getByRole('button', { name: 'Send again' })).toBeEnabled()
  await expect.poll(() => sent(page, 'messages.sendAgain')).toHaveLength(1)
}

async function inPlace(stage: Stage) {
  const app = await comeToFailed(stage)
  await statusOf(app.message('One try'), 'Not delivered').click()
  const details = app.dialog('Message Delivery Status')
  const again = details.getByRole('button', { name: 'Send again' })
  const before = await details.boundingBox()
  const chat = stage.clinic.chats.find(({ name }) => name === CONTACT.name)!
  const message = chat.messages.at(-1)!
  await again.click()
  Object.assign(message.delivery.at(-1)!, { status: 'delivered', errorCode: null, errorText: '' })
  chat.version += 1
  await stage.update()
  await stage.announce({
    tenantId: stage.clinic.me.tenantId,
    area: 'ChatContent',
    kind: 'DeliveryStatusUpdated',
    chatId: chat.id,
    version: chat.version,
    data: {
      patch: { failedCount: 0 },
      changed: [{ ...message.delivery.at(-1)!, messageId: message.id }],
      removed: [],
      unreadCounts: {},
    },
  })
  await expect(again).toBeHidden()
  await expect(details).not.toContainText('The phone is off.')
  expect(await details.boundingBox()).toEqual(before)
}

/** Opens a chat whose last message is a text of the contact with these properties. */
const comeToText = (stage: Stage, text: string, parts: Partial<Message>) =>
  come(stage, (chat) => {
    const [message] = addUnread(stage.clinic, chat, [text])
    Object.assign(message!, parts)
  })

async function fetching(stage: Stage) {
  const app = await comeToText(stage, '', { pendingMedia: 1 })
  await expect(app.newest).toContainText('Receiving picture…')
  await expect(app.chat(CONTACT.name)).toContainText('Receiving picture…')
}

async function empty(stage: Stage) {
  const app = await comeToText(stage, '   ', {})
  await expect(app.newest).toContainText('Empty message')
  await expect(app.chat(CONTACT.name)).toContainText('Empty message')
}

async function recovered(stage: Stage) {
  const app = await comeToText(stage, 'The bus is on strike.', { recovered: true, missingMedia: 2 })
  await expect(app.newest).toContainText('Recovered; may have arrived earlier')
  await expect(app.newest).toContainText('2 pictures couldn’t be received. Ask the sender to send them again.')
}
