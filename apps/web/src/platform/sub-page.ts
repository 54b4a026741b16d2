import type { ChatId } from '@partyline/contract'
import { linkTo } from './links.ts'
import type { SharedPlace } from './teams.ts'

/** How Teams links name a chat. */
const CHAT = /^chat:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** How Teams links name a screen: `admin`, `admin/twilio`, `connection`, `contacts`, `notifications`, `reports`. */
const SCREEN = /^(?:admin(?:\/[a-z]+)?|connection|contacts|notifications|reports)$/

/** The path inside the app for a Teams link; null if it names neither a chat nor a screen. */
export function pathOfSubPage(subPageId: string | null): string | null {
  if (SCREEN.test(subPageId ?? '')) return `/${subPageId}`
  const chatId = CHAT.exec(subPageId ?? '')?.[1]
  return chatId ? `/?chat=${chatId}` : null
}

/** Opens the target of a Teams link. */
export function openSubPage(subPageId: string | null): void {
  const path = pathOfSubPage(subPageId)
  if (path === null) return
  history.replaceState(null, '', `/teams-app${linkTo(path, { surface: 'teams', search: location.search })}`)
}

/** The target of a Teams link to a chat, and of the same link outside of Teams. */
export function placeOfChat({ id, name }: { id: ChatId; name: string }): SharedPlace {
  return { subPageId: `chat:${id}`, label: name, webUrl: `${location.origin}/?chat=${id}` }
}
