import { showActivity } from './activity.ts'
import { openAuthWindow } from './auth-window.ts'
import { answer, readRequest, type HostActions, type HostRequest, type SharedLink } from './host.ts'

/** Data from the server in the page. */
type Setting = {
  appUrl: string
  /** The app's ID in links. */
  appId: string
  people: { login: string; name: string; id: string; tenantId: string }[]
}

const setting = JSON.parse(element('setting').textContent ?? '') as Setting
const appOrigin = new URL(setting.appUrl).origin
const frame = element('app') as HTMLIFrameElement
const status = element('status')
const shared = element('shared') as HTMLDialogElement
const choices = new URLSearchParams(location.search)
const listening = new Set<string>()

/** Options, stored in the address, so that a window can be linked to. */
const theme = choice('theme', () => {
  applyChoices()
  if (listening.has('themeChange')) tell('themeChange', [theme.value])
})
const size = choice('size', applyChoices)
const person = choice('person', () => {
  open()
  refreshActivity()
})
const sso = choice('sso', open)

const actions: HostActions = {
  context() {
    const { name, id, tenantId, login } = selectedPerson()
    return {
      theme: theme.value,
      locale: navigator.language.toLowerCase(),
      hostName: 'Teams',
      hostClientType: 'web',
      frameContext: 'content',
      appId: setting.appId,
      entityId: 'messages',
      subEntityId: choices.get('subPageId') ?? '',
      tid: tenantId,
      userObjectId: id,
      userDisplayName: name,
      userPrincipalName: login,
      loginHint: login,
    }
  },
  async token() {
    if (sso.value === 'refused') throw new Error('resourceRequiresConsent')
    const body = JSON.stringify({ login: person.value })
    const reply = await fetch('/teams/sso-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (!reply.ok) throw new Error('invalid_grant')
    const { token } = (await reply.json()) as { token: string }
    return token
  },
  openLink(url) {
    const link = URL.parse(url)
    if (link?.protocol !== 'https:' && link?.protocol !== 'http:') return false
    const appId = appOf(link)
    if (appId === undefined) window.open(link, '_blank', 'noopener')
    else if (appId === setting.appId) goTo(subPageOf(link))
    else status.textContent = 'Teams can’t find the app of this link.'
    return true
  },
  openAuthWindow: (beside) => openAuthWindow(beside, appOrigin),
  shareLink: showLink,
  report(state, reason) {
    if (state === 'loaded') status.textContent = 'Shown'
    else status.textContent = state === 'ready' ? 'Ready' : `The app could not start: ${reason}`
  },
  listensTo: (event) => void listening.add(event),
}

window.addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || event.origin !== appOrigin) return
  const request = readRequest(event.data)
  if (!request) return
  void reply(request)
})
element('close-shared').addEventListener('click', () => shared.close())
applyChoices()
open()
const refreshActivity = showActivity({
  bell: element('bell'),
  count: element('unread'),
  panel: element('activity'),
  login: () => person.value,
  openLink: (url) => void actions.openLink(url),
})

async function reply(request: HostRequest): Promise<void> {
  const args = await answer(request, actions)
  const { id, uuidAsString } = request
  if (args) frame.contentWindow?.postMessage({ id, uuidAsString, args }, appOrigin)
}

function open(): void {
  listening.clear()
  status.textContent = 'Starting'
  frame.src = new URL('/teams-app/', setting.appUrl).href
}

function applyChoices(): void {
  document.documentElement.dataset.theme = theme.value
  document.documentElement.dataset.size = size.value
}

function tell(func: string, args: unknown[]): void {
  frame.contentWindow?.postMessage({ func, args }, appOrigin)
}

function selectedPerson() {
  const found = setting.people.find(({ login }) => login === person.value)
  if (!found) throw new Error(`Nobody here is called ${person.value}.`)
  return found
}

function choice(id: string, changed: () => void): HTMLSelectElement {
  const select = element(id) as HTMLSelectElement
  const wanted = choices.get(id)
  if ([...select.options].some(({ value }) => value === wanted)) select.value = wanted ?? ''
  select.addEventListener('change', () => {
    storeChoice(id, select.value)
    changed()
  })
  return select
}

function storeChoice(name: string, value: string): void {
  choices.set(name, value)
  history.replaceState(null, '', `?${choices.toString()}`)
}

function goTo(subPageId: string): void {
  storeChoice('subPageId', subPageId)
  open()
}

/** The app of a link to a tab in Teams, or undefined. */
function appOf({ host, pathname }: URL): string | undefined {
  return host === 'teams.microsoft.com' ? /^\/l\/entity\/([^/]+)/.exec(pathname)?.[1] : undefined
}

/** The page within the tab. */
function subPageOf(link: URL): string {
  try {
    const context = JSON.parse(link.searchParams.get('context') ?? '{}') as { subEntityId?: string }
    return context.subEntityId ?? ''
  } catch {
    return ''
  }
}

function showLink({ subPageId, label }: SharedLink): void {
  const link = new URL(location.href)
  link.searchParams.set('subPageId', subPageId)
  element('shared-label').textContent = label
  const field = element('shared-link') as HTMLInputElement
  field.value = link.href
  shared.showModal()
  field.select()
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}.`)
  return found
}
