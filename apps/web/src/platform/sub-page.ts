import type { ChatId } from '@partyline/contract'
import { linkTo } from './links.ts'
import type { SharedPlace } from './teams.ts'

/** How links of Teams name a chat inside the app. */
const CHAT = /^chat:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Opens the chat that a link of Teams leads to; what is not the name of a chat opens nothing. */
export function openSubPage(subPageId: string | null): void {
  const chatId = CHAT.exec(subPageId ?? '')?.[1]
  if (!chatId) return
  const path = linkTo(`/?chat=${chatId}`, { surface: 'teams', search: location.search })
  history.replaceState(null, '', `/teams-app${path}`)
}

/** A chat as a link of Teams leads to it, and as the browser does. */
export function placeOfChat({ id, name }: { id: ChatId; name: string }): SharedPlace {
  return { subPageId: `chat:${id}`, label: name, webUrl: `${location.origin}/?chat=${id}` }
}
