/**
 * Contacts: people with phones, tags, and the tenant's own fields. Their phones are rows of `contacts`, which "numbers" owns.
 * Owns the tables `contact_cards`, `contact_phones`, `contact_tags`, `contact_fields`, `contact_views`,
 * `contact_changes`, `contact_imports`, and `contact_import_rows`.
 */
export { createContactFields } from './contact-fields-service.ts'
export { createContactImports } from './import/contact-imports-service.ts'
export { createContactLists } from './contact-lists-service.ts'
export type { ContactLists } from './contact-lists-service.ts'
export { createContactViews } from './contact-views-service.ts'
export { contactRoutes } from './contacts-routes.ts'
export { createContacts } from './contacts-service.ts'
export type { Contacts } from './contacts-service.ts'
