import type { Directory } from '../../directories/index.ts'
import { html, type Html } from '../../page/index.ts'
import { renderEntraPage } from './entra-page.ts'

/** The consent form for administrators; it posts to its own address. */
export function renderConsentPage(directories: readonly Directory[]): Html {
  return renderEntraPage(
    'Permissions requested',
    html`<h1>Permissions requested</h1>
      <p class="lead">Review for your organization</p>
      <p>Partyline would like to:</p>
      <p class="message">Read all users' full profiles<br />Send a Teams activity to any user</p>
      <form method="post">
        ${directories.map(renderChoice)}
        <p class="actions">
          <button class="quiet" name="decision" value="cancel">Cancel</button>
          <button class="quiet" name="decision" value="accept">Accept</button>
        </p>
      </form>`,
  )
}

function renderChoice({ tenantId, name }: Directory, index: number): Html {
  const checked = index === 0 ? html`checked` : html``
  return html`<p>
    <label><input type="radio" name="directory" value="${tenantId}" ${checked} /> ${name}</label>
  </p>`
}
