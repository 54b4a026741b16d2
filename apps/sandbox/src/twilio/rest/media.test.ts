import { createHeldClock, outsideThrough, type Sandbox } from '@partyline/sandbox'
import { expect, test } from 'vitest'
import { FRONT_DESK, MARTA, PIXEL, sdkFor, startSandbox, textFrom } from '../../tests/driver.ts'

/** Marta texts a picture. Returns its address at Twilio. */
async function pictureFromMarta(sandbox: Sandbox) {
  const media = [{ contentType: 'image/png', base64: PIXEL.toString('base64') }]
  const { messageSid } = await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Look', media })
  const [picture] = await sdkFor(sandbox).messages(messageSid).media.list()
  return { messageSid, picture, url: `https://api.twilio.com${picture?.uri.replace('.json', '')}` }
}

const credentials = ({ world }: Sandbox) => ({
  authorization: `Basic ${btoa(`${world.twilio.accountSid}:${world.twilio.authToken}`)}`,
})

test('a picture is listed with its message', async () => {
  const sandbox = await startSandbox()
  const { messageSid, picture } = await pictureFromMarta(sandbox)
  expect(picture).toMatchObject({ parentSid: messageSid, contentType: 'image/png' })
  const fetched = await sdkFor(sandbox)
    .messages(messageSid)
    .media(picture?.sid ?? '')
    .fetch()
  expect(fetched.sid).toBe(picture?.sid)
})

test('its bytes need credentials', async () => {
  const sandbox = await startSandbox()
  const { url } = await pictureFromMarta(sandbox)
  const answer = await outsideThrough(sandbox.url).fetch(url, { redirect: 'manual' })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 20003 })
})

test('its bytes are on the CDN, which needs no credentials and refuses them', async () => {
  const sandbox = await startSandbox()
  const outside = outsideThrough(sandbox.url)
  const { url } = await pictureFromMarta(sandbox)
  const headers = credentials(sandbox)

  const redirect = await outside.fetch(url, { headers, redirect: 'manual' })
  const location = redirect.headers.get('location') ?? ''
  expect(redirect.status).toBe(307)
  expect(new URL(location).origin).toBe('https://mms.twiliocdn.com')

  const bytes = await outside.fetch(location)
  expect(bytes.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(PIXEL)
  expect((await outside.fetch(location, { headers })).status).toBe(400)
  expect((await outside.fetch(location.replace(/Signature=.*/, 'Signature=forged'))).status).toBe(403)
})

test('a link to the CDN is valid for four hours', async () => {
  const clock = createHeldClock(Date.parse('2026-11-21T09:41:00Z'))
  const sandbox = await startSandbox({ clock })
  const outside = outsideThrough(sandbox.url)
  const { url } = await pictureFromMarta(sandbox)
  const redirect = await outside.fetch(url, { headers: credentials(sandbox), redirect: 'manual' })
  const location = redirect.headers.get('location') ?? ''

  clock.advance(4 * 60 * 60 * 1000)
  expect((await outside.fetch(location)).status).toBe(200)
  clock.advance(1000)
  expect((await outside.fetch(location)).status).toBe(403)
})

test('a picture is deleted with its message', async () => {
  const sandbox = await startSandbox()
  const { messageSid, url } = await pictureFromMarta(sandbox)
  await sdkFor(sandbox).messages(messageSid).remove()
  const answer = await outsideThrough(sandbox.url).fetch(url, { headers: credentials(sandbox) })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 20404 })
})

test('a picture can be deleted alone', async () => {
  const sandbox = await startSandbox()
  const { messageSid, picture } = await pictureFromMarta(sandbox)
  const message = sdkFor(sandbox).messages(messageSid)
  expect(await message.media(picture?.sid ?? '').remove()).toBe(true)
  expect(await message.media.list()).toEqual([])
})
