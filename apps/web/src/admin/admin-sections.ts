/** The tabs of the administration, in their order, and the path of each. */
export const ADMIN_PATHS = {
  setup: '/admin/setup',
  organization: '/admin',
  people: '/admin/people',
  contacts: '/admin/contacts',
  numbers: '/admin/twilio',
  diagnostics: '/admin/diagnostics',
  log: '/admin/log',
} as const
export type AdminSection = keyof typeof ADMIN_PATHS

export const ADMIN_SECTIONS = Object.keys(ADMIN_PATHS) as AdminSection[]
