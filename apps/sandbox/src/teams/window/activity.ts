/** An activity as the sandbox keeps it. */
type Activity = {
  id: string
  text: string
  preview: string
  topic: string
  webUrl: string
  at: string
  isRead: boolean
}

type Options = {
  /** The button, its count, and the list that it opens. */
  bell: HTMLElement
  count: HTMLElement
  panel: HTMLElement
  /** The person whose feed is shown. */
  login: () => string
  openLink: (url: string) => void
}

/** Milliseconds between two looks at the feed. */
const POLL_INTERVAL = 2000

/** Shows the person's activity feed, newest first. Returns what to call when the person has changed. */
export function showActivity({ bell, count, panel, login, openLink }: Options): () => void {
  const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })
  const feedUrl = () => `/sandbox/teams/${encodeURIComponent(login())}/feed`
  let shown = ''

  async function read(address: string): Promise<string> {
    const answer = await fetch(address, { signal: AbortSignal.timeout(POLL_INTERVAL) })
    return answer.ok ? answer.text() : shown
  }

  async function refresh(): Promise<void> {
    const asked = feedUrl()
    const text = await read(asked).catch(() => shown)
    // The list is drawn only when it changes, so that it keeps the focus.
    if (text === shown || asked !== feedUrl()) return
    shown = text
    draw(JSON.parse(text) as Activity[])
  }

  function draw(activities: readonly Activity[]): void {
    const unread = activities.filter(({ isRead }) => !isRead).length
    count.textContent = unread === 0 ? '' : String(unread)
    bell.setAttribute('aria-label', unread === 0 ? 'Activity' : `Activity, ${unread} unread`)
    const list = document.createElement('ol')
    list.append(...activities.map(entry))
    panel.querySelector('ol, p')?.replaceWith(activities.length === 0 ? paragraph('No activity yet') : list)
  }

  function entry(activity: Activity): HTMLLIElement {
    const item = document.createElement('li')
    const button = document.createElement('button')
    button.type = 'button'
    button.className = activity.isRead ? 'read' : 'unread'
    const [title, time] = [document.createElement('strong'), document.createElement('time')]
    title.textContent = activity.text
    time.dateTime = activity.at
    time.textContent = clock.format(new Date(activity.at))
    button.append(
      title,
      time,
      line(activity.preview),
      line(activity.isRead ? activity.topic : `${activity.topic} · unread`),
    )
    button.addEventListener('click', () => void open(activity))
    item.append(button)
    return item
  }

  async function open({ id, webUrl }: Activity): Promise<void> {
    panel.hidePopover()
    openLink(webUrl)
    await fetch(`${feedUrl()}/${id}/read`, { method: 'PUT' })
    await refresh()
  }

  setInterval(() => void refresh(), POLL_INTERVAL)
  void refresh()
  return () => void refresh()
}

function line(text: string): HTMLSpanElement {
  const span = document.createElement('span')
  span.textContent = text
  return span
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}
