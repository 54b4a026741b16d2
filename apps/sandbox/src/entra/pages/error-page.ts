import { html, type Html } from '../../page/index.ts'
import { renderEntraPage } from './entra-page.ts'

export function renderErrorPage(message: string): Html {
  return renderEntraPage(
    'Sign in',
    html`<h1>Sorry, but we're having trouble signing you in</h1>
      <p class="message">${message}</p>
      <p>Go back to the app and try again. If it stays like this, check the app's sign-in settings.</p>`,
  )
}
