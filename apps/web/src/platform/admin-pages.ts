type AdminPage = {
  path: string
  /** The name of its tab, and its title. */
  title: string
  /** Bookmarks of this path still lead here. */
  formerPath?: string
}

/** The administration's pages, in the order of their tabs. */
export const ADMIN_PAGES = {
  setup: { path: '/admin/setup', title: 'Setup' },
  organization: { path: '/admin', title: 'Organization' },
  people: { path: '/admin/people', title: 'People' },
  contacts: { path: '/admin/contacts', title: 'Contact settings' },
  numbers: { path: '/admin/twilio', title: 'Numbers' },
  hooks: { path: '/admin/webhooks', title: 'Webhooks' },
  keys: { path: '/admin/keys', title: 'API keys' },
  legalHolds: { path: '/admin/legal-holds', title: 'Legal holds' },
  diagnostics: { path: '/admin/diagnostics', title: 'Diagnostics', formerPath: '/admin/doctor' },
  log: { path: '/admin/log', title: 'Log', formerPath: '/admin/audit' },
} as const satisfies Record<string, AdminPage>

export type AdminPageId = keyof typeof ADMIN_PAGES

export const adminPages = Object.entries(ADMIN_PAGES) as readonly (readonly [AdminPageId, AdminPage])[]
