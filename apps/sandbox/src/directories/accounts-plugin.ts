import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { jsonObject, readInput, sendInputError } from '../input/index.ts'
import type { Accounts } from './accounts.ts'
import { ACCOUNT_STATES, GRAPH_FAULTS } from './directories.ts'

const account = jsonObject('{ "state": "disabled" }', {
  state: z.enum(ACCOUNT_STATES, { error: `Send one of ${ACCOUNT_STATES.join(', ')}.` }),
})

const claims = z.record(z.string(), z.unknown())
const graphFault = jsonObject('{ "fault": "throttled" }', {
  fault: z.enum(GRAPH_FAULTS, { error: `Send null, or one of ${GRAPH_FAULTS.join(', ')}.` }).nullable(),
})

const appRoles = jsonObject('{ "roles": ["User.Read.All"] }', { roles: z.array(z.string()) })

/** Changes by an administrator in Entra, for scripts. */
export async function accountsPlugin(app: FastifyInstance, { accounts }: { accounts: Accounts }) {
  app.setErrorHandler(sendInputError)

  app.put<{ Params: { login: string } }>('/sandbox/accounts/:login', (request, reply) => {
    const { login } = request.params
    const { state } = readInput(account, request.body)
    return accounts.setAccount(login, state)
      ? { login, state }
      : reply.code(404).send({ message: `Nobody here is called ${login}.` })
  })

  app.put<{ Params: { login: string } }>('/sandbox/accounts/:login/claims', (request, reply) => {
    const { login } = request.params
    const changed = readInput(claims, request.body)
    return accounts.setClaims(login, changed)
      ? { login, claims: changed }
      : reply.code(404).send({ message: `Nobody here is called ${login}.` })
  })

  app.post<{ Params: { domain: string } }>('/sandbox/directories/:domain/reset', (request, reply) => {
    const { domain } = request.params
    return accounts.resetTracking(domain)
      ? { domain }
      : reply.code(404).send({ message: `There is no directory ${domain}.` })
  })

  app.put<{ Params: { domain: string } }>('/sandbox/directories/:domain/app-roles', (request, reply) => {
    const { domain } = request.params
    const { roles } = readInput(appRoles, request.body)
    return accounts.setAppRoles(domain, roles)
      ? { domain, roles }
      : reply.code(404).send({ message: `There is no directory ${domain}.` })
  })

  app.put<{ Params: { domain: string } }>('/sandbox/directories/:domain/graph-fault', (request, reply) => {
    const { domain } = request.params
    const { fault } = readInput(graphFault, request.body)
    return accounts.setGraphFault(domain, fault)
      ? { domain, fault }
      : reply.code(404).send({ message: `There is no directory ${domain}.` })
  })
}
