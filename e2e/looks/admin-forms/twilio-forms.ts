import { check } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectWrong } from '../../pages/form-keys.ts'
import { addSpareLine } from '../arrange.ts'
import { REASON, refuse } from '../calls.ts'
import { expectRefusal, pressing } from './admin-form.ts'
import type { AdminForm, Sitting } from './admin-form.ts'

const NUMBER = 'Spare line'
const WRONG_TOKEN = '0123456789abcdef0123456789abcdef'
const TOKEN = 'fedcba9876543210fedcba9876543210'

const card = (page: Page) => page.getByRole('listitem', { name: NUMBER })

/** The main action of the spare line. */
const ofNumber = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })

/** An item of its menu. */
const inMenu = (page: Page, name: string) => [
  card(page).getByRole('button', { name: /^More actions/ }),
  page.getByRole('menuitem', { name }),
]

/** A spare line that is in use. */
const begin = (clinic: Clinic) => {
  const parts = { disabled: false, webhookConfigured: true, assignedUsers: [clinic.me.id] }
  Object.assign(addSpareLine(clinic), parts)
}

/** Saves a shorter period, and agrees that texts are deleted. */
async function saveAndDelete(sitting: Sitting) {
  const { page, keys } = sitting
  await pressing('Save')(sitting)
  const question = page.getByRole('dialog', { name: 'Delete old texts?' })
  await keys.press(question.getByRole('button', { name: 'Save and delete' }))
}

/** Forms of the account, its lines, and Diagnostics. */
export const TWILIO_FORMS: readonly AdminForm[] = [
  {
    title: 'Twilio Configuration',
    source: 'numbers/twilio-settings-modal.tsx',
    address: '/admin/twilio',
    way: (page) => [page.getByRole('button', { name: 'Change account' })],
    async refused({ page, form, keys }) {
      const token = form.getByLabel('Account Token')
      await expect(form.getByLabel('Account SID')).toBeFocused()
      await expect(form.getByLabel('Account SID')).toHaveAccessibleDescription(/for example AC0123456789/)
      await expect(token).toHaveAccessibleDescription(/Twilio calls it the Auth Token/)
      await page.keyboard.press('Enter')
      await expectWrong(token, 'Account Token should be defined.', '')
      const undo = await refuse(page, 'settings.updateTwilioAccount', 'validation', { field: 'authToken' })
      await page.keyboard.type(WRONG_TOKEN)
      await page.keyboard.press('Enter')
      await expectWrong(token, REASON, WRONG_TOKEN)
      await undo()
      const accountSid = await form.getByLabel('Account SID').inputValue()
      const undoSid = await refuse(page, 'settings.updateTwilioAccount', 'validation', { field: 'accountSid' })
      await keys.write(form.getByLabel('Account SID'), 'AC12')
      await page.keyboard.press('Enter')
      await expectWrong(form.getByLabel('Account SID'), REASON, 'AC12')
      await undoSid()
      await keys.write(form.getByLabel('Account SID'), accountSid)
    },
    async taken({ page, form, keys }) {
      await keys.write(form.getByLabel('Account Token'), TOKEN)
      await page.keyboard.press('Enter')
    },
  },
  {
    title: 'Update info from Twilio',
    source: 'numbers/twilio-account.tsx',
    address: '/admin/twilio',
    way: (page) => [page.getByRole('button', { name: 'Update info from Twilio' })],
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioAccount', 'Update'),
    taken: pressing('Update'),
  },
  {
    title: 'Use Twilio number',
    source: 'numbers/use-number-modal.tsx',
    address: '/admin/twilio',
    way: (page) => [ofNumber(page, 'Use')],
    before: (clinic) => void addSpareLine(clinic),
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioNumber', 'Use'),
    taken: pressing('Update anyway'),
  },
  {
    title: 'Default Assigned users',
    source: 'numbers/assigned-users-modal.tsx',
    address: '/admin/twilio',
    way: (page) => inMenu(page, 'Default Assigned users'),
    before: begin,
    async refused(sitting) {
      const mei = sitting.form.getByRole('switch', { name: 'Mei Tanaka' })
      await sitting.keys.press(mei, 'Space')
      await expectRefusal(sitting, 'settings.assignUsers', 'Save')
      await expect(mei).toBeChecked()
    },
    taken: pressing('Save'),
  },
  {
    title: 'Hours and replies',
    source: 'hours/line-hours-modal.tsx',
    address: '/admin/twilio',
    way: (page) => [ofNumber(page, 'Hours and replies')],
    before: begin,
    async refused(sitting) {
      const { form, keys } = sitting
      const away = form.getByRole('textbox', { name: 'Away reply' })
      await keys.press(form.getByRole('radio', { name: 'Same as the organization' }), 'ArrowDown')
      await expect(form.getByRole('radio', { name: 'Always', exact: true })).toBeChecked()
      await keys.press(form.getByRole('switch', { name: 'Reply outside of opening hours' }), 'Space')
      await keys.write(away, ' ')
      await pressing('Save')(sitting)
      await expectWrong(away, 'Write the text, or turn the reply off.', ' ')
      await keys.write(away, 'We are closed.')
      await expect(form.getByRole('region', { name: 'What contacts will see' })).toContainText('We are closed.')
      await expectRefusal(sitting, 'settings.updateHours', 'Save')
    },
    taken: pressing('Save'),
  },
  {
    title: 'Written consent',
    source: 'consent/line-consent-modal.tsx',
    address: '/admin/twilio',
    way: (page) => inMenu(page, 'Written consent…'),
    before: begin,
    async refused(sitting) {
      const { form, keys } = sitting
      await keys.press(form.getByRole('radio', { name: /^Off/ }), 'ArrowDown')
      await expect(form.getByRole('radio', { name: /^Warn/ })).toBeChecked()
      await keys.write(form.getByRole('textbox', { name: 'Consent request' }), 'May we text you?')
      await expect(form.getByRole('region', { name: 'What contacts will see' })).toContainText('May we text you?')
      await expectRefusal(sitting, 'settings.updateConsent', 'Save')
    },
    taken: pressing('Save'),
  },
  {
    title: 'Keep texts',
    source: 'retention/line-retention-modal.tsx',
    address: '/admin/twilio',
    way: (page) => inMenu(page, 'Keep texts…'),
    before: begin,
    async refused(sitting) {
      const { page, form, keys } = sitting
      const days = form.getByRole('textbox', { name: 'Days' })
      await keys.press(form.getByRole('radio', { name: 'Forever' }), 'ArrowDown')
      await keys.write(days, '7')
      await pressing('Save')(sitting)
      await expectWrong(days, 'Enter a whole number of days from 30 to 36,500.', '7')
      await keys.write(days, '90')
      await expect(form.getByRole('status')).toContainText('1,204 texts and 3 notes in 88 chats')
      const undo = await refuse(page, 'settings.updateRetention')
      await saveAndDelete(sitting)
      await expect(form.getByRole('alert')).toContainText(REASON)
      await expect(days).toHaveValue('90')
      await undo()
    },
    taken: saveAndDelete,
  },
  {
    title: 'Stop using Twilio number',
    source: 'numbers/use-number-modal.tsx',
    address: '/admin/twilio',
    way: (page) => inMenu(page, 'Stop using'),
    before: begin,
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioNumber', 'Stop using'),
    taken: pressing('Update anyway'),
  },
  {
    title: 'Point it to Partyline',
    source: 'diagnostics/fix-button.tsx',
    address: '/admin/diagnostics',
    way: (page) => [page.getByRole('button', { name: 'Point it to Partyline: Front desk' })],
    before({ lines, checks }) {
      const fix = { kind: 'useNumber', label: 'Point it to Partyline' } as const
      checks.push(check('numberWebhook', { number: lines[0]!, state: 'failed', advice: 'Point it.', fix }))
    },
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioNumber', 'Point it to Partyline'),
    taken: pressing('Point it to Partyline'),
  },
]
