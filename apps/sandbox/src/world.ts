import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { JWK } from 'jose'
import type { Clock } from './clock/index.ts'
import { createTimers, systemClock } from './clock/index.ts'
import type { Accounts, Directory, DirectoryEvent } from './directories/index.ts'
import { accountsPlugin, copyDirectories, copyLogin, createAccounts } from './directories/index.ts'
import type { EntraEvent } from './entra/index.ts'
import { entraPlugin, loadSigningKey } from './entra/index.ts'
import type { FaultControls } from './faults/index.ts'
import { createFaults, faultsPlugin } from './faults/index.ts'
import { graphPlugin } from './graph/index.ts'
import type { Journal } from './journal/index.ts'
import { createBlobs, createMemoryJournal, openJournal } from './journal/index.ts'
import { marketplacePlugin } from './marketplace/index.ts'
import type { PhonesEvent } from './phones/index.ts'
import { createHandsets, phonesPlugin, SEED_HANDSETS } from './phones/index.ts'
import type { PushControls } from './push/index.ts'
import { createDevices, pushPlugin } from './push/index.ts'
import type { FeedEvent, TeamsApp, TeamsControls } from './teams/index.ts'
import { createActivityFeeds, TEAMS_APP, teamsPlugin } from './teams/index.ts'
import type { Account, Pace, PhoneNumber, PostedMessage, Twilio, TwilioEvent } from './twilio/index.ts'
import {
  copyAccount,
  copyNumbers,
  createTwilio,
  DEFAULT_PACE,
  routeByAccount,
  SEED_ACCOUNT,
  SEED_NUMBERS,
  twilioPlugin,
} from './twilio/index.ts'

export type SandboxOptions = {
  /** 0 selects a free port. */
  port: number
  /** The app's address. */
  appUrl: string
  /** Folder of the journal, which survives kill -9; without it, nothing is stored. */
  dataDir?: string
  /** The sandbox's address for browsers; by default http://127.0.0.1:{port}. */
  publicUrl?: string
  /** Texts in progress at the last shutdown resume after this, by default at once, so that the app is ready for callbacks. */
  resumeAfter?: Promise<unknown>
  /** The app's package in Teams; by default Partyline's own. */
  teamsApp?: TeamsApp
  clock?: Clock
  /** Milliseconds that a message stays queued, sending, and sent. */
  pace?: Pace
}

/** The response of `GET /sandbox/world`. */
export type World = {
  app: string
  twilio: {
    accountSid: string
    authToken: string
    numbers: { sid: string; phoneNumber: string; friendlyName: string }[]
  }
  directories: (Pick<Directory, 'tenantId' | 'domain' | 'name'> & {
    people: Pick<Directory['people'][number], 'id' | 'name' | 'login' | 'role'>[]
  })[]
  phones: { number: string; name: string }[]
}

/** A Twilio account, and the organizations of its users. */
export type Surroundings = {
  url: string
  /** The current world. */
  readonly world: World
  /** Sets faults of the account. */
  faults: FaultControls
  /** Every POST Messages to the account so far, oldest first. */
  log: readonly PostedMessage[]
  /** Changes accounts of the directories as an administrator would. */
  accounts: Pick<Accounts, 'setAccount' | 'setClaims' | 'resetTracking' | 'setGraphFault' | 'setAppRoles'>
  /** Browsers that get push; all surroundings share them. */
  push: PushControls
  /** The activity feeds in Teams, and who has the app there. */
  teams: TeamsControls
  /** The login here of a person whose login in the first surroundings is given. */
  loginOf(login: string): string
}

export type Sandbox = Surroundings & {
  /**
   * Adds another Twilio account with numbers of its own, and the same organizations under domains and IDs of their own,
   * until the next start. All share the phones.
   */
  addSurroundings(): Promise<Surroundings>
  close(): Promise<void>
}

/** The outside world in one process: Twilio and its phones, Microsoft Entra, Graph and Teams. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, appUrl } = options
  const clock = createTimers(options.clock ?? systemClock)
  const hex = () => randomBytes(16).toString('hex')
  const journal = dataDir === undefined ? createMemoryJournal() : openJournal(path.join(dataDir, 'sandbox.jsonl'))
  const blobs = createBlobs(dataDir === undefined ? null : path.join(dataDir, 'media'))

  const handsets = createHandsets(journal.section<PhonesEvent>('phones'), SEED_HANDSETS)
  const network: Twilio[] = []
  function addTwilio(account: Account, numbers: readonly PhoneNumber[], kept: Journal) {
    const added = createTwilio({
      account,
      numbers,
      journal: kept.section<TwilioEvent>('twilio'),
      postJournal: kept.section<PostedMessage>('posts'),
      faults: createFaults(),
      blobs,
      clock,
      hex,
      pace: options.pace ?? DEFAULT_PACE,
      network,
      onArrival: (arrival) => handsets.keep(arrival.to, { ...arrival, direction: 'received', at: clock.now() }),
    })
    network.push(added)
    return added
  }
  const twilio = addTwilio(SEED_ACCOUNT, SEED_NUMBERS, journal)
  const accounts = createAccounts(journal.section<DirectoryEvent>('directories'))
  const { directories } = accounts
  const seedDirectories = [...directories]
  const feeds = createActivityFeeds({
    app: options.teamsApp ?? TEAMS_APP,
    directories,
    journal: journal.section<FeedEvent>('activity-feeds'),
    now: () => clock.now(),
  })
  const devices = createDevices(() => clock.now())
  const signingKey = await loadSigningKey(journal.section<JWK>('signing-key'))

  const worldOf = (twilio: Twilio, known: readonly Directory[]): World => ({
    app: appUrl,
    twilio: {
      accountSid: twilio.account.sid,
      authToken: twilio.account.authToken,
      numbers: twilio.numbers().map(({ sid, phoneNumber, friendlyName }) => ({ sid, phoneNumber, friendlyName })),
    },
    directories: known.map(({ tenantId, domain, name, people }) => ({
      tenantId,
      domain,
      name,
      people: people.map(({ id, name, login, role }) => ({ id, name, login, role })),
    })),
    phones: handsets.list(),
  })
  const surroundingsOf = (twilio: Twilio, known: readonly Directory[]) => ({
    url: url(),
    get world() {
      return worldOf(twilio, known)
    },
    faults: twilio.faults,
    accounts,
    push: devices,
    teams: feeds,
    log: twilio.posts.entries,
  })

  const app = fastify({ forceCloseConnections: true, requestTimeout: 60_000 })
  const url = () => options.publicUrl ?? `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const apis = routeByAccount(app)
  app.get('/sandbox/world', () => worldOf(twilio, seedDirectories))
  app.get('/sandbox/log', () => twilio.posts.entries)
  await app.register(faultsPlugin, { faults: twilio.faults })
  await app.register(accountsPlugin, { accounts })
  await app.register(twilioPlugin, { twilio, hex })
  await app.register(phonesPlugin, { handsets, network, blobs, faults: twilio.faults, url })
  const entraJournal = journal.section<EntraEvent>('entra')
  await app.register(entraPlugin, { directories, appUrl, signingKey, journal: entraJournal })
  await app.register(graphPlugin, { directories, signingKey, feeds, now: () => clock.now() })
  await app.register(pushPlugin, { devices, appUrl, now: () => clock.now() })
  await app.register(marketplacePlugin, {
    directories,
    appUrl,
    signingKey,
    now: () => new Date(clock.now()),
  })
  await app.register(teamsPlugin, { directories, appUrl, signingKey, feeds })
  await app.listen({ port: options.port, host: '127.0.0.1' })
  if (options.resumeAfter) void options.resumeAfter.then(() => twilio.resume())
  else twilio.resume()

  let copies = 0
  return Object.assign(surroundingsOf(twilio, seedDirectories), {
    loginOf: (login: string) => login,
    async addSurroundings() {
      copies += 1
      const copy = copies
      const added = addTwilio(copyAccount(copy), copyNumbers(copy), createMemoryJournal())
      await apis.add(added, hex)
      const known = accounts.add(copyDirectories(copy))
      return Object.assign(surroundingsOf(added, known), { loginOf: (login: string) => copyLogin(copy, login) })
    },
    async close() {
      clock.close()
      for (const each of network) each.close()
      await app.close()
      journal.close()
    },
  })
}
