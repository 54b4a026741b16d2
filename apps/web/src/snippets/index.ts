export { blankAround, blankBeside, blanksIn } from './blanks.ts'
export { SNIPPET_TEXTS } from './snippet-texts.ts'
export { SnippetTool } from './snippet-tool.tsx'
