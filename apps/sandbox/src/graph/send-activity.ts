import { z } from 'zod'
import { readInput } from '../input/index.ts'
import { APP_CLIENT_ID } from '../entra/index.ts'
import type { ActivityFeeds, TeamsApp } from '../teams/index.ts'
import { activityOf, filledIn, parametersOf } from '../teams/index.ts'
import type { Caller } from './bearer.ts'
import { badRequest, GraphError, Throttled } from './graph-error.ts'

const SENDS = 'TeamsActivity.Send'
const SENDS_BY_INSTALLATION = 'TeamsActivity.Send.User'
/** Characters that Teams shows. */
const MAX_PREVIEW = 150
/** Requests of the app in a tenant. */
const MAX_PER_SECOND = 5

const topic = z.strictObject({
  source: z.literal('text', "The sandbox knows topics with the source 'text' only."),
  value: z.string().min(1),
  webUrl: z.string("webUrl is required with the source 'text'.").refine(isTeamsLink, 'It must be a link into Teams.'),
})

/** The body of `sendActivityNotification`. Graph refuses anything else in it. */
const notification = z.strictObject({
  topic,
  activityType: z.string(),
  previewText: z.strictObject({
    content: z.string().min(1).max(MAX_PREVIEW),
    contentType: z.enum(['text', 'html']).optional(),
  }),
  // An int64 in Graph; JavaScript writes exact numbers up to 2^53 only.
  chainId: z.int().optional(),
  templateParameters: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
})

type Sending = { caller: Caller; recipientId: string }

/** `POST /users/{id}/teamwork/sendActivityNotification`: an activity in a person's feed. */
export function sendActivity(feeds: ActivityFeeds, sending: Sending & { body: unknown }): void {
  checkRights(feeds, sending)
  feeds.send(sending.recipientId, readActivity(feeds.app, sending.body))
}

/** The right to send comes from the app's installation for the recipient, or from an administrator. */
function checkRights(feeds: ActivityFeeds, { caller: { personId, rights }, recipientId }: Sending): void {
  const isInstalled = feeds.isInstalledFor(recipientId)
  const granted = isInstalled ? feeds.app.permissions : []
  const isPerson = personId !== undefined
  if (isPerson && !rights.includes(SENDS)) {
    throw forbidden(
      `Missing scope permissions on the request. API requires one of '${SENDS}'. Scopes on the request '${rights.join(', ')}'.`,
    )
  }
  if (!rights.includes(SENDS) && !granted.includes(SENDS_BY_INSTALLATION)) {
    throw forbidden(
      `Missing role permissions on the request. API requires one of '${SENDS}, ${SENDS_BY_INSTALLATION}'. ` +
        `Roles on the request '${rights.join(', ')}'. Resource specific consent grants on the request '${granted.join(', ')}'.`,
    )
  }
  if (!isInstalled) {
    throw forbidden(
      `Application with AAD App Id '${APP_CLIENT_ID}' is not authorized to generate custom text notifications about ` +
        `'/users/${recipientId}/teamwork/sendActivityNotification' to the recipient. Ensure that the expected Teams app is ` +
        'installed in the target scope (user, team, or chat).',
    )
  }
}

function readActivity(app: TeamsApp, body: unknown) {
  const { topic, activityType, previewText, chainId = null, templateParameters } = readNotification(body)
  const activity = activityOf(app, activityType)
  if (!activity) throw badRequest(`The app's manifest does not declare the activity type '${activityType}'.`)
  const values = new Map(templateParameters.map(({ name, value }) => [name, value]))
  const [given, wanted] = [templateParameters.map(({ name }) => name), parametersOf(activity)]
  if (given.toSorted().join() !== wanted.toSorted().join()) {
    throw badRequest(`'${activityType}' has the template parameters '${wanted.join(', ')}', not '${given.join(', ')}'.`)
  }
  return {
    activityType,
    text: filledIn(app, activity, values),
    preview: previewText.content,
    topic: topic.value,
    webUrl: topic.webUrl,
    chainId,
  }
}

function readNotification(body: unknown) {
  try {
    return readInput(notification, body)
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : '')
  }
}

function isTeamsLink(text: string): boolean {
  const url = URL.parse(text)
  return url?.origin === 'https://teams.microsoft.com' && url.pathname.startsWith('/l/')
}

function forbidden(message: string) {
  return new GraphError(403, 'Forbidden', message)
}

/** Refuses more requests than Graph takes in a second. */
export function createSendLimit(now: () => number) {
  const sentAt = new Map<string, number[]>()

  return function countSend({ directory: { tenantId } }: Caller): void {
    const recent = (sentAt.get(tenantId) ?? []).filter((time) => time > now() - 1000)
    if (recent.length >= MAX_PER_SECOND) throw new Throttled(1)
    sentAt.set(tenantId, [...recent, now()])
  }
}
