import { createHash } from 'node:crypto'

export const PAGE_STYLE = `
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #242424; background: #fff; font: 15px/1.45 'Segoe UI', system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font-size: 1.6rem }
h2 { margin: 2rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid #d1d1d1; font-size: 1rem }
h3 { margin: 0 0 .25rem; font-size: .9rem }
h3 time, h3 span, figcaption, .change, .facts, footer { color: #616161; font-weight: 400; font-size: .8rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 }
dt { color: #616161 }
dd { margin: 0 }
article { margin: .75rem 0; padding: .5rem .75rem; border-left: 3px solid #8a8886; break-inside: avoid }
.ours { border-left-color: #0f6cbd }
.theirs { background: #f5f5f5 }
.note { border-left-style: dashed; background: #fff9e5 }
.text { margin: 0; white-space: pre-wrap }
blockquote { margin: 0 0 .25rem; padding-left: .5rem; border-left: 2px solid #d1d1d1; color: #616161; font-size: .85rem; white-space: pre-wrap }
figure { margin: .5rem 0; break-inside: avoid }
img { display: block; max-width: 100%; max-height: 24rem }
.facts { margin: .25rem 0 0; padding: 0; list-style: none }
.failed { color: #b10e1c }
.change { margin: .5rem 0; text-align: center }
footer { margin-top: 2rem; padding-top: .5rem; border-top: 1px solid #d1d1d1 }
code { font-size: .75rem }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
@media print { body { max-width: none; margin: 0; font-size: 11pt } h2 { break-after: avoid } img { max-height: 12cm } a { color: inherit } @page { margin: 1.5cm } }
`

/** The page runs no script and loads nothing: its pictures are in it. */
export const PAGE_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`
