import path from 'node:path'

/**
 * An area of the product, because imports do not say which tests a change can break: the server's tests go through HTTP and
 * import the whole app, and browser tests import none of it. `browser`: its scenes and journeys by the names of their files.
 */
type Area = { server?: readonly string[]; web?: readonly string[]; contract?: readonly string[]; browser: RegExp }

export const AREAS: readonly Area[] = [
  { server: ['reports'], web: ['reports'], contract: ['reports', 'report-texts'], browser: /^reports?\b/ },
  { server: ['snippets'], web: ['snippets'], contract: ['snippets', 'snippet-texts', 'blank'], browser: /snippets/ },
  {
    server: ['chats'],
    web: ['chats/chat-list', 'chats/selection', 'chats/triage'],
    contract: ['chats'],
    browser: /^(list|live-list|triage|unread|front-desk)/,
  },
  { web: ['chats/search', 'chats/find'], contract: ['search-words'], browser: /^(search|find)/ },
  {
    web: ['chats/new-chat', 'chats/chat-form', 'numbers', 'users'],
    browser: /^(new-chat|member-picker|chat-settings)/,
  },
  { web: ['chats/details', 'chats/contact'], browser: /^(members|modals|contact-names|contacts\.|leave-and-delete)/ },
  {
    server: ['messages', 'transcript'],
    web: ['chats/opened', 'messages/transcript', 'messages/changes', 'messages/text'],
    contract: ['messages', 'chat-changes'],
    browser: /^(chat\.|transcript|deleted-chat|drafts)/,
  },
  { web: ['messages/composer'], browser: /^(composer|drafts|emoji)/ },
  {
    server: ['messages'],
    web: ['messages/pending', 'messages/send-later'],
    contract: ['pending-messages'],
    browser: /^(pending|undo)/,
  },
  {
    server: ['delivery', 'traffic'],
    web: ['messages/delivery'],
    contract: ['unsendable'],
    browser: /^(delivery|newcomer)/,
  },
  { server: ['inbound'], web: ['chats/notices'], browser: /^(unclaimed|newcomer)/ },
  { server: ['consent'], contract: ['consent', 'opt-out-wish'], browser: /^(members|delivery|consent)/ },
  {
    server: ['media'],
    web: ['media'],
    contract: ['media', 'file-type', 'file-texts'],
    browser: /^(transcript-media|pictures)/,
  },
  {
    server: ['notifications'],
    web: ['notifications', 'chats/notices', 'service-worker'],
    contract: ['notification-decision', 'notifications', 'notification-texts'],
    browser: /^(notification|attention|away|push|service-worker)/,
  },
  { web: ['users'], browser: /^away/ },
  { web: ['presence'], contract: ['presence'], browser: /^(presence|two-people)/ },
  { web: ['shortcuts'], browser: /^(shortcuts|keyboard)/ },
  {
    server: ['realtime'],
    web: ['connection-line'],
    contract: ['connection'],
    browser: /^(realtime|connection|offline)/,
  },
  { server: ['auth'], web: ['auth'], contract: ['auth', 'sessions'], browser: /^(sign-in|session|teams-sign-in)/ },
  { server: ['marketplace'], browser: /^marketplace/ },
  {
    server: ['settings', 'users'],
    web: ['admin', 'settings'],
    contract: ['settings', 'users'],
    browser: /^(admin|two-admins)/,
  },
  {
    server: ['numbers'],
    web: ['admin/contacts'],
    contract: ['mobile-numbers', 'numbers', 'import-texts'],
    browser: /^(contact-import|import-contacts|contact-names)/,
  },
  {
    server: ['contacts'],
    web: ['contacts'],
    contract: ['contacts', 'contact-texts', 'contact-imports', 'contact-import-texts'],
    browser: /^(contact|import-cards)/,
  },
  {
    web: ['admin/hours', 'chats/opening-hours'],
    contract: ['opening-hours', 'opening', 'opening-texts'],
    browser: /^opening-hours/,
  },
  { server: ['audit'], web: ['admin/log'], contract: ['audit', 'audit-texts'], browser: /^(admin-log|audit)/ },
  {
    server: ['diagnostics'],
    web: ['admin/diagnostics', 'admin/sending'],
    contract: ['diagnostics', 'diagnostics-findings', 'diagnostics-texts'],
    browser: /diagnostics|^admin-numbers/,
  },
  { web: ['setup', 'admin/setup'], browser: /^(consent|first-hour|setup)/ },
]

/** Files of tests to run, `related`: sources whose tests Vitest finds by their imports, `unsure`: those that may break anything. */
export type Choice = { tests: string[]; related: string[]; scenes: string[]; journeys: string[]; unsure: string[] }

/** The repository: its test files, and what is in them. */
export type Repository = { files: readonly string[]; read: (file: string) => string }

const TEST = /\.test\.tsx?$/
const DOMAIN = /^apps\/server\/src\/([^/]+)\//
const CONTRACT_FILE = /^packages\/contract\/src\/([^/]+)\.ts$/
const WEB_FOLDER = /^apps\/web\/src\/(.+)\//
/** Imports lead to all of their tests, and to few others. */
const SEPARATE = /^(tools|bench|faults)\//
const FOUND_BY_IMPORTS = /^(tools|bench|faults|packages\/signalr-hub|apps\/(sandbox|web))\/.+\.(ts|tsx|mjs)$/

export function chooseTests(changed: readonly string[], { files, read }: Repository): Choice {
  const chosen = new Set<string>()
  const unsure: string[] = []
  const add = (accept: (file: string) => boolean) => files.filter(accept).forEach((file) => chosen.add(file))
  const sources = changed.filter((file) => !TEST.test(file))
  for (const file of changed) {
    if (TEST.test(file)) add((other) => other === file)
    else if (file.endsWith('.md')) add((other) => other === 'tools/doc-links.test.ts')
    else if (file.startsWith('e2e/')) addImporters(file)
    else addTestsOf(file)
  }
  const tests = [...chosen].toSorted()
  return {
    tests: tests.filter((file) => !file.startsWith('e2e/')),
    related: sources.filter((file) => FOUND_BY_IMPORTS.test(file) && files.includes(file)),
    scenes: tests.filter(isScene),
    journeys: tests.filter((file) => file.startsWith('e2e/tests/')),
    unsure,
  }

  /** A helper of browser tests. One that other helpers import may change any of them. */
  function addImporters(file: string) {
    const importers = files.filter((each) => each.startsWith('e2e/') && read(each).includes(`/${path.basename(file)}'`))
    if (importers.length === 0 || !importers.every((each) => TEST.test(each))) unsure.push(file)
    else importers.forEach((each) => chosen.add(each))
  }

  function addTestsOf(file: string) {
    const areas = areasOf(file)
    if (areas.length === 0 && !SEPARATE.test(file)) unsure.push(file)
    const [, domain] = DOMAIN.exec(file) ?? []
    if (domain) addTestsOfDomain(domain)
    if (CONTRACT_FILE.test(file)) {
      add((other) => TEST.test(other) && other.startsWith('packages/contract/'))
      areas.flatMap(({ server = [] }) => server).forEach(addTestsOfDomain)
      const folders = areas.flatMap(({ web = [] }) => web.map((folder) => `apps/web/src/${folder}/`))
      add((other) => TEST.test(other) && folders.some((folder) => other.startsWith(folder)))
    }
    // Scenes do without the server.
    const places = domain ? ['e2e/tests/'] : ['e2e/tests/', 'e2e/looks/']
    add((other) => places.includes(folderOf(other)) && areas.some(({ browser }) => browser?.test(path.basename(other))))
  }

  /** The tests in a domain of the server, and those of the whole server that call it by name or import it. */
  function addTestsOfDomain(domain: string) {
    const folder = `apps/server/src/${domain}/`
    const own = files.filter((file) => file.startsWith(folder) && !TEST.test(file))
    const calls = own.flatMap((file) => [...read(file).matchAll(/'\w+\.\w+'(?=:)/g)].map(([call]) => call))
    const names = [...calls, `../src/${domain}/`]
    add((file) => {
      if (!TEST.test(file)) return false
      return (
        file.startsWith(folder) ||
        (folderOf(file) === 'apps/server/tests/' && names.some((name) => read(file).includes(name)))
      )
    })
  }
}

const folderOf = (file: string) => `${path.dirname(file)}/`
const isScene = (file: string) => file.startsWith('e2e/looks/')

/** The areas of a file: of its folder in the web app, the innermost that has any. */
function areasOf(file: string): Area[] {
  const [, domain] = DOMAIN.exec(file) ?? []
  if (domain) return AREAS.filter(({ server }) => server?.includes(domain))
  const [, name] = CONTRACT_FILE.exec(file) ?? []
  if (name) return AREAS.filter(({ contract }) => contract?.includes(name))
  for (let folder = WEB_FOLDER.exec(file)?.[1]; folder && folder !== '.'; folder = path.dirname(folder)) {
    const within = AREAS.filter(({ web }) => web?.includes(folder))
    if (within.length > 0) return within
  }
  return []
}
