import { createStore } from '../../platform/store.ts'
import { announce } from '../announcer.tsx'
import { TOAST_TEXTS } from './toast-texts.ts'

/** A short message at the edge of the screen. A new one replaces the last. */
export type Toast = {
  kind: 'done' | 'failed'
  text: string
  /** The ID of the chat that it is about. */
  about?: string
  /** Undoes the action that the toast reports. */
  onUndo?: (() => void) | undefined
}

/** The toast on screen, and its React key. */
export const toasts = createStore<{ toast: Toast; key: number } | null>(null)
let lastKey = 0

/** Shows a toast, which screen readers announce. */
export function showToast(toast: Toast): void {
  lastKey += 1
  toasts.set({ toast, key: lastKey })
  announce(toast.onUndo ? `${toast.text.replace(/\.$/, '')}. ${TOAST_TEXTS.undoKeys}` : toast.text)
}

/** Reports that a form was saved. */
export const showSaved = () => showToast({ kind: 'done', text: TOAST_TEXTS.saved })

export const currentToast = (): Toast | null => toasts.current()?.toast ?? null

export function closeToast(): void {
  toasts.set(null)
}

/** Undoes the action that the toast on screen reports. Returns whether there was one. */
export function undoByToast(): boolean {
  const onUndo = currentToast()?.onUndo
  if (!onUndo) return false
  closeToast()
  onUndo()
  return true
}
