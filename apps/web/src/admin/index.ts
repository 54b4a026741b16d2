import { lazy } from 'react'

/** Few people open it: it is loaded on use. */
export const AdminArea = lazy(async () => ({ default: (await import('./admin-area.tsx')).AdminArea }))
