import { APP_CLIENT_ID } from '../entra/index.ts'

/** The app that people have in Teams, as its package declares it. */
export type TeamsApp = {
  /** Its ID in links. Teams gives apps in an organization's catalog another one than their manifest has. */
  id: string
  /** The actor of its activities. */
  name: string
  activities: readonly ActivityType[]
  /** The resource-specific permissions that people grant by installing it. */
  permissions: readonly string[]
}

export type ActivityType = { type: string; templateText: string }

/** A test of tools/teams-package compares this with the package. */
export const TEAMS_APP: TeamsApp = {
  id: APP_CLIENT_ID,
  name: 'Partyline',
  activities: [
    { type: 'mentioned', templateText: '{actor}: someone mentioned you in a note' },
    { type: 'assigned', templateText: '{actor}: a chat was assigned to you' },
    { type: 'unclaimed', templateText: '{actor}: a text is waiting for someone to answer' },
    { type: 'unread', templateText: '{actor}: {count} unread' },
    { type: 'notSent', templateText: '{actor}: your message wasn’t sent' },
    { type: 'snoozeEnded', templateText: '{actor}: a snooze ended' },
  ],
  permissions: ['TeamsActivity.Send.User'],
}

/** Every app has it, without declaring it. */
const SYSTEM_DEFAULT: ActivityType = { type: 'systemDefault', templateText: '{systemDefaultText}' }
const PARAMETER = /\{(\w+)\}/g
/** The parameter that Teams fills in. */
const ACTOR = 'actor'

export function activityOf({ activities }: TeamsApp, type: string): ActivityType | undefined {
  return [...activities, SYSTEM_DEFAULT].find((activity) => activity.type === type)
}

/** The parameters that a sender fills in. */
export function parametersOf({ templateText }: ActivityType): string[] {
  return [...templateText.matchAll(PARAMETER)].map(([, name = '']) => name).filter((name) => name !== ACTOR)
}

export function filledIn({ name }: TeamsApp, { templateText }: ActivityType, values: ReadonlyMap<string, string>) {
  return templateText.replaceAll(PARAMETER, (_, key: string) => (key === ACTOR ? name : (values.get(key) ?? '')))
}
