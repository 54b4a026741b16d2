import { useEffect } from 'react'

/** The frame of the app around the page holds the height of the window, and colors of its theme. */
const RULES = `
@media print {
  :has([data-print-page]) { display: block !important; height: auto !important; overflow: visible !important; }
  body *:not(:has([data-print-page]), [data-print-page], [data-print-page] *), [data-print-hidden] { display: none !important; }
  [data-print-page], [data-print-page] * { color: #000 !important; background: #fff !important; }
}`

/** While the page is shown, prints nothing but it, in black on white. A sheet that scripts make needs no nonce. */
export function usePrintSheet(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(RULES)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [])
}
