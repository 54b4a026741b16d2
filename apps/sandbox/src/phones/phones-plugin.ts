import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Faults } from '../faults/index.ts'
import { InputError, sendInputError } from '../input/index.ts'
import type { Blobs } from '../journal/index.ts'
import type { Twilio } from '../twilio/index.ts'
import type { Handsets, PhoneText } from './handsets.ts'
import { liveRoutes } from './live-routes.ts'
import { readHandset, readPhone, readText } from './phone-input.ts'

export type PhonesPluginOptions = {
  handsets: Handsets
  /** The accounts that phones can text. */
  network: readonly Twilio[]
  blobs: Blobs
  faults: Faults
  /** The sandbox's own address, for links to pictures. */
  url: () => string
}

type ForPhone = { Params: { number: string } }

/** Enough for 5 MB of files in base64, plus the rest. */
const BODY_LIMIT = 8 * 1024 * 1024

/** The phones' page at `/`, and the API for scripts under /sandbox/phones. */
export async function phonesPlugin(app: FastifyInstance, options: PhonesPluginOptions) {
  const { handsets, network, blobs, faults } = options

  app.setErrorHandler(sendInputError)

  const present = ({ direction, from, to, text, media, at }: PhoneText) => ({
    direction,
    from,
    to,
    text,
    media: media.map(({ blob }) => `${options.url()}/sandbox/media/${blob}`),
    at: new Date(at).toISOString(),
  })

  app.get<ForPhone>('/sandbox/phones/:number/messages', (request) =>
    handsets.texts(readPhone(request.params.number)).map(present),
  )

  app.post<ForPhone>('/sandbox/phones/:number/messages', { bodyLimit: BODY_LIMIT }, (request) => {
    const phone = readPhone(request.params.number)
    const { to, text, attachments } = readText(request.body)
    const twilio = network.find(({ store }) => store.number(to))
    const number = twilio?.store.number(to)
    if (!twilio || !number) {
      const numbers = network.flatMap((one) => one.numbers().map(({ phoneNumber }) => phoneNumber))
      throw new InputError(`to: ${to} is not a number of the account: choose one of ${numbers.join(', ')}.`)
    }
    const media = attachments.map(({ contentType, bytes }) => ({ contentType, blob: blobs.put(bytes) }))
    const message = twilio.receive({ from: phone, to: number, text, attachments })
    const at = message.dateCreated
    handsets.keep(phone, { messageSid: message.sid, direction: 'sent', from: phone, to, text, media, at })
    return { messageSid: message.sid }
  })

  app.post('/sandbox/phones', (request) => {
    const handset = readHandset(request.body)
    handsets.add(handset)
    return handset
  })

  app.get<{ Params: { blob: string } }>('/sandbox/media/:blob', (request, reply) => {
    const contentType = handsets.contentType(request.params.blob)
    const bytes = blobs.get(request.params.blob)
    if (contentType === null || bytes === null) return reply.code(404).send({ message: 'There is no such picture.' })
    return reply
      .type(contentType)
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // A phone may receive an HTML or SVG file, which must not run as a page of the sandbox.
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(bytes)
  })

  liveRoutes(app, { handsets, faults, present })
  await app.register(fastifyStatic, {
    root: path.join(import.meta.dirname, 'page'),
    prefix: '/',
    wildcard: false,
    setHeaders(reply) {
      reply.header('content-security-policy', "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'self'")
      reply.header('cache-control', 'no-cache')
    },
  })
}
