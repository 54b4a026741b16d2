/** What may be mutated, and the tests that should notice. Globs from the root of the repository. */
export type Area = {
  files: readonly string[]
  tests: readonly string[]
  /** Only mutants whose original matches. */
  only?: RegExp
}

const SERVER = 'apps/server/src'
const SESSIONS = `${SERVER}/auth/sessions`
const MESSAGES = `${SERVER}/messages`
const QUEUE = `${MESSAGES}/outbound/queue`
const HUB = 'packages/signalr-hub'
const OUTBOX = 'apps/web/src/messages/outbox'
const WHOLE = 'apps/server/tests'

export const AREAS: Record<string, Area> = {
  access: {
    files: [
      `${SESSIONS}/authenticate.ts`,
      `${SERVER}/platform/{calls,rate-limits}.ts`,
      `${SERVER}/{chats/chats,messages/messages}-policy.ts`,
    ],
    tests: [
      `${SESSIONS}/access.test.ts`,
      `${SERVER}/platform/{calls,rate-limits}.test.ts`,
      `${SERVER}/chats/{chats,unclaimed}.test.ts`,
      `${SERVER}/messages/messages.test.ts`,
      `${WHOLE}/{access,media-links}.test.ts`,
    ],
  },
  tenancy: {
    files: [`${SERVER}/**/*-store.ts`, `${SERVER}/chats/list/*.ts`],
    tests: [`${WHOLE}/{tenancy,twin-tenant}.test.ts`, `${SERVER}/messages/{opt-outs,search}-store.test.ts`],
    only: /^(where|and|on)\b[^]*tenant_id|^\.where\('tenant_id'/,
  },
  optOuts: {
    files: [`${MESSAGES}/opt-out*.ts`],
    tests: [`${MESSAGES}/opt-out*.test.ts`, `${QUEUE}/deliver.test.ts`, `${WHOLE}/asked/stop.test.ts`],
  },
  delivery: {
    files: [`${QUEUE}/*.ts`, `${MESSAGES}/outbound/{again-service,compose-deliveries,compose-message}.ts`],
    tests: [
      `${QUEUE}/*.test.ts`,
      `${MESSAGES}/inbound/relay.test.ts`,
      `${WHOLE}/{countries,delivery,fairness,one-way-senders}.test.ts`,
    ],
  },
  statuses: {
    files: [
      `${MESSAGES}/{status-service,statuses-store,twilio-status,record-move}.ts`,
      `${MESSAGES}/outbound/checks/*.ts`,
      `${SERVER}/transcript/{deliveries-store,delivery-parts,delivery-status}.ts`,
    ],
    tests: [
      `${MESSAGES}/status-service.test.ts`,
      `${MESSAGES}/outbound/checks/*.test.ts`,
      `${SERVER}/transcript/delivery-*.test.ts`,
      `${QUEUE}/deliver.test.ts`,
      `${WHOLE}/{delivery,missed-callbacks}.test.ts`,
      `${WHOLE}/asked/outgoing.test.ts`,
    ],
  },
  inbound: {
    files: [`${MESSAGES}/inbound/*.ts`],
    tests: [
      `${MESSAGES}/inbound/*.test.ts`,
      `${MESSAGES}/messages.test.ts`,
      `${WHOLE}/{channels,pictures,recovery}.test.ts`,
      `${WHOLE}/asked/incoming.test.ts`,
    ],
  },
  marketplace: {
    files: [`${SERVER}/marketplace/*.ts`, `${SERVER}/microsoft/marketplace.ts`],
    tests: [`${SERVER}/marketplace/*.test.ts`, `${SERVER}/microsoft/marketplace.test.ts`],
  },
  sessions: {
    files: [`${SESSIONS}/{access-tokens,session-service,session-store,sign-in-codes,sign-in-codes-store}.ts`],
    tests: [`${SESSIONS}/*.test.ts`, `${SERVER}/auth/{sign-in,teams-sign-in}.test.ts`],
  },
  hubLimits: {
    files: [
      `${HUB}/src/connections/{connection,connection-registry,outbox}.ts`,
      `${HUB}/src/http/{answer,origin-policy,requests,router}.ts`,
      `${HUB}/src/hubs/{handshake-phase,keep-alive}.ts`,
      `${HUB}/src/invocations/{intake,invocation-queue,upload-stream}.ts`,
      `${HUB}/src/sending/members.ts`,
      `${HUB}/src/server/options.ts`,
      `${HUB}/src/transports/long-polling.ts`,
    ],
    tests: [`${HUB}/tests/*.test.ts`],
  },
  outbox: { files: [`${OUTBOX}/*.ts`], tests: [`${OUTBOX}/*.test.ts`] },
}
