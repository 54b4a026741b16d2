import type { ChatId } from '@partyline/contract'
import { linkTo } from './links.ts'
import type { SharedPlace } from './teams.ts'

/** How links of Teams name a chat inside the app. */
const CHAT = /^chat:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** How they name a screen: `admin`, `admin/twilio`, `connection`. */
const SCREEN = /^(?:admin(?:\/[a-z]+)?|connection)$/

/** The address inside the app that a link of Teams leads to; null for what is neither a chat nor a screen. */
export function pathOfSubPage(subPageId: string | null): string | null {
  if (SCREEN.test(subPageId ?? '')) return `/${subPageId}`
  const chatId = CHAT.exec(subPageId ?? '')?.[1]
  return chatId ? `/?chat=${chatId}` : null
}

/** Opens what a link of Teams leads to. */
export function openSubPage(subPageId: string | null): void {
  const path = pathOfSubPage(subPageId)
  if (path === null) return
  history.replaceState(null, '', `/teams-app${linkTo(path, { surface: 'teams', search: location.search })}`)
}

/** A chat as a link of Teams leads to it, and as the browser does. */
export function placeOfChat({ id, name }: { id: ChatId; name: string }): SharedPlace {
  return { subPageId: `chat:${id}`, label: name, webUrl: `${location.origin}/?chat=${id}` }
}
