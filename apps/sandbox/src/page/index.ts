export { serveBrowserFiles } from './browser-files.ts'
export { html } from './html.ts'
export type { Html } from './html.ts'
