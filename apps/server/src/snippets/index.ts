/**
 * Snippets: texts and files that people insert into messages, their own and shared ones. Owns the tables `snippets` and
 * `snippet_media`.
 */
export { snippetRoutes } from './snippets-routes.ts'
export { createSnippets } from './snippets-service.ts'
export type { Snippets } from './snippets-service.ts'
