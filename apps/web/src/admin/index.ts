import { lazy } from 'react'

/** Few people open it: loaded on first use. */
export const AdminArea = lazy(async () => ({ default: (await import('./admin-area.tsx')).AdminArea }))

/** Opened rarely, too. */
export const ConnectionPage = lazy(async () => ({
  default: (await import('./connection/connection-page.tsx')).ConnectionPage,
}))
