import { lazy } from 'react'

export { ADMIN_PATHS, ADMIN_SECTIONS } from './admin-sections.ts'

/** Few people open it: it is loaded on use. */
export const AdminArea = lazy(async () => ({ default: (await import('./admin-area.tsx')).AdminArea }))

/** The same: whoever opens it wonders. */
export const ConnectionPage = lazy(async () => ({
  default: (await import('./connection/connection-page.tsx')).ConnectionPage,
}))
