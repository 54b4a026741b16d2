import type { DiagnosticsCheckId, DiagnosticsFix, DiagnosticsLink, DiagnosticsState } from './diagnostics-texts.ts'
import { EMBEDDED_MAX_MESSAGES } from './limits.ts'

/** A possible result of a check, as text. Without advice, there is nothing to do. */
export type DiagnosticsFinding = {
  state: DiagnosticsState
  found: string
  advice?: string
  fix?: DiagnosticsFix
  link?: DiagnosticsLink
}

const passed = (found: string): DiagnosticsFinding => ({ state: 'passed', found })
const skipped = (found: string): DiagnosticsFinding => ({ state: 'skipped', found })
const warning = (found: string, advice: string, fix?: DiagnosticsFix): DiagnosticsFinding => ({
  state: 'warning',
  found,
  advice,
  ...(fix && { fix }),
})
const failed = (found: string, advice: string, fix?: DiagnosticsFix): DiagnosticsFinding => ({
  state: 'failed',
  found,
  advice,
  ...(fix && { fix }),
})

const withLink = (link: DiagnosticsLink, finding: DiagnosticsFinding): DiagnosticsFinding => ({ ...finding, link })
/** A check that Twilio didn't answer, and where to look instead. */
const notReported = (link: DiagnosticsLink, found: string, advice: string): DiagnosticsFinding => ({
  state: 'skipped',
  found,
  advice,
  link,
})

const COMPLIANCE = 'the Twilio Console under Messaging > Regulatory compliance'
const MEANWHILE = 'Meanwhile, you still get texts to the number.'

const EMBEDDED_MAX = EMBEDDED_MAX_MESSAGES.toLocaleString('en')
const NO_ANSWER = 'This shows only when Twilio answers.'
const POINT = 'Point the number to Partyline.'

/** The possible findings of each check on the server. Every problem comes with advice. */
export const DIAGNOSTICS_FINDINGS = {
  credentials: {
    accepted: (sid: string) => passed(`The account ${sid} is accepted by Twilio.`),
    none: () =>
      failed(
        'No Twilio account is connected yet.',
        'Enter the Account SID and the Auth Token. You’ll find both in the Twilio Console.',
        'enterAccount',
      ),
    refused: () =>
      failed(
        'Twilio does not accept the stored Auth Token.',
        'It was probably renewed in Twilio. Copy it from the Twilio Console and enter it again. Until then no text goes out, and none comes in.',
        'enterAccount',
      ),
    unreadable: () =>
      failed(
        'The stored Auth Token cannot be decrypted.',
        'The key that it was encrypted with is missing in ENCRYPTION_KEYS. Bring the key back, or enter the account again.',
        'enterAccount',
      ),
    unreachable: () =>
      failed(
        'Twilio does not answer.',
        'Look at status.twilio.com. If all is well there, the server’s own way to api.twilio.com is blocked: ask whoever runs it. Texts wait and are sent later.',
      ),
    busy: () => warning('Twilio is busy with this account.', 'Wait a minute and check again.'),
    other: (said: string) => failed(`Twilio refuses: ${said}`, 'Look at your account in the Twilio Console.'),
  },
  accountStatus: {
    active: () => passed('The account is active.'),
    suspended: () =>
      failed(
        'Twilio has suspended the account: it sends nothing.',
        'Open the Twilio Console. Most often the balance is used up or a payment failed.',
      ),
    closed: () => failed('The account is closed.', 'Connect another Twilio account.', 'enterAccount'),
    unseen: () => skipped(NO_ANSWER),
  },
  accountType: {
    full: () => passed('It is a full account.'),
    trial: () =>
      withLink(
        'trial',
        warning(
          'It is a trial account: it texts only phones that you have verified in Twilio, and puts a line of Twilio’s before each text.',
          'Upgrade the account in the Twilio Console.',
        ),
      ),
    unseen: () => skipped(NO_ANSWER),
  },
  countries: {
    delivered: (ago: string) =>
      withLink(
        'countries',
        passed(
          `The last text was delivered ${ago} ago. If texts to another country fail, check that Twilio allows it.`,
        ),
      ),
    untold: () =>
      notReported(
        'countries',
        'Twilio doesn’t tell other programs which countries the account may text.',
        'In the Twilio Console under Messaging > Settings > Geo permissions, check that your contacts’ countries are allowed.',
      ),
  },
  numbersInUse: {
    some: (count: number) => passed(count === 1 ? 'One number is in use.' : `${count} numbers are in use.`),
    none: () => failed('No number is in use.', 'Choose at least one that chats text from.', 'openNumbers'),
    unseen: () => skipped('What Twilio keeps of the numbers shows only when Twilio answers.'),
  },
  numberInAccount: {
    there: () => passed('The account holds it.'),
    gone: () =>
      failed(
        'The number is no longer in the Twilio account.',
        'If it was released on purpose, update the info from Twilio. Otherwise get it back in the Twilio Console.',
        'refreshNumbers',
      ),
  },
  numberSms: {
    able: () => passed('SMS enabled.'),
    unable: () => failed('The number cannot text.', 'Choose one with SMS, and stop using this one.', 'openNumbers'),
  },
  numberRegistration: {
    campaign: (service: string) =>
      passed(
        `Its Messaging Service “${service}” has an approved A2P 10DLC campaign. A new number may need a few days.`,
      ),
    noService: () =>
      withLink(
        'campaign',
        failed(
          'It isn’t registered: it belongs to no A2P 10DLC campaign. US carriers refuse its texts (error 30034).',
          `Register your business and a campaign in ${COMPLIANCE}, and add the number to the campaign’s Messaging Service. Approval takes days to weeks. ${MEANWHILE}`,
        ),
      ),
    noCampaign: (service: string) =>
      withLink(
        'campaign',
        failed(
          `It isn’t registered: its Messaging Service “${service}” has no A2P 10DLC campaign. US carriers refuse its texts (error 30034).`,
          `Register a campaign for this service in ${COMPLIANCE}. Approval takes days to weeks. ${MEANWHILE}`,
        ),
      ),
    campaignPending: (service: string) =>
      withLink(
        'campaign',
        failed(
          `The A2P 10DLC campaign of its Messaging Service “${service}” is under review. Until it is approved, US carriers refuse its texts (error 30034).`,
          `Wait for the approval, which takes days to weeks, and check again. ${MEANWHILE}`,
        ),
      ),
    campaignRejected: (service: string) =>
      withLink(
        'campaign',
        failed(
          `The A2P 10DLC campaign of its Messaging Service “${service}” was rejected. US carriers refuse its texts (error 30034).`,
          `Read the reason in ${COMPLIANCE}, correct the campaign, and submit it again. ${MEANWHILE}`,
        ),
      ),
    campaignSuspended: (service: string) =>
      withLink(
        'campaign',
        failed(
          `The A2P 10DLC campaign of its Messaging Service “${service}” is suspended. US carriers refuse its texts.`,
          `Read the reason in ${COMPLIANCE}, or ask Twilio’s support. ${MEANWHILE}`,
        ),
      ),
    tollFree: () => passed('Its toll-free verification is approved.'),
    tollFreeMissing: () =>
      withLink(
        'tollFree',
        failed(
          'This toll-free number isn’t verified. US and Canadian carriers refuse its texts (error 30032).',
          `Ask for its verification in ${COMPLIANCE}. Approval takes days to weeks. ${MEANWHILE}`,
        ),
      ),
    tollFreePending: () =>
      withLink(
        'tollFree',
        failed(
          'The verification of this toll-free number is under review. Until it is approved, US and Canadian carriers refuse its texts (error 30032).',
          `Wait for the approval, which takes days to weeks, and check again. ${MEANWHILE}`,
        ),
      ),
    tollFreeRejected: (reason: string) =>
      withLink(
        'tollFree',
        failed(
          `The verification of this toll-free number was rejected${reason && `: ${reason}`}. US and Canadian carriers refuse its texts (error 30032).`,
          `Correct it in ${COMPLIANCE}, and submit it again. ${MEANWHILE}`,
        ),
      ),
    otherCountry: () =>
      notReported(
        'guidelines',
        'Partyline knows the rules for US and Canadian numbers only.',
        'Read Twilio’s rules for the countries that you text.',
      ),
    unknownStatus: (status: string) =>
      notReported(
        'campaign',
        `Twilio reports a state that Partyline doesn’t know: ${status}.`,
        `Look at it in ${COMPLIANCE}.`,
      ),
    untold: () =>
      notReported(
        'campaign',
        'Unknown: Twilio didn’t say whether the number is registered.',
        `Check again in a minute, or look in ${COMPLIANCE}.`,
      ),
  },
  numberMms: {
    able: () => passed('MMS enabled.'),
    unable: () =>
      warning('The number cannot send pictures.', 'Texts work. For pictures use a number with MMS.', 'openNumbers'),
  },
  numberWebhook: {
    ours: () => passed('Texts to it come to Partyline.'),
    empty: () => failed('Texts to it go nowhere: Twilio knows no address for them.', POINT, 'useNumber'),
    elsewhere: (url: string) =>
      failed(
        `Texts to it go to ${url}.`,
        'Point the number to Partyline. If the other system still needs it, use another number here.',
        'useNumber',
      ),
    method: () => failed('Twilio brings its texts with GET; Partyline takes POST.', POINT, 'useNumber'),
  },
  numberShadow: {
    nothing: () => passed('No conflicting configuration.'),
    application: (sid: string) =>
      failed(
        `The TwiML application ${sid} takes its texts; the number’s own address counts for nothing.`,
        'Point the number to Partyline: that takes the application off.',
        'useNumber',
      ),
    service: (name: string) =>
      failed(
        `The Messaging Service “${name}” takes its texts; the number’s own address counts for nothing.`,
        'In the Twilio Console, open the service’s Integration and choose “Defer to sender’s webhook”, or take the number out of it. This holds for all numbers of the service, so Partyline leaves it to you.',
      ),
    unseen: () =>
      warning(
        'No application stands before its address, but Twilio did not show its Messaging Services.',
        'Check again in a minute.',
      ),
  },
  numberAnswered: {
    some: (count: number) => passed(count === 1 ? 'One person gets its texts.' : `${count} people get its texts.`),
    none: () =>
      warning(
        'No one gets its texts: they wait under Unclaimed until someone joins or replies.',
        'Choose who answers texts to this number.',
        'assignUsers',
      ),
  },
  numberRetries: {
    set: () => passed('Twilio tries again, and has a second address.'),
    missing: () =>
      warning(
        'If Partyline is away for a moment, Twilio does not try all it could.',
        'Point the number to Partyline again: that sets retries and fallback.',
        'useNumber',
      ),
    unseen: () => skipped('This shows only where its texts come to Partyline.'),
  },
  publicAddress: {
    public: (url: string) => passed(`${url} is an address that the internet can know.`),
    local: (url: string) =>
      warning(
        `${url} is an address of this machine or network alone.`,
        'Twilio on the internet cannot reach it. Set PUBLIC_URL to the address under which the world reaches the server.',
      ),
    plain: (url: string) =>
      warning(
        `${url} is not encrypted.`,
        'Put a certificate before the server and set PUBLIC_URL to the https address.',
      ),
  },
  signedTest: {
    answered: () => passed('A request that was signed as Twilio signs came back to us unchanged.'),
    notTried: () =>
      skipped(
        'The embedded database belongs to one process, so the server does not run now. Open Diagnostics in the administration to try it.',
      ),
    unknownName: (host: string) =>
      failed(
        `The name ${host} leads nowhere.`,
        'Set its DNS record to the server, or correct PUBLIC_URL. Twilio reaches nobody there.',
      ),
    unreachable: (host: string) =>
      failed(
        `Nobody answers at ${host}.`,
        'Start the proxy, and open its port in the firewall. If you know that it is reached from outside, only the server’s own way there is blocked.',
      ),
    late: (host: string) =>
      failed(
        `${host} did not answer within 10 seconds.`,
        'Look whether the proxy reaches the server, and whether a firewall swallows requests. Twilio waits 15 seconds.',
      ),
    certificate: (host: string) =>
      failed(
        `The certificate or encryption of ${host} is not accepted.`,
        'Renew the certificate, for exactly this name and with its intermediate certificates. Twilio refuses it too.',
      ),
    redirected: (to: string) =>
      failed(
        `The address leads on to ${to}.`,
        'Set PUBLIC_URL to the address at which nothing leads on, then use each number again.',
      ),
    otherServer: (status: number) =>
      failed(
        `Another server answers there (HTTP ${status}).`,
        'Let the proxy pass everything below this address to Partyline, or correct PUBLIC_URL.',
      ),
    otherInstallation: () =>
      failed(
        'A Partyline answers there that does not know this one.',
        'Give all processes behind the address the same AUTH_SECRET, or correct PUBLIC_URL.',
      ),
    proxyFailed: (status: number) =>
      failed(
        `The proxy answers that it has failed (HTTP ${status}).`,
        'Look whether the server runs and whether the proxy knows its port.',
      ),
    noSignature: () =>
      failed(
        'The request came back to us without its signature.',
        'The proxy drops the header X-Twilio-Signature. Let it pass all headers.',
      ),
    changedPath: (sent: string, arrived: string) =>
      failed(
        `The proxy has changed the path from ${sent} to ${arrived}, so that signatures do not fit.`,
        'Let the proxy pass the path as it is.',
      ),
    changed: () =>
      failed(
        'The request came back to us changed, so that its signature does not fit.',
        'Let the proxy pass path and body as they are: no rewriting, no trimming, no added parameter.',
      ),
  },
  clock: {
    right: () => passed('The server’s clock agrees with Twilio’s.'),
    wrong: (seconds: number, way: 'ahead' | 'behind') =>
      warning(
        `The server’s clock is ${seconds} seconds ${way}.`,
        'Let the server set its clock by NTP. Times of messages are wrong.',
      ),
    farOff: (minutes: number, way: 'ahead' | 'behind') =>
      failed(
        `The server’s clock is ${minutes} minutes ${way}.`,
        'Let the server set its clock by NTP. Microsoft refuses to sign people in, and times of messages are wrong.',
      ),
    unseen: () => skipped('The time is read from Twilio’s answer, and there was none.'),
  },
  mediaStorage: {
    folder: () => passed('Files are kept in a folder on the server.'),
    private: () => passed('Files are kept in a bucket that refuses unsigned requests.'),
    public: () =>
      failed(
        'Anyone can read files in the bucket: it answers requests without a signature.',
        'Block public access to the bucket, and remove any policy that lets everyone read.',
      ),
    failing: () =>
      failed(
        'Files cannot be written or read, so pictures cannot be sent or shown.',
        'Check the free space and owner of DATA_DIR, or MEDIA_URL and the S3 settings with the rights of their key. The server’s log has the reason.',
      ),
  },
  database: {
    postgres: () => passed('Messages are stored in PostgreSQL.'),
    embedded: () =>
      passed(`Messages are stored in the embedded database, which is fine for up to ${EMBEDDED_MAX} messages.`),
    tooLarge: () =>
      warning(
        `The embedded database has more than ${EMBEDDED_MAX} messages.`,
        'Move to PostgreSQL: stop the server, run “npm run move -- --to postgres://…”, and set DATABASE_URL. docs/operations.md has the details.',
      ),
  },
  inbound: {
    arriving: (ago: string) => passed(`The last one came in ${ago} ago.`),
    some: (count: number, ago: string) =>
      warning(
        `The last one came in ${ago} ago, but ${count} of the last day did not come by themselves and were fetched from Twilio.`,
        'The server was away for a while, or its address is not always reached. Nothing is lost; look at the address above.',
      ),
    fetched: (ago: string) =>
      failed(
        `The last one, ${ago} ago, did not come by itself: it was fetched from Twilio, minutes late.`,
        'Look at the numbers and at the address above. Nothing is lost, but people wait.',
      ),
    quiet: () => skipped('No phone has texted within a day. Text one of the numbers to see it arrive.'),
  },
  callbacks: {
    arriving: (count: number) =>
      passed(count === 1 ? 'Twilio has reported on the last text.' : `Twilio has reported on ${count} texts lately.`),
    missing: (count: number) =>
      failed(
        count === 1
          ? 'Twilio has not reported on the text of the last hour.'
          : `Twilio has reported on none of the ${count} texts of the last hour.`,
        'Either the carriers are slow, or reports do not reach the address above. Partyline asks Twilio instead, so statuses appear late.',
      ),
    quiet: () => skipped('No text was handed to Twilio within the last hour, or only just now.'),
  },
  oldestUnsent: {
    none: () => passed('No text waits to be sent.'),
    young: (count: number, ago: string) =>
      passed(`${count === 1 ? 'One text waits' : `${count} texts wait`}, the oldest for ${ago}.`),
    old: (count: number, ago: string) =>
      failed(
        `${count === 1 ? 'One text waits' : `${count} texts wait`} to be sent, the oldest for ${ago}.`,
        'If Twilio or the account is at fault above, fix that first: they are sent then by themselves. Otherwise the server is too busy, or it was down.',
      ),
    suspended: (count: number) =>
      failed(
        `The subscription is suspended: nothing is sent, ${count === 1 ? 'one text waits' : `${count} texts wait`}.`,
        'Renew it in the marketplace. What waits is sent then.',
      ),
  },
  consent: {
    given: () => passed('Your directory has consented: people can be found by name.'),
    missing: () =>
      failed(
        'Your directory has not consented: people cannot be found by name.',
        'An administrator of your directory consents once, for everybody.',
        'consent',
      ),
    secret: () =>
      failed(
        'Microsoft does not accept the secret of the app registration.',
        'It is wrong or has expired. Whoever runs the server makes a new one in Entra and sets ENTRA_CLIENT_SECRET.',
      ),
    unreachable: () =>
      failed(
        'Microsoft did not answer as expected.',
        'Check again in a minute. If it stays, the server’s way to login.microsoftonline.com is blocked.',
      ),
  },
  departures: {
    checked: (ago: string) =>
      passed(`Checked ${ago} ago. People removed or disabled in Microsoft Entra are signed out within 15 minutes.`),
    notYet: () => skipped('Not checked yet. Checks start within a minute after you consent.'),
    noConsent: () =>
      warning(
        'Without consent, people removed or disabled in Microsoft Entra stay signed in until their session ends.',
        'Consent, or also disable these people under Users.',
        'consent',
      ),
    refused: () =>
      failed(
        'Microsoft doesn’t let Partyline see who was removed or disabled, so they stay signed in.',
        'Make sure that no policy of your directory blocks the app, then consent again. Until then, also disable these people under Users.',
        'consent',
      ),
    late: (ago: string) =>
      failed(
        `Microsoft was last asked ${ago} ago who was removed or disabled. Nobody has been signed out since.`,
        'Check again in a few minutes. If this persists, the server cannot reach graph.microsoft.com; its log has the reason. Until then, also disable these people under Users.',
      ),
  },
  guests: {
    claimPresent: () =>
      passed('Microsoft says at each sign-in whether the person is a member of your directory or a guest.'),
    claimMissing: () =>
      warning(
        'At the latest sign-in, Microsoft did not say whether the person is a member of your directory or a guest.',
        'In Microsoft Entra, open the app registration, and under Token configuration add the optional claim acct for ID and access tokens. Until then, guests are recognized by their sign-in name and their identity provider.',
      ),
    notYet: () => skipped('Not known yet. The next sign-in shows it.'),
  },
  notifications: {
    fine: () => passed('Teams has refused no one’s latest notification.'),
    refused: (people: string, reason: string) =>
      warning(
        `Teams refused the latest notification for ${people} (${reason}).`,
        'In Teams, install this version’s app package for them. Where Partyline isn’t used in Teams, there is nothing to do: they can turn on notifications on their devices.',
      ),
  },
} as const satisfies Partial<Record<DiagnosticsCheckId, Record<string, (...about: never[]) => DiagnosticsFinding>>>

/** The finding of a check that failed with an error. */
export const DIAGNOSTICS_BROKEN = failed(
  'This could not be checked: something went wrong on the server.',
  'Check again. If it stays, the server’s log says why.',
)
