/**
 * While an input method composes a word, its keys belong to it: no handler, ours or a library's, sees them. Call this before
 * other listeners are added.
 */
export function hideKeysOfInputMethods(window: Pick<EventTarget, 'addEventListener'>): void {
  const hide = (event: Event) => {
    if (isOfInputMethod(event as KeyboardEvent)) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', hide, { capture: true })
}

/** The code of all keys that an input method handles: UI Events, section 7.3.1. */
const PROCESSED = 229

/** In Safari, the word has ended before its Enter arrives, and only the code tells it from another Enter. */
function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === PROCESSED
}
