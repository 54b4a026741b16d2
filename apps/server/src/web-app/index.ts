/** Serves the built web app: its files, and its one page with a policy of its own. */
export { webApp } from './web-app.ts'
