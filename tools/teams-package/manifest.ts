import type { TeamsSettings } from './settings.ts'

/** The lowest version with everything that the tab needs, for older Teams clients. */
const MANIFEST_VERSION = '1.19'
const ACCENT = '#5b5fc7'
/** Placeholders that Teams replaces. Its mobile clients know only these older names. */
const CHOICES = 'theme={theme}&locale={locale}'

/** File names of the icons in the package. */
export const ICONS = { color: 'color.png', outline: 'outline.png' }
/** The tab's name in links: https://teams.microsoft.com/l/entity/{id of the app}/{name of the tab}. */
const TAB = 'messages'

/**
 * The activities in people's feeds, with the app as actor. Teams' notification settings show the descriptions. None has a
 * parameter for a text, a name, or a phone number.
 */
const ACTIVITY_TYPES = [
  {
    type: 'mentioned',
    description: 'Someone mentions you in a note',
    templateText: '{actor}: someone mentioned you in a note',
  },
  { type: 'assigned', description: 'A chat is assigned to you', templateText: '{actor}: a chat was assigned to you' },
  {
    type: 'unclaimed',
    description: 'A text arrives in a chat that no one is in',
    templateText: '{actor}: a text is waiting for someone to answer',
  },
  { type: 'unread', description: 'You have unread texts', templateText: '{actor}: {count} unread' },
  { type: 'notSent', description: 'A message of yours isn’t sent', templateText: '{actor}: your message wasn’t sent' },
  { type: 'snoozeEnded', description: 'A snooze ends', templateText: '{actor}: a snooze ended' },
]

/** People grant it by installing the app, so that it needs no administrator. */
const SENDS_ACTIVITIES = { name: 'TeamsActivity.Send.User', type: 'Application' }

/** The app's manifest. The app's ID in Teams is its ID in Entra, so that there is only one. */
export function teamsManifest({ clientId, address, appName }: TeamsSettings, version: string) {
  const { origin, host } = address
  return {
    $schema: `https://developer.microsoft.com/en-us/json-schemas/teams/v${MANIFEST_VERSION}/MicrosoftTeams.schema.json`,
    manifestVersion: MANIFEST_VERSION,
    version,
    id: clientId,
    developer: { name: appName, websiteUrl: origin, privacyUrl: origin, termsOfUseUrl: origin },
    name: { short: appName, full: `${appName}: business text messaging` },
    description: {
      short: 'Text your customers together, from your organization’s own numbers.',
      full:
        'Business text messaging for teams: people of your organization and the phones of its customers talk in group ' +
        'chats, each on one of your numbers. Text and picture messages, replies, a delivery status for every member, ' +
        'and one shared inbox.',
    },
    icons: ICONS,
    accentColor: ACCENT,
    staticTabs: [
      {
        entityId: TAB,
        name: 'Messages',
        contentUrl: `${origin}/teams-app/?${CHOICES}`,
        websiteUrl: `${origin}/`,
        scopes: ['personal'],
      },
    ],
    defaultInstallScope: 'personal',
    permissions: ['identity'],
    validDomains: [host],
    webApplicationInfo: { id: clientId, resource: `api://${host}/${clientId}` },
    authorization: { permissions: { resourceSpecific: [SENDS_ACTIVITIES] } },
    activities: { activityTypes: ACTIVITY_TYPES },
    // The app tells Teams when it is ready.
    showLoadingIndicator: true,
  }
}

export type TeamsManifest = ReturnType<typeof teamsManifest>
