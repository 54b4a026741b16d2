/** The texts of the page of settings. */
export const PAGE_TEXTS = {
  title: 'Notifications',

  device: 'This device',
  deviceAbout: 'What you’re notified of in this browser.',
  choices: {
    off: { label: 'Off', about: '' },
    mine: { label: 'My chats', about: 'Chats that are assigned to you or to no one, mentions, and assignments' },
    all: { label: 'All chats', about: 'Every chat, except those you have turned off' },
  },
  sound: 'Play a sound',
  blocked:
    'Your browser blocks notifications from Partyline. To allow them, select the icon next to the address, and turn on notifications.',
  refused: 'Notifications stay off until you allow them when your browser asks.',
  unsupported: 'This browser can’t show notifications.',
  homeScreenFirst:
    'Add Partyline to your Home Screen first: choose Share, then Add to Home Screen. Open it from there, and turn on notifications.',
  inTeams: 'Teams shows notifications in its activity feed.',

  test: 'Send a test',
  testing: 'Sending…',
  testTitle: 'Partyline',
  testBody: 'This is how you’ll be notified.',
  results: {
    blocked: 'Nothing was shown: your browser blocks notifications from Partyline.',
    notShown: 'Nothing was shown: this browser doesn’t let pages notify you.',
    shown: 'A test was shown. If you don’t see it, check Do not disturb or Focus on this device.',
    pushed: 'A test is on its way by push. If you don’t see it, check Do not disturb or Focus on this device.',
    notPushed: (reason: string) => `Nothing was sent by push. ${reason}`,
  },

  when: 'When',
  whenAbout:
    'Outside of your working hours, only mentions, assignments, and messages of yours that weren’t sent notify you. While notifications are paused, nothing does. In both cases, colleagues see that you’re away when they mention you or assign a chat to you.',
  pause: 'Pause notifications',
  untilTomorrow: (time: string) => `Until tomorrow, ${time}`,
  untilOther: 'Until another time',
  pauseUntil: 'Pause',
  cancel: 'Cancel',
  resume: 'Resume',
  missingTime: 'Choose a date and a time.',

  hours: 'Working hours',
  always: 'Always notify me',
  inHours: 'Notify me in my working hours',
  dayOff: 'Off',
  outOfHours: (when: string) => `You’re out of hours until ${when}.`,
  neverInHours: 'You have no working hours on any day.',
  save: 'Save',
  saving: 'Saving…',

  teams: 'Teams',
  teamsAbout: 'For when no browser or phone of yours can notify you.',
  inTeamsToo: 'Also notify me in Teams if none of my devices did',

  last: 'Why you were or weren’t notified',
  nothingYet: 'Nothing yet.',
  moment: (day: string, time: string) => `${day} at ${time}`,

  devices: 'Devices with push',
  devicesAbout: 'They notify you even while Partyline is closed.',
  noDevices: 'None of your devices gets push. To add one, turn on notifications there.',
  here: 'This device',
  unknownDevice: 'Unknown browser',
  lastPush: (day: string) => `Last notified: ${day}`,
  noPushYet: 'Not notified yet',
  remove: 'Remove',
  removing: 'Removing…',
  pushOff: 'Push isn’t set up on this server. You’re notified in the browser only while Partyline is open.',
  howToSetUp: 'Whoever runs the server can set it up: docs/operations.md describes how.',
} as const
