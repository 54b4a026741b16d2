/** Serves the built web app: its files, and its single page with its own policy. */
export { webApp } from './web-app.ts'
