import type { EnvelopeCallName, NotificationSettings } from '@partyline/contract'
import { NOTIFICATION_TEXTS } from '@partyline/contract'
import { find, Refusal } from './answer.ts'
import type { Answer } from './answer.ts'
import { pushDevice } from './clinic.ts'
import type { Clinic } from './clinic.ts'

/** The calls of notifications and push. */
export const NOTIFICATION_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'notifications.get': settingsOf,
  'notifications.update': (clinic, { body: { teams, ...availability } }) => {
    const { pausedUntil } = availability
    if (pausedUntil && Date.parse(pausedUntil) <= Date.now())
      throw new Refusal('validation', NOTIFICATION_TEXTS.pastPause, { field: 'pausedUntil' })
    Object.assign(clinic.me, availability)
    clinic.notifications.teams = teams ?? clinic.notifications.teams
    return settingsOf(clinic)
  },
  'notifications.shown': () => undefined,
  'push.list': ({ pushDevices }) => pushDevices,
  'push.add': ({ pushDevices }, { body: { choice } }) => {
    const added = pushDevice(pushDevices.length + 1, 'Chrome on Windows', { choice, current: true })
    pushDevices.unshift(added)
    return added
  },
  'push.remove': ({ pushDevices }, { params }) =>
    void pushDevices.splice(pushDevices.indexOf(find(pushDevices, params.deviceId)), 1),
  'push.test': ({ pushDevices }, { params }) => void find(pushDevices, params.deviceId),
}

function settingsOf({ me, notifications }: Clinic): NotificationSettings {
  const { workingHours, pausedUntil } = me
  return { ...notifications, workingHours, pausedUntil }
}
