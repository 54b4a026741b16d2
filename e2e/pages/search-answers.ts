import type { ChatListItem } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { answer } from './network.ts'

/** One answer of a search in messages. */
type Part = { cursor?: string; backTo?: string; isEmpty?: boolean }

/** Lets a search in messages come in parts: the server's own results, and what it says of the rest. */
export async function answerInParts(page: Page, parts: readonly [Part, ...Part[]]): Promise<void> {
  let next = 0
  await answer(page, 'chats.search', async (route) => {
    const { searchIn, cursor, ...body } = route.request().postDataJSON() as { searchIn?: string; cursor?: string }
    if (searchIn !== 'messages') return route.fallback()
    if (cursor === undefined) next = 0
    const part = parts[next] ?? {}
    next += 1
    const response = await route.fetch({ postData: { ...body, searchIn } })
    const { data, ...rest } = (await response.json()) as { data: ChatListItem[] }
    const headers = {
      ...response.headers(),
      ...(part.cursor && { 'x-next-cursor': part.cursor }),
      ...(part.backTo && { 'x-searched-back-to': part.backTo }),
    }
    return route.fulfill({ response, headers, json: { ...rest, data: part.isEmpty ? [] : data } })
  })
}
