let loading: Promise<void> | null = null

/**
 * Loads the styles of everything that the first scripts do not contain. They share one sheet (extract-styles.ts), which
 * the page links but leaves disabled. After a failure, the next chunk tries again.
 */
export function loadLaterStyles(): Promise<void> {
  loading ??= enableSheet().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function enableSheet(): Promise<void> {
  // The development server has none, and neither have unit tests.
  const sheet = typeof document === 'undefined' ? null : document.querySelector<HTMLLinkElement>('link[disabled]')
  if (!sheet) return
  await new Promise((resolve, reject) => {
    sheet.addEventListener('load', resolve, { once: true })
    sheet.addEventListener('error', reject, { once: true })
    sheet.disabled = false
  }).catch(() => {
    sheet.disabled = true
    throw new Error('The style sheet could not be loaded.')
  })
}
