import type { FastifyInstance } from 'fastify'
import { html } from '../page/index.ts'
import { renderEntraPage } from './pages/entra-page.ts'
import { sendPage } from './pages/send-page.ts'

/** No one stays signed in at the sandbox, so signing out only redirects to the app. */
export function logoutRoutes(app: FastifyInstance, { appUrl }: { appUrl: string }): void {
  app.get<{ Querystring: { post_logout_redirect_uri?: string } }>('/:tenant/oauth2/v2.0/logout', (request, reply) => {
    const back = request.query.post_logout_redirect_uri
    if (back && URL.parse(back)?.origin === new URL(appUrl).origin) return reply.redirect(back)
    const content = html`<h1>You signed out of your account</h1>
      <p>It's a good idea to close all browser windows.</p>`
    return sendPage(reply, 200, renderEntraPage('Signed out', content))
  })
}
