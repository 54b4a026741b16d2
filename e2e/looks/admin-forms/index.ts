import type { AdminForm } from './admin-form.ts'
import { CONTACT_FORMS } from './contact-forms.ts'
import { HOOK_FORMS } from './hook-forms.ts'
import { KEY_FORMS } from './key-forms.ts'
import { SETTINGS_FORMS } from './settings-forms.ts'
import { TWILIO_FORMS } from './twilio-forms.ts'

/** All forms of the administration. */
export const ADMIN_FORMS: readonly AdminForm[] = [
  ...SETTINGS_FORMS,
  ...HOOK_FORMS,
  ...CONTACT_FORMS,
  ...TWILIO_FORMS,
  ...KEY_FORMS,
]
