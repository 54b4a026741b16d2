import { lazy } from 'react'

/** Few people open it: it is loaded on use. */
export const AdminArea = lazy(async () => ({ default: (await import('./admin-area.tsx')).AdminArea }))

/** The same: whoever opens it wonders. */
export const ConnectionPage = lazy(async () => ({
  default: (await import('./connection/connection-page.tsx')).ConnectionPage,
}))
