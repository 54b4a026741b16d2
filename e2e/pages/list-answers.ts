import type { ChatId, ChatListItem } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { answer, wholeAnswer } from './network.ts'

/** Changes the server's response for the list; with `next`, it announces another page, which is empty. */
async function answerList(page: Page, change: (items: ChatListItem[]) => ChatListItem[], next?: string) {
  await answer(page, 'chats.search', async (route) => {
    const { cursor, unclaimed } = route.request().postDataJSON() as { cursor?: string; unclaimed?: boolean }
    if (unclaimed) return route.continue()
    if (cursor !== undefined) return route.fulfill({ json: { data: [] } })
    const { response, headers, body } = await wholeAnswer<ChatListItem[]>(route)
    return route.fulfill({
      response,
      headers: { ...headers, ...(next && { 'x-next-cursor': next }) },
      json: { ...body, data: change(body.data) },
    })
  })
}

/** Makes the list longer than its first page. */
export async function makeLong(page: Page, parts: Partial<ChatListItem> = {}) {
  const ids = Array.from(
    { length: 50 },
    (_, at) => `019a0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}` as ChatId,
  )
  await answerList(page, ([item]) => (item ? ids.map((id) => ({ ...item, ...parts, id })) : []), 'further')
}
