import type { ChatListItem } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { answer, wholeAnswer } from './network.ts'

/** One response of a message search. */
type Part = { cursor?: string; backTo?: string; isEmpty?: boolean }

/** Splits the responses of a message search into parts. */
export async function answerInParts(page: Page, parts: readonly [Part, ...Part[]]): Promise<void> {
  let next = 0
  await answer(page, 'chats.search', async (route) => {
    const { searchIn, cursor, ...body } = route.request().postDataJSON() as { searchIn?: string; cursor?: string }
    if (searchIn !== 'messages') return route.fallback()
    if (cursor === undefined) next = 0
    const part = parts[next] ?? {}
    next += 1
    const whole = await wholeAnswer<ChatListItem[]>(route, { postData: { ...body, searchIn } })
    const headers = {
      ...whole.headers,
      ...(part.cursor && { 'x-next-cursor': part.cursor }),
      ...(part.backTo && { 'x-searched-back-to': part.backTo }),
    }
    const json = { ...whole.body, ...(part.isEmpty && { data: [] }) }
    return route.fulfill({ response: whole.response, headers, json })
  })
}
