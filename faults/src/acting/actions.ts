import { randomUUID } from 'node:crypto'
import type { ChatId, MemberId, Message } from '@partyline/contract'
import { PHONES } from '../plan/cast.ts'
import { createsChat } from '../plan/steps.ts'
import type { Step } from '../plan/steps.ts'
import type { World } from '../world/world.ts'
import type { Company } from './company.ts'
import type { ActionLog } from './action-log.ts'
import type { Person } from './person.ts'
import { hashOf, pictureOf } from './picture.ts'

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

const REPEATABLE = new Set(['unknown', 'failed', 'undelivered'])
const CALLS = {
  'send-again': 'messages.sendAgain',
  'send-failed-again': 'messages.sendFailedAgain',
  'mark-sent': 'messages.markSent',
} as const

/** Actions of people and phones. Each is recorded before anything can be lost. */
export function createActions(world: World, companies: readonly Company[], actionLog: ActionLog) {
  function scene({ tenant, chat, person }: { tenant: number; chat: number; person: number }) {
    const company = companies[tenant]
    const who = company?.people[person]
    const chatId = company?.chats[chat]
    if (!company || !who || !chatId) throw new Error(`There is no person ${person} in chat ${chat} of ${tenant}.`)
    return { ...company, who, chatId }
  }

  /** Retries until there is an answer. Null: it was due before the server got the request, or it was canceled. */
  async function sendOnce(who: Person, request: { chatId: ChatId; key: string; text: string; more: Form }) {
    const form = new FormData()
    form.set('Message', request.text)
    for (const [name, value] of Object.entries(request.more.timing)) form.set(name, value)
    if (request.more.replyTo) form.set('ReplyToMessageId', request.more.replyTo)
    for (const picture of request.more.pictures)
      form.append('Media', new File([picture], 'dot.png', { type: 'image/png' }))
    const params = { chatId: request.chatId }
    const { status, data, error } = await who.ask('messages.send', {
      params,
      form,
      headers: { 'idempotency-key': request.key },
    })
    if (error?.errors?.['SendAt'] || error?.error === 'canceled') return null
    if (error) throw new Error(`messages.send answered ${who.login} with ${status}: ${JSON.stringify(error)}`)
    return data
  }

  /** The same for a message that creates its chat. */
  async function createOnce(who: Person, request: { body: object; key: string }) {
    const { data, error } = await who.ask('chats.create', {
      body: request.body,
      headers: { 'idempotency-key': request.key },
    })
    if (error) throw new Error(`chats.create answered ${who.login}: ${JSON.stringify(error)}`)
    const message = data.pending[0] ?? data.messages[0]
    return message ? { chatId: data.id, message } : null
  }

  return {
    async send(at: number, step: StepOf<'send'>): Promise<void> {
      const { tenantId, who, laterChats, ...company } = scene(step)
      const newChat = createsChat(step) ? laterChats.shift() : undefined
      const chatId = newChat ? ('' as ChatId) : company.chatId
      const text = `#${at}: ${who.login} writes`
      const key = randomUUID()
      const earlier = actionLog.sends
        .filter((send) => send.chatId === chatId && send.sendOn === null)
        .flatMap(({ answeredIds }) => answeredIds)
      const replyTo = step.isReply ? earlier[step.pick % earlier.length] : undefined
      const pictures = step.hasPicture && !newChat ? [pictureOf(at)] : []
      const request = { chatId, key, text, more: { pictures, replyTo, timing: timingOf(step, world.now()) } }
      const answeredIds: string[] = []
      const send: ActionLog['sends'][number] = {
        step: at,
        tenantId,
        chatId,
        key,
        text,
        answeredIds,
        pictures: pictures.map(hashOf),
        sendOn: null,
        canceled: 'no',
      }
      actionLog.sends.push(send)
      const body = { ...newChat, message: text, holdSeconds: step.seconds }
      const once = async () => {
        const created = newChat && (await createOnce(who, { body, key }))
        const message = newChat ? created?.message : await sendOnce(who, request)
        if (!message) return null
        if (created) send.chatId = created.chatId
        answeredIds.push(message.id)
        if (message.pending) send.sendOn = Date.parse(message.pending.sendOn)
        return message
      }
      const [message] = await Promise.all(step.isRepeated ? [once(), once()] : [once()])
      if (!step.isCanceled || !message?.pending) return
      send.canceled = 'maybe'
      const answer = await who.tryOnce('messages.cancel', { params: { chatId: send.chatId, messageId: message.id } })
      if (answer) send.canceled = answer.status === 200 ? 'yes' : 'no'
    },

    async text(at: number, step: StepOf<'text'> | StepOf<'wish'>): Promise<void> {
      const phone = PHONES[step.phone] ?? ''
      const number = world.sandbox.world.twilio.numbers[step.number]?.phoneNumber ?? ''
      const tenantId = companies.find(({ numbers }) => numbers.includes(number))?.tenantId ?? ''
      const text = step.kind === 'wish' ? step.word : `#${at}: ${phone} texts`
      const pictures = step.kind === 'text' && step.hasPicture ? [pictureOf(at)] : []
      const media = pictures.map((picture) => ({ contentType: 'image/png', base64: picture.toString('base64') }))
      const sentAt = world.now()
      const response = await fetch(`${world.sandbox.url}/sandbox/phones/${encodeURIComponent(phone)}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: number, text, media }),
      })
      if (!response.ok) throw new Error(`${phone} could not text: ${await response.text()}`)
      const { messageSid } = (await response.json()) as { messageSid: string }
      const hashes = pictures.map(hashOf)
      actionLog.phoneTexts.push({ step: at, tenantId, messageSid, phone, number, text, pictures: hashes, at: sentAt })
    },

    /** A person opens the chat and decides about one of the undelivered texts. */
    async click(at: number, step: StepOf<'click'>): Promise<void> {
      const { tenantId, who, chatId } = scene(step)
      const page = await who.tryOnce('messages.list', { params: { chatId }, query: {} })
      const open = failedMessages(page?.data ?? [], step.click === 'mark-sent')
      const chosen = open[step.pick % open.length]
      if (!chosen) return
      const { messageId, memberId } = chosen
      const isForAll = step.click === 'send-failed-again'
      actionLog.clicks.push({ step: at, tenantId, messageId, memberId: isForAll ? null : memberId, click: step.click })
      await who.tryOnce(CALLS[step.click], { params: { chatId, messageId, ...(!isForAll && { memberId }) } })
    },
  }
}

type Form = {
  pictures: readonly Buffer<ArrayBuffer>[]
  replyTo: string | undefined
  timing: Record<string, string>
}

function timingOf({ seconds, isScheduled }: StepOf<'send'>, now: number): Form['timing'] {
  if (!isScheduled) return { HoldSeconds: String(seconds) }
  return { SendAt: new Date(now + seconds * 1_000).toISOString() }
}

function failedMessages(messages: readonly Message[], onlyUnknown: boolean) {
  return messages.flatMap(({ id: messageId, delivery }) =>
    delivery
      .filter(({ status }) => (onlyUnknown ? status === 'unknown' : REPEATABLE.has(status)))
      .map(({ memberId }): { messageId: string; memberId: MemberId } => ({ messageId, memberId })),
  )
}
