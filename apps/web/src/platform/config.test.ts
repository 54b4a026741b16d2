import type { PublicConfig } from '@partyline/contract'
import { expect, test } from 'vitest'
import { apiBase, loadConfig } from './config.ts'

const config = { baseUrl: 'https://app.test', apiUrl: 'https://app.test' } as PublicConfig

test('the API is where the page came from, unless it stands elsewhere', () => {
  expect(apiBase(config, 'https://other-name.test')).toBe('https://other-name.test')
  expect(apiBase({ ...config, apiUrl: '' }, 'https://app.test')).toBe('https://app.test')
  expect(apiBase({ ...config, apiUrl: 'https://api.test/' }, 'https://app.test')).toBe('https://api.test')
})

test('a configuration that cannot be read is an error', async () => {
  expect(await loadConfig(async () => Response.json(config))).toEqual(config)
  await expect(loadConfig(async () => new Response('', { status: 503 }))).rejects.toThrow('503')
})
