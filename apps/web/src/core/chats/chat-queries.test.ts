import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { SAMPLE_TOKENS } from '../../platform/tests/sample-tokens.ts'
import { chatListQuery } from './chat-queries.ts'

const fetch = async () => Response.json({ operation: 'chats.search', message: null, details: null, data: [] })
const api = createApi({ fetch, base: '', tokens: SAMPLE_TOKENS })

it('keeps the chat list in the cache, but drops search results that are no longer shown', async () => {
  const client = new QueryClient()
  for (const term of ['', 'marta']) {
    const leave = new InfiniteQueryObserver(client, chatListQuery(api, { mode: 'my', term })).subscribe(() => undefined)
    await new Promise((resolve) => setTimeout(resolve))
    leave()
  }
  await new Promise((resolve) => setTimeout(resolve))
  const kept = client.getQueryCache().getAll()
  expect(kept.map(({ queryKey }) => queryKey)).toEqual([['chats', 'list', { mode: 'my', term: '' }]])
  client.clear()
})
