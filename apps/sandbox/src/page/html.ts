/** Safe HTML: everything in it was escaped or written by us. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[]

/** Tagged template: plain values are escaped, `Html` values are inserted unchanged. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: parts }, ...values.map(render)) }
}

function render(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
