/** Files to mutate, and the tests that should fail. Globs from the root of the repository. */
export type Area = {
  files: readonly string[]
  tests: readonly string[]
  /** Only mutants whose original code matches. */
  only?: RegExp
}

const SERVER = 'apps/server/src'
const SESSIONS = `${SERVER}/auth/sessions`
const DELIVERY = `${SERVER}/delivery`
const HUB = 'packages/signalr-hub'
const OUTBOX = 'apps/web/src/core/outbox'
const WHOLE = 'apps/server/tests'

export const AREAS: Record<string, Area> = {
  access: {
    files: [
      `${SESSIONS}/authenticate.ts`,
      `${SERVER}/platform/{calls,rate-limits}.ts`,
      `${SERVER}/{chats/chats,messages/messages}-policy.ts`,
    ],
    tests: [
      `${SESSIONS}/{access,revocation}.test.ts`,
      `${SERVER}/platform/{calls,rate-limits}.test.ts`,
      `${SERVER}/chats/{chats,unclaimed}.test.ts`,
      `${SERVER}/messages/messages.test.ts`,
      `${WHOLE}/{access,media-links}.test.ts`,
    ],
  },
  tenancy: {
    files: [`${SERVER}/**/*-store.ts`, `${SERVER}/chats/list/*.ts`],
    tests: [
      `${WHOLE}/{same-rows,search,tenancy,twin-tenant}.test.ts`,
      `${SESSIONS}/{session-ends,same-ids}.test.ts`,
      `${SERVER}/realtime/shut-out.test.ts`,
      `${SERVER}/{consent/opt-outs,messages/search,inbound/loop-guard,users/directory-polls}-store.test.ts`,
      `${SERVER}/transcript/deliveries-store.test.ts`,
      `${DELIVERY}/{queue-store,outcome-checks,settle-from-list,status-reports,unresolved}.test.ts`,
      `${SERVER}/inbound/{media-queue,missed-texts}.test.ts`,
      `${SERVER}/marketplace/marketplace.test.ts`,
      `${SERVER}/{traffic/state,diagnostics/text-checks}.test.ts`,
    ],
    only: /^(where|and|on)\s+(\w+\.)?tenant_id\s=|^\s*\.(where|whereRef|onRef)\('(\w+\.)?tenantId'/,
  },
  consent: {
    files: [`${SERVER}/consent/*.ts`],
    tests: [`${SERVER}/consent/*.test.ts`, `${DELIVERY}/deliver-one.test.ts`, `${WHOLE}/asked/stop.test.ts`],
  },
  reports: {
    files: [`${SERVER}/reports/*.ts`, `${SERVER}/tenants/hours-versions-store.ts`],
    tests: [`${SERVER}/reports/*.test.ts`],
  },
  retention: {
    files: [`${SERVER}/{retention,legal-holds}/*.ts`],
    tests: [`${SERVER}/retention/*.test.ts`],
  },
  snippets: {
    files: [`${SERVER}/snippets/*.ts`],
    tests: [`${SERVER}/{snippets/*,audit/audit}.test.ts`, `${WHOLE}/twin-tenant.test.ts`],
  },
  notifications: {
    files: [`${SERVER}/notifications/*.ts`, `${SERVER}/chats/notices-store.ts`, `${SERVER}/microsoft/activity-feed.ts`],
    tests: [`${SERVER}/notifications/*.test.ts`, `${WHOLE}/notifications-once.test.ts`],
  },
  notes: {
    files: [`${SERVER}/notes/*.ts`],
    tests: [`${SERVER}/notes/*.test.ts`, `${WHOLE}/{notes-stay-inside,tenancy,twin-tenant}.test.ts`],
  },
  delivery: {
    files: [
      `${DELIVERY}/{busy-queues,deliver-one,delivery-worker,outage-guard,tenant-turns}.ts`,
      `${DELIVERY}/{queue-store,queue-walk,resend,compose-deliveries,compose-message}.ts`,
      `${SERVER}/platform/retry-delay.ts`,
    ],
    tests: [
      `${DELIVERY}/{busy-queues,deliver-one,deliver-outcomes,delivery-worker,outage-guard,tenant-turns}.test.ts`,
      `${DELIVERY}/{claim-batches,compose-deliveries,queue-store,queue-walk,split-text}.test.ts`,
      `${SERVER}/inbound/relay.test.ts`,
      `${SERVER}/messages/{held-messages,messages,release-pending}.test.ts`,
      `${WHOLE}/{broken-replies,countries,delivery,fairness,long-outage,one-way-senders,raw-statements,send-again}.test.ts`,
      `${WHOLE}/asked/outgoing.test.ts`,
    ],
  },
  statuses: {
    files: [
      `${DELIVERY}/{status-reports,status-reports-store,twilio-status,record-move}.ts`,
      `${DELIVERY}/{check-times,checks-store,match-unknowns,outcome-checks,settle-from-list}.ts`,
      `${SERVER}/transcript/{deliveries-store,delivery-status}.ts`,
    ],
    tests: [
      `${DELIVERY}/{status-reports,twilio-status}.test.ts`,
      `${DELIVERY}/{check-times,match-unknowns,outcome-checks,settle-from-list,unresolved}.test.ts`,
      `${SERVER}/transcript/deliver*.test.ts`,
      `${DELIVERY}/deliver-one.test.ts`,
      `${WHOLE}/{automatic-replies,delivery,missed-callbacks}.test.ts`,
      `${WHOLE}/asked/outgoing.test.ts`,
    ],
  },
  inbound: {
    files: [`${SERVER}/inbound/*.ts`],
    tests: [
      `${SERVER}/inbound/*.test.ts`,
      `${SERVER}/chats/chat-state.test.ts`,
      `${SERVER}/messages/{messages,returned-messages}.test.ts`,
      `${WHOLE}/{automatic-replies,channels,countries,pictures,raw-statements,recovery,wake-ups}.test.ts`,
      `${WHOLE}/asked/incoming.test.ts`,
    ],
  },
  marketplace: {
    files: [`${SERVER}/marketplace/*.ts`, `${SERVER}/microsoft/marketplace.ts`],
    tests: [`${SERVER}/marketplace/*.test.ts`, `${SERVER}/microsoft/marketplace.test.ts`],
  },
  sessions: {
    files: [`${SESSIONS}/{access-tokens,session-service,session-store,sign-in-codes,sign-in-codes-store}.ts`],
    tests: [
      `${SESSIONS}/!(over-at-once).test.ts`,
      `${SERVER}/auth/{sign-in,teams-sign-in}.test.ts`,
      `${SERVER}/{audit/audit,users/departures}.test.ts`,
    ],
  },
  hubLimits: {
    files: [
      `${HUB}/src/connections/{connection,connection-registry,long-polling,outbox}.ts`,
      `${HUB}/src/hubs/{backpressure,handshake,invocation-queue,keep-alive,members,streams}.ts`,
      `${HUB}/src/platform/limits.ts`,
      `${HUB}/src/server/{answer,negotiate,origin-policy,requests,router}.ts`,
    ],
    tests: [`${HUB}/tests/!(scale-out|publish|spec|azure|framing).test.ts`],
  },
  outbox: { files: [`${OUTBOX}/*.ts`], tests: [`${OUTBOX}/*.test.ts`] },
}
