import type { Directory, Person } from '../../directories/index.ts'
import { html, type Html } from '../../page/index.ts'
import { renderEntraPage } from './entra-page.ts'

export type AccountPicker = {
  directories: readonly Directory[]
  /** An unknown `login_hint`. */
  unknownHint: string | null
  linkFor: (person: Person) => string
  cancelLink: string
}

export function renderAccountPicker({ directories, unknownHint, linkFor, cancelLink }: AccountPicker): Html {
  return renderEntraPage(
    'Pick an account',
    html`<h1>Pick an account</h1>
      <p class="lead">to continue to Partyline</p>
      ${unknownHint ? html`<p class="message" role="status">No one here is called ${unknownHint}.</p>` : []}
      ${directories.map((directory) => renderDirectory(directory, linkFor))}
      <p class="actions"><a class="quiet" href="${cancelLink}">Cancel</a></p>`,
  )
}

function renderDirectory(directory: Directory, linkFor: AccountPicker['linkFor']): Html {
  const heading = `d-${directory.tenantId}`
  return html`<section aria-labelledby="${heading}">
    <h2 id="${heading}">${directory.name}</h2>
    <ul>
      ${directory.people.map((person) => renderPerson(person, linkFor(person)))}
    </ul>
  </section>`
}

function renderPerson(person: Person, link: string): Html {
  return html`<li>
    <a class="account" href="${link}">
      <span class="picture tint-${tintOf(person.id)}" aria-hidden="true">${initialsOf(person.name)}</span>
      <span class="who"><span class="name">${person.name}</span> <span class="login">${person.login}</span></span>
      <span class="job">${person.jobTitle}${person.role === 'Admin' ? html`<br />Admin in the demo` : []}</span>
    </a>
  </li>`
}

function initialsOf(name: string): string {
  return name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('')
}

const TINTS = 6

/** The same person always has the same color. */
function tintOf(id: string): number {
  return Number.parseInt(id.slice(0, 2), 16) % TINTS
}
