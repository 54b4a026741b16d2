const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}
export type { Html }

/** Markup as it is, such as a style sheet. */
export const raw = (source: string): Html => new Html(source)

type Part = Html | string | number | null | false | readonly Part[]

/** HTML. Texts in it are escaped, other markup is not; null and false are left out. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + sourceOf(parts[at] ?? null)).join(''))
}

function sourceOf(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.source
  if (typeof part === 'object') return part.map(sourceOf).join('')
  return String(part).replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark)
}
