import type { Directory } from '../directories/index.ts'
import { html, type Html } from '../page/index.ts'

type TeamsPageOptions = { directories: readonly Directory[]; appUrl: string; appId: string }

/** The Teams window: rail, title bar with the sandbox's options, and the frame. */
export function renderTeamsPage(options: TeamsPageOptions): Html {
  const { directories } = options
  return html`<!doctype html>
    <html lang="en" data-theme="default" data-size="full">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Partyline in Teams (sandbox)</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/teams/window/teams-window.css" />
        <script type="application/json" id="setting">
          ${settingOf(options)}
        </script>
        <script type="module" src="/teams/window/teams-window.ts"></script>
      </head>
      <body>
        <header>
          <p class="brand">Teams <span>sandbox</span></p>
          <div class="switches">
            <label>Person ${renderPeople(directories)}</label>
            <label>
              Theme
              <select id="theme">
                <option value="default">Light</option>
                <option value="dark">Dark</option>
                <option value="contrast">High contrast</option>
              </select>
            </label>
            <label>
              Width
              <select id="size">
                <option value="full">Full</option>
                <option value="side">Side pane</option>
                <option value="narrow">Narrow (320)</option>
              </select>
            </label>
            <label>
              Silent sign-in
              <select id="sso">
                <option value="allowed">Allowed</option>
                <option value="refused">Needs consent</option>
              </select>
            </label>
          </div>
        </header>
        <ul class="rail" aria-hidden="true">
          ${RAIL.map(({ name, shape, here }) => renderRailEntry(name, shape, here))}
        </ul>
        <main>
          <div class="title">
            <h1>Partyline</h1>
            <span class="tab">Messages</span>
            <span id="status" role="status">Starting</span>
            <button id="bell" type="button" popovertarget="activity" aria-label="Activity">
              <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${BELL}" /></svg>
              <span id="unread"></span>
            </button>
          </div>
          <div class="stage"><iframe id="app" title="Partyline" allow="clipboard-write"></iframe></div>
        </main>
        <section id="activity" popover aria-labelledby="activity-title">
          <h2 id="activity-title">Activity</h2>
          <p>No activity yet</p>
        </section>
        <dialog id="shared" aria-labelledby="shared-title">
          <h2 id="shared-title">Link to share</h2>
          <p id="shared-label"></p>
          <input id="shared-link" readonly aria-labelledby="shared-title" />
          <button id="close-shared" type="button">Close</button>
        </dialog>
      </body>
    </html>`
}

/** Data for the page's script, with `<` escaped so that no text can close the script element. */
function settingOf({ directories, appUrl, appId }: TeamsPageOptions): Html {
  const people = directories.flatMap(({ tenantId, people }) =>
    people.map(({ login, name, id }) => ({ login, name, id, tenantId })),
  )
  return { html: JSON.stringify({ appUrl, appId, people }).replaceAll('<', String.raw`\u003c`) }
}

function renderPeople(directories: readonly Directory[]): Html {
  return html`<select id="person">
    ${directories.map(
      ({ name, people }) =>
        html`<optgroup label="${name}">
          ${people.map((person) => html`<option value="${person.login}">${person.name}</option>`)}
        </optgroup>`,
    )}
  </select>`
}

const BELL = 'M12 3a6 6 0 0 0-6 6v4l-2 3h16l-2-3V9a6 6 0 0 0-6-6Zm-2 15a2 2 0 0 0 4 0'

/** The rail is decoration: this window has one app. */
const RAIL = [
  { name: 'Chat', shape: 'M4 5h16v11H10l-4 4v-4H4Z', here: false },
  { name: 'Partyline', shape: 'M3 4h12v8H8l-3 3v-3H3Zm14 5h4v8h-2v3l-3-3h-6v-3h7Z', here: true },
  { name: 'Calendar', shape: 'M5 5h14v15H5Zm0 5h14M9 3v4m6-4v4', here: false },
]

function renderRailEntry(name: string, shape: string, here: boolean): Html {
  return html`<li class="${here ? 'here' : 'there'}">
    <svg viewBox="0 0 24 24" width="24" height="24"><path d="${shape}" /></svg>${name}
  </li>`
}
