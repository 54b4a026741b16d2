import type { ChatId, ChatListItem } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { answer } from './network.ts'

/** Changes what the server answers of the list; where `next` is given, a further page is promised, and is empty. */
export async function answerList(page: Page, change: (items: ChatListItem[]) => ChatListItem[], next?: string) {
  await answer(page, 'chats.search', async (route) => {
    const { cursor, unclaimed } = route.request().postDataJSON() as { cursor?: string; unclaimed?: boolean }
    if (unclaimed) return route.continue()
    if (cursor !== undefined) return route.fulfill({ json: { data: [] } })
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: ChatListItem[] }
    const headers = { ...response.headers(), ...(next && { 'x-next-cursor': next }) }
    return route.fulfill({ response, headers, json: { ...rest, data: change(data) } })
  })
}

/** A list of which the first page does not show all. */
export async function makeLong(page: Page, parts: Partial<ChatListItem> = {}) {
  const ids = Array.from(
    { length: 50 },
    (_, at) => `019a0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}` as ChatId,
  )
  await answerList(page, ([item]) => (item ? ids.map((id) => ({ ...item, ...parts, id })) : []), 'further')
}
