import type { ChatId } from '@partyline/contract'

/** Frames within which menus close and chats leave the list. */
const MAX_FRAMES = 30

export function rowOf(chatId: ChatId): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-chat="${CSS.escape(chatId)}"]`)
}

/** Finds the focus target after an action: where it started, the next row if its row is gone, or the header. */
export function focusAfter(opener: HTMLElement | null): () => HTMLElement | null {
  const next = opener?.matches('[data-chat]') ? rowAfter(opener) : null
  return () => {
    if (opener?.isConnected && opener !== document.body) return opener
    return next ?? firstAction()
  }
}

/** Reopen, or the first button of the header that its width does not hide. */
function firstAction(): HTMLElement | null {
  const buttons = ['[data-reopen]', '[data-triage] button'].flatMap((selector) => [
    ...document.querySelectorAll<HTMLElement>(selector),
  ])
  return buttons.find((button) => button.offsetParent !== null) ?? null
}

/** The row of the chat below a row, or above the last one. */
function rowAfter(row: HTMLElement): HTMLElement | null {
  const item = row.closest('li')
  const other = item?.nextElementSibling ?? item?.previousElementSibling
  return other?.querySelector<HTMLElement>('[data-chat]') ?? null
}

/** Keeps the focus for a moment: if the focused element disappears, this one gets it. */
export function focusIfLost(find: () => HTMLElement | null): void {
  let frames = MAX_FRAMES
  const watch = () => {
    if (document.activeElement === null || document.activeElement === document.body) find()?.focus()
    frames -= 1
    if (frames > 0) requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
}
