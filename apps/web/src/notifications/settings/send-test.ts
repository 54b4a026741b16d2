import type { DeviceId } from '@partyline/contract'
import { NOTICE_ICONS } from '../../core/notices/notice.ts'
import type { Api } from '../../platform/api.ts'
import { errorText } from '../../platform/api-error.ts'
import { isBlocked } from '../browser-settings.ts'
import { PAGE_TEXTS } from './page-texts.ts'

type TestResult = { isWell: boolean; text: string }

const { results, testTitle, testBody } = PAGE_TEXTS

/** Sends a test to this device, by push if it is a push device. Returns the result as text. */
export async function sendTest(api: Api, deviceId: DeviceId | undefined): Promise<TestResult> {
  if (isBlocked()) return { isWell: false, text: results.blocked }
  if (deviceId === undefined) return showTest()
  try {
    await api.call('push.test', { params: { deviceId } })
    return { isWell: true, text: results.pushed }
  } catch (error) {
    return { isWell: false, text: results.notPushed(errorText(error)) }
  }
}

function showTest(): TestResult {
  try {
    const test = new Notification(testTitle, { body: testBody, ...NOTICE_ICONS, tag: 'partyline.test' })
    test.addEventListener('click', () => {
      window.focus()
      test.close()
    })
    return { isWell: true, text: results.shown }
  } catch {
    // Chrome on Android only shows notifications of service workers.
    return { isWell: false, text: results.notShown }
  }
}
