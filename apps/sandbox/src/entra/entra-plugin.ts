import type { FastifyInstance } from 'fastify'
import { authorizeRoutes } from './authorize-routes.ts'
import { consentRoutes } from './consent-routes.ts'
import { createConsents } from './consents.ts'
import { discoveryRoutes } from './discovery-routes.ts'
import { logoutRoutes } from './logout-routes.ts'
import type { EntraOptions } from './entra-options.ts'
import { createTenants } from './provider/tenants.ts'
import { tokenRoutes } from './token-routes.ts'

/** Microsoft Entra's v2.0 endpoints, under `/{tenantId}/…`. */
export async function entraPlugin(app: FastifyInstance, options: EntraOptions): Promise<void> {
  const { appUrl, signingKey } = options
  const tenants = createTenants(options)
  const consents = createConsents(options)

  app.removeContentTypeParser('application/x-www-form-urlencoded')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)))
  })
  discoveryRoutes(app, { tenants, signingKey })
  authorizeRoutes(app, { tenants, consents, appUrl })
  consentRoutes(app, { tenants, consents, appUrl })
  tokenRoutes(app, { tenants, consents })
  logoutRoutes(app, { appUrl })
}
