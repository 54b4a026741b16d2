import type { Chat, File } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'

const CARD = 'BEGIN:VCARD\nVERSION:4.0\nFN:Front desk\nEND:VCARD'

/** A text posted to Twilio, and which of all media URLs, including forged ones, were readable at that moment. */
type Post = { to: string; url: string; readable: string[] }

let harness: Harness
let clinic: Clinic
let texting: Texting
const posts: Post[] = []

beforeAll(async () => {
  harness = await startHarness({
    sandbox: { pace: { queued: 5, sending: 5, sent: 5 } },
    outside: (toSandbox) => ({
      ...toSandbox,
      async fetch(input, init) {
        const request = new Request(input, init)
        const form = request.url.endsWith('/Messages.json') ? new URLSearchParams(await request.clone().text()) : null
        const url = form?.get('MediaUrl')
        if (form && url) {
          const readable: string[] = []
          for (const known of [...posts.map((post) => post.url), url, ...forgedFrom(url)]) {
            if ((await fetch(known)).status === 200) readable.push(known)
          }
          posts.push({ to: form.get('To') ?? '', url, readable })
        }
        return toSandbox.fetch(input, init)
      },
    }),
  })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

async function sendCard(chat: Chat, by: Client = clinic.dana) {
  const form = formOf('My card')
  form.append('Media', new Blob([CARD], { type: 'text/vcard' }), 'card.vcf')
  return by.get('messages.send', { params: { chatId: chat.id }, form })
}

/** The same URL with each byte of its token changed in turn, and with other lengths. */
function forgedFrom(url: string): string[] {
  const token = new URL(url).pathname.split('/').at(-2) ?? ''
  const bytes = Buffer.from(token, 'base64url')
  const changed = Array.from(bytes, (byte, at) => Buffer.from(bytes.with(at, byte ^ 1)).toString('base64url'))
  return [...changed, token.slice(0, -2), `${token}AA`, 'x', '%00', '..%2f..'].map((wrong) =>
    url.replace(token, () => wrong),
  )
}

const postsTo = (phone: string | undefined) => posts.filter(({ to }) => to === phone)

describe('a link for browsers', () => {
  let chat: Chat
  let file: File
  beforeAll(async () => {
    ;({ chat } = await texting.newChat(['Ada']))
    const [sent] = (await sendCard(chat)).media
    if (!sent) throw new Error('The message has no file.')
    file = sent
  })

  const statusFor = async (headers: Record<string, string>) =>
    (await fetch(file.publicLink, { headers, redirect: 'manual' })).status

  test('requires a session cookie or an access token', async () => {
    const omar = await harness.signIn('omar@lakeside.example')
    expect(await statusFor({})).toBe(401)
    expect(await statusFor({ cookie: 'next-auth.session-token=forged' })).toBe(401)
    expect(await statusFor({ authorization: 'Bearer forged', cookie: omar.cookies })).toBe(401)
    expect(await statusFor({ cookie: omar.cookies })).toBe(200)
    expect(await statusFor({ authorization: `Bearer ${omar.accessToken}` })).toBe(200)
    // In Teams the browser sends a cookie with another name, without the Teams header.
    const inTeams = omar.cookies.replace('session-token=', 'session-token.teams=')
    expect(await statusFor({ cookie: inTeams })).toBe(200)
    expect(await statusFor({ cookie: `next-auth.session-token=forged; ${inTeams}` })).toBe(200)
  })

  test('becomes invalid when the session ends', async () => {
    const mei = await harness.signIn('mei@lakeside.example')
    expect(await statusFor({ cookie: mei.cookies })).toBe(200)
    await mei.call('sessions.endAll')
    expect(await statusFor({ cookie: mei.cookies })).toBe(401)
  })

  test('answers 404 for another organization', async () => {
    const stranger = await harness.signIn(
      harness.sandbox.world.directories.find(({ domain }) => domain !== 'lakeside.example')?.people[0]?.login ?? '',
    )
    expect(await statusFor({ cookie: stranger.cookies })).toBe(404)
    expect(await statusFor({ authorization: `Bearer ${stranger.accessToken}` })).toBe(404)
  })

  test('works for files of archived chats', async () => {
    await clinic.dana.get('chats.delete', { params: { chatId: chat.id } })
    expect(await statusFor({ authorization: `Bearer ${clinic.omar.accessToken}` })).toBe(200)
  })

  test('redirects a person without a session to the sign-in and back', async () => {
    const answer = await fetch(file.publicLink, { headers: { 'sec-fetch-dest': 'document' }, redirect: 'manual' })
    const { pathname } = new URL(file.publicLink)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/auth/signin?${new URLSearchParams({ callbackUrl: pathname }).toString()}`,
    ])
  })

  test('is the only call that accepts a cookie: users.me does not', async () => {
    const omar = await harness.signIn('omar@lakeside.example')
    const answer = await fetch(`${harness.url}/api/v1/users/me`, { headers: { cookie: omar.cookies } })
    expect(answer.status).toBe(401)
  })
})

describe('a link for Twilio', () => {
  test('is specific to one delivery, and becomes invalid once that is delivered', async () => {
    const { chat, phones } = await texting.newChat(['Ben', 'Cleo'])
    const message = await sendCard(chat)
    const deliveries = await texting.settled(chat, message)
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
    const links = phones.flatMap(({ number }) => postsTo(number))
    expect(new Set(links.map(({ url }) => url)).size).toBe(2)
    for (const { url, readable } of links) {
      expect(readable).toContain(url)
      const answer = await fetch(url, { headers: { authorization: `Bearer ${clinic.dana.accessToken}` } })
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'not-found' }])
    }
  })

  test('becomes invalid if the delivery fails, and Send again creates another one', async () => {
    const { chat, phones } = await texting.newChat(['Dee'])
    const phone = phones[0]?.number ?? ''
    harness.sandbox.faults.set({ phone, faults: { carrierError: { code: 30003, times: 1 } } })
    const message = await sendCard(chat)
    const [failed] = await texting.settled(chat, message)
    expect(failed?.status).toBe('undelivered')
    const [first] = postsTo(phone)
    expect((await fetch(first?.url ?? '')).status).toBe(404)

    const params = { chatId: chat.id, messageId: message.id, memberId: failed?.memberId ?? '' }
    await clinic.dana.get('messages.sendAgain', { params })
    await phones[0]?.received(1)
    const [, second] = postsTo(phone)
    expect(second?.url).not.toBe(first?.url)
    expect(second?.readable).toContain(second?.url)
    expect(second?.readable).not.toContain(first?.url)
  })

  test('answers 404 if it is forged', async () => {
    const { chat, phones } = await texting.newChat(['Eli'])
    await texting.settled(chat, await sendCard(chat))
    const [post] = postsTo(phones[0]?.number)
    expect(post?.readable).toEqual([post?.url])
  })
})
