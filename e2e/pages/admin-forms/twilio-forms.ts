import type { Client } from '@partyline/driver'
import { expect } from '@playwright/test'
import { expectWrong } from '../form-keys.ts'
import { accountAtTwilio, changeAtTwilio } from '../twilio-account.ts'
import { expectRefusal, pressing } from './admin-form.ts'
import type { AdminForm, Frame } from './admin-form.ts'

const NUMBER = 'Spare line'
const WRONG_TOKEN = '0123456789abcdef0123456789abcdef'

/** A button of the spare line. */
const ofNumber = (frame: Frame, name: string) =>
  frame
    .getByRole('list', { name: 'Twilio numbers' })
    .getByRole('listitem')
    .filter({ hasText: NUMBER })
    .getByRole('button', { name, exact: true })

const begin = (dana: Client) => setUse(dana, NUMBER, true)
const end = (dana: Client) => setUse(dana, NUMBER, false)

/** Forms of the account, its lines, and Diagnostics. */
export const TWILIO_FORMS: readonly AdminForm[] = [
  {
    title: 'Twilio Configuration',
    source: 'numbers/twilio-settings-modal.tsx',
    address: '/admin/twilio',
    way: (frame) => [frame.getByRole('button', { name: 'Change account' })],
    async refused({ page, form, keys }) {
      const { accountSid } = await accountAtTwilio()
      const token = form.getByLabel('Account Token')
      await expect(form.getByLabel('Account SID')).toBeFocused()
      await expect(form.getByLabel('Account SID')).toHaveAccessibleDescription(/for example AC0123456789/)
      await expect(token).toHaveAccessibleDescription(/Twilio calls it the Auth Token/)
      await page.keyboard.press('Enter')
      await expectWrong(token, 'Account Token should be defined.', '')
      await page.keyboard.type(WRONG_TOKEN)
      await page.keyboard.press('Enter')
      await expectWrong(token, 'Twilio does not accept this Account SID and Auth Token.', WRONG_TOKEN)
      await expect(form.getByLabel('Account SID')).toHaveValue(accountSid)
      await keys.write(form.getByLabel('Account SID'), 'AC12')
      await page.keyboard.press('Enter')
      await expectWrong(form.getByLabel('Account SID'), 'Account SID', 'AC12')
      await keys.write(form.getByLabel('Account SID'), accountSid)
    },
    async taken({ page, form, keys }) {
      const { authToken } = await accountAtTwilio()
      await keys.write(form.getByLabel('Account Token'), authToken)
      await page.keyboard.press('Enter')
    },
  },
  {
    title: 'Update info from Twilio',
    source: 'numbers/twilio-account.tsx',
    address: '/admin/twilio',
    way: (frame) => [frame.getByRole('button', { name: 'Update info from Twilio' })],
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioAccount', 'Update'),
    taken: pressing('Update'),
  },
  {
    title: 'Use Twilio number',
    source: 'numbers/use-number-modal.tsx',
    address: '/admin/twilio',
    way: (frame) => [ofNumber(frame, 'Use')],
    before: end,
    after: end,
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioNumber', 'Use'),
    taken: pressing('Update anyway'),
  },
  {
    title: 'Default Assigned users',
    source: 'numbers/assigned-users-modal.tsx',
    address: '/admin/twilio',
    way: (frame) => [ofNumber(frame, 'Default Assigned users')],
    async before(dana) {
      await begin(dana)
      await assign(dana, [(await dana.get('users.me')).id])
    },
    after: end,
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
    way: (frame) => [ofNumber(frame, 'Hours and replies')],
    before: begin,
    async after(dana) {
      const body = { hours: null, awayReply: null, greeting: null }
      await dana.get('settings.updateHours', { params: { numberId: await idOf(dana, NUMBER) }, body })
      await end(dana)
    },
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
    title: 'Stop using Twilio number',
    source: 'numbers/use-number-modal.tsx',
    address: '/admin/twilio',
    way: (frame) => [ofNumber(frame, 'Stop using')],
    before: begin,
    after: end,
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioNumber', 'Stop using'),
    taken: pressing('Update anyway'),
  },
  {
    title: 'Point it to Partyline',
    source: 'diagnostics/fix-button.tsx',
    address: '/admin/diagnostics',
    way: (frame) => [frame.getByRole('button', { name: 'Point it to Partyline: Front desk' })],
    before: () => changeAtTwilio('Front desk', { SmsUrl: 'https://old.example/sms' }),
    after: (dana) => setUse(dana, 'Front desk', true),
    refused: (sitting) => expectRefusal(sitting, 'settings.updateTwilioNumber', 'Point it to Partyline'),
    taken: pressing('Point it to Partyline'),
  },
]

async function idOf(dana: Client, wanted: string): Promise<string> {
  const { twilioNumbers } = await dana.get('settings.tenant')
  return twilioNumbers.find(({ name }) => name === wanted)?.id ?? ''
}

async function assign(dana: Client, ids: string[]) {
  await dana.get('settings.assignUsers', { params: { numberId: await idOf(dana, NUMBER) }, body: { ids } })
}

async function setUse(dana: Client, name: string, useNumber: boolean) {
  const body = { useNumber, force: true }
  await dana.get('settings.updateTwilioNumber', { params: { numberId: await idOf(dana, name) }, body })
}
