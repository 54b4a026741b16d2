import type { FastifyInstance } from 'fastify'
import { APP_CLIENT_ID, redirectUrisOf } from './app-registration.ts'
import type { Consents } from './consents.ts'
import {
  appUnknown,
  consentDeclined,
  describe,
  redirectUriUnknown,
  tenantUnknown,
  type EntraError,
} from './entra-errors.ts'
import { renderConsentPage } from './pages/consent-page.ts'
import { renderErrorPage } from './pages/error-page.ts'
import { sendPage } from './pages/send-page.ts'
import type { Tenants } from './provider/tenants.ts'

type ConsentOptions = { tenants: Tenants; consents: Consents; appUrl: string }
type Asked = { Params: { tenant: string } }

/** Admin consent, v2: an administrator decides for the organization, and the browser returns to the app. */
export function consentRoutes(app: FastifyInstance, { tenants, consents, appUrl }: ConsentOptions): void {
  function refusalOf(tenant: string, query: URLSearchParams): EntraError | undefined {
    // Like Entra, does not accept `common` here.
    if (tenant === 'common' || tenants.named(tenant).length === 0) return tenantUnknown(tenant)
    const clientId = query.get('client_id') ?? ''
    if (clientId !== APP_CLIENT_ID) return appUnknown(clientId)
    const redirectUri = query.get('redirect_uri') ?? ''
    return redirectUrisOf(appUrl).includes(redirectUri) ? undefined : redirectUriUnknown(redirectUri)
  }

  app.get<Asked>('/:tenant/v2.0/adminconsent', (request, reply) => {
    const { tenant } = request.params
    const refusal = refusalOf(tenant, queryOf(request.url))
    if (refusal) return sendPage(reply, refusal.status, renderErrorPage(describe(refusal)))
    return sendPage(reply, 200, renderConsentPage(tenants.named(tenant)))
  })

  app.post<Asked & { Body: URLSearchParams }>('/:tenant/v2.0/adminconsent', (request, reply) => {
    const { tenant } = request.params
    const query = queryOf(request.url)
    const chosen = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const directory = tenants.named(tenant).find(({ tenantId }) => tenantId === chosen.get('directory'))
    const refusal = refusalOf(tenant, query) ?? (directory ? undefined : tenantUnknown(chosen.get('directory') ?? ''))
    if (refusal || !directory) {
      return sendPage(reply, 400, renderErrorPage(describe(refusal ?? tenantUnknown(tenant))))
    }
    // Entra sends `admin_consent=True` for a refusal too.
    const back = new URLSearchParams({ admin_consent: 'True', state: query.get('state') ?? '' })
    if (chosen.get('decision') === 'accept') {
      consents.give(directory)
      back.set('tenant', directory.tenantId)
      back.set('scope', query.get('scope') ?? '')
    } else {
      back.set('error', consentDeclined.error)
      back.set('error_description', describe(consentDeclined))
    }
    return reply.redirect(`${query.get('redirect_uri')}?${back.toString()}`)
  })
}

function queryOf(url: string): URLSearchParams {
  return new URL(url, 'https://login.microsoftonline.com').searchParams
}
