import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBucket } from '../src/media/tests/test-bucket.ts'
import type { TestBucket } from '../src/media/tests/test-bucket.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { createTexting, formOf } from './texting.ts'

let bucket: TestBucket
let harness: OwnHarness
let clinic: Clinic
beforeAll(async () => {
  bucket = await openTestBucket()
  harness = await startHarness({ env: bucket.settings, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
})
afterAll(async () => {
  await harness.close()
  await bucket.close()
})

test('with MEDIA_URL, phones and browsers get files from the bucket, and DATA_DIR has none', async () => {
  const texting = createTexting(harness, clinic)
  const { chat, phones } = await texting.newChat(['Ada'])
  const form = formOf('My list')
  form.append('Media', new Blob(['a,b'], { type: 'text/csv' }), 'list.csv')
  const { media } = await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })

  const [text] = (await phones[0]?.received(1)) ?? []
  expect(await (await fetch(text?.media[0] ?? '')).text()).toBe('a,b')
  const headers = { authorization: `Bearer ${clinic.dana.accessToken}` }
  expect(await (await fetch(media[0]?.publicLink ?? '', { headers })).text()).toBe('a,b')
  expect(existsSync(path.join(harness.settings['DATA_DIR'] ?? '', 'media'))).toBe(false)
})

test('Diagnostics checks the bucket', async () => {
  const stateOfStorage = async () => {
    const { checks } = await clinic.dana.get('diagnostics.run')
    return checks.find(({ id }) => id === 'mediaStorage')?.state
  }
  expect(await stateOfStorage()).toBe('passed')
  bucket.fault = ({ signed }) => (signed ? null : 200)
  expect(await stateOfStorage()).toBe('failed')
  bucket.fault = () => 403
  expect(await stateOfStorage()).toBe('failed')
  bucket.fault = null
})
