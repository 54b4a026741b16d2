import type { PublicConfig } from '@partyline/contract'
import { expect, test } from 'vitest'
import { apiBase, loadConfig } from './config.ts'

const config = { baseUrl: 'https://app.test', apiUrl: 'https://app.test' } as PublicConfig

test('apiBase is the origin of the page unless the API has another one', () => {
  expect(apiBase(config, 'https://other-name.test')).toBe('https://other-name.test')
  expect(apiBase({ ...config, apiUrl: '' }, 'https://app.test')).toBe('https://app.test')
  expect(apiBase({ ...config, apiUrl: 'https://api.test/' }, 'https://app.test')).toBe('https://api.test')
})

test('loadConfig rejects a failed response', async () => {
  expect(await loadConfig(async () => Response.json(config))).toEqual(config)
  await expect(loadConfig(async () => new Response('', { status: 503 }))).rejects.toThrow('503')
})
