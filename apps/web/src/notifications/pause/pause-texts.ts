export const PAUSE_TEXTS = {
  pause: 'Pause notifications',
  resume: 'Resume notifications',
  settings: 'Notification settings',
  forAnHour: 'For an hour',
  untilTomorrow: 'Until tomorrow',
  pausedUntil: (when: string) => `Paused until ${when}`,
  sign: (when: string) => `Notifications paused until ${when}`,
  resumed: 'Notifications resumed',
} as const
