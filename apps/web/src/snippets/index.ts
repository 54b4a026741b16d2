export { blankAround, blankBeside, blanksIn } from './blanks.ts'
export { SNIPPET_TEXTS } from './snippet-texts.ts'
export { SnippetTool } from './snippet-tool.tsx'
export type { SnippetToolHandle } from './snippet-tool.tsx'
