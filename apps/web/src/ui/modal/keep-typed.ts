/** Keeps what is typed while a modal loads. The returned function ends that, and types it into the field with the focus. */
export function keepTyped(modal: HTMLElement): () => void {
  let typed = ''
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    if (key.length > 1 || ctrlKey || metaKey || altKey || repeat) return
    event.preventDefault()
    typed += key
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    if (typed === '') return
    // After the content has given its first field the focus.
    setTimeout(() => {
      const field = document.activeElement
      const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (!isField || !modal.contains(field) || field.selectionStart === null) return
      field.setRangeText(typed, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
  }
}
