/** The name that a control shows or has for screen readers. */
const nameOf = (element: HTMLElement) => element.ariaLabel ?? element.dataset['tip'] ?? element.textContent

/** The element, or for an item of a menu, which is gone when it has been chosen, the menu's button. */
function controlOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const control = button ? document.getElementById(button) : focused
  return control instanceof HTMLElement && control !== document.body ? control : null
}

/** The control from which another page was opened. */
export type Opener = {
  /** Whether it is still on the screen. */
  isShown: () => boolean
  /** Finds it, or the same control of a page that has been drawn anew. */
  find: () => HTMLElement | undefined
}

export function openerOf(focused: Element | null): Opener {
  const control = controlOf(focused)
  if (control === null) return { isShown: () => false, find: () => undefined }
  const name = nameOf(control)
  const isShown = () => control.checkVisibility()
  return {
    isShown,
    find() {
      if (isShown()) return control
      return [...document.querySelectorAll<HTMLElement>(control.tagName)].find(
        (other) => nameOf(other) === name && other.checkVisibility(),
      )
    },
  }
}
