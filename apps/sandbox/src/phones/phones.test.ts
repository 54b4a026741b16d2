import { expect, test } from 'vitest'
import { FRONT_DESK, MARTA, PIXEL, postText, sdkFor, startSandbox, textFrom, textsOn } from '../tests/driver.ts'

test('the world has the account, its numbers, the directories, and the phones', async () => {
  const { url } = await startSandbox()
  const world = (await (await fetch(`${url}/sandbox/world`)).json()) as Record<string, unknown>
  expect(world).toMatchObject({
    twilio: {
      accountSid: expect.stringMatching(/^AC[0-9a-f]{32}$/),
      authToken: expect.stringMatching(/^[0-9a-f]{32}$/),
      numbers: [
        { sid: expect.stringMatching(/^PN[0-9a-f]{32}$/), phoneNumber: FRONT_DESK, friendlyName: 'Front desk' },
        { phoneNumber: '+12025550101', friendlyName: 'Billing' },
        { phoneNumber: '+12025550102', friendlyName: 'After hours' },
        { phoneNumber: '+12025550103', friendlyName: 'Spare line' },
      ],
    },
    directories: [
      { domain: 'lakeside.example', people: [{ role: 'Admin' }, { role: 'User' }, { role: 'User' }, { role: null }] },
      { domain: 'northgate.example', people: [{ role: null }, { role: null }, { role: null }, { role: null }] },
      { domain: 'westhaven.example', people: [{ role: null }] },
    ],
  })
  expect(world['phones']).toContainEqual({ number: MARTA, name: 'Marta Rivera' })
})

test('a phone shows what it sent and received, oldest first', async () => {
  const sandbox = await startSandbox()
  const media = [{ contentType: 'image/png', base64: PIXEL.toString('base64') }]
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Look', media })
  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Nice' })

  await expect.poll(async () => (await textsOn(sandbox, MARTA)).length).toBe(2)
  const texts = await textsOn(sandbox, MARTA)
  expect(texts).toEqual([
    {
      direction: 'sent',
      from: MARTA,
      to: FRONT_DESK,
      text: 'Look',
      media: [expect.any(String)],
      at: expect.any(String),
    },
    { direction: 'received', from: FRONT_DESK, to: MARTA, text: 'Nice', media: [], at: expect.any(String) },
  ])
  const picture = await fetch(texts[0]?.media[0] ?? '')
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PIXEL)
})

test('an unknown number becomes a handset when it sends or receives', async () => {
  const sandbox = await startSandbox()
  await textFrom(sandbox, '+447700900123', { to: FRONT_DESK, text: 'Hello' })
  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: '+12025550199', body: 'Hello' })
  await expect.poll(() => sandbox.world.phones).toContainEqual({ number: '+12025550199', name: '+12025550199' })
  expect(sandbox.world.phones).toContainEqual({ number: '+447700900123', name: '+447700900123' })
})

test('a text stays on the phone when Twilio deletes its record', async () => {
  const sandbox = await startSandbox()
  const { messageSid } = await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
  await sdkFor(sandbox).messages(messageSid).remove()
  expect(await textsOn(sandbox, MARTA)).toMatchObject([{ text: 'Hello' }])
})

test('a handset can be added with a name', async () => {
  const sandbox = await startSandbox()
  const answer = await fetch(`${sandbox.url}/sandbox/phones`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: '(202) 555-0120', name: ' Ann Lee ' }),
  })
  expect(await answer.json()).toEqual({ number: '+12025550120', name: 'Ann Lee' })
  expect(sandbox.world.phones).toContainEqual({ number: '+12025550120', name: 'Ann Lee' })
})

test('an open page receives each text and each new handset', async () => {
  const sandbox = await startSandbox()
  const page = await fetch(`${sandbox.url}/sandbox/live`)
  expect(page.headers.get('content-type')).toBe('text/event-stream')
  await textFrom(sandbox, '+12025550120', { to: FRONT_DESK, text: 'Hello' })

  let frames = ''
  for await (const chunk of page.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    frames += chunk
    if (frames.includes('text-kept')) break
  }
  expect(frames).toContain('event: handset-added\ndata: {"number":"+12025550120","name":"+12025550120"}\n\n')
  expect(frames).toContain('event: text-kept\ndata: {"phone":"+12025550120","direction":"sent"')
})

const MEDIA = { contentType: 'image/png', base64: 'AAAA' }

test.each([
  ['what is no object', MARTA, [], 'Send JSON such as { "to": "+12025550100", "text": "Hello" }.'],
  ['an unknown field', MARTA, { to: FRONT_DESK, text: 'Hi', urgent: true }, 'urgent'],
  [
    'a phone that is no number',
    'abc',
    { to: FRONT_DESK, text: 'Hi' },
    'abc is not a phone number: write it as +12025550142.',
  ],
  ['no receiver', MARTA, { text: 'Hi' }, 'to: Give a phone number.'],
  [
    'a receiver that is not ours',
    MARTA,
    { to: '+12025550199', text: 'Hi' },
    /^to: \+12025550199 is not a number of the account: choose one of \+12025550100,/,
  ],
  ['no text', MARTA, { to: FRONT_DESK }, 'text: Give the text as a string.'],
  ['nothing to send', MARTA, { to: FRONT_DESK, text: '' }, 'Write a text or add a picture.'],
  [
    'a text that is too long',
    MARTA,
    { to: FRONT_DESK, text: 'a'.repeat(1601) },
    'text: A text has at most 1600 characters.',
  ],
  [
    'a file that is no base64',
    MARTA,
    { to: FRONT_DESK, text: '', media: [{ ...MEDIA, base64: '%' }] },
    'media.0.base64: Give the file in base64.',
  ],
  [
    'a file of no type',
    MARTA,
    { to: FRONT_DESK, text: '', media: [{ ...MEDIA, contentType: '' }] },
    'media.0.contentType: Give a contentType such as image/png.',
  ],
  [
    'eleven files',
    MARTA,
    { to: FRONT_DESK, text: '', media: Array.from({ length: 11 }, () => MEDIA) },
    'media: A text carries at most 10 files.',
  ],
  [
    'files of more than 5 MB',
    MARTA,
    { to: FRONT_DESK, text: '', media: [{ ...MEDIA, base64: 'A'.repeat(7_000_004) }] },
    'Files may have 5 MB together.',
  ],
])('%s is refused with an explanation', async (_case, phone, body, sentence) => {
  const answer = await postText(await startSandbox(), phone, body)
  expect(answer.status).toBe(400)
  const { message } = (await answer.json()) as { message: string }
  expect(message).toMatch(sentence)
})
