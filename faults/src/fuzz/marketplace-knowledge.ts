import { routes } from '@partyline/contract'
import type { World } from '../world/world.ts'

/** The marketplace's active subscription and authorization header. */
export async function openMarketplace({ sandbox, server }: Pick<World, 'sandbox' | 'server'>) {
  const ask = async (url: string, body?: object): Promise<unknown> => {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const directory = sandbox.world.directories.at(-1)?.tenantId
  const sold = await ask(`${sandbox.url}/sandbox/marketplace/purchases`, { directory })
  const { subscription, landingPage } = sold as { subscription: { id: string }; landingPage: string }
  const token = new URL(landingPage).searchParams.get('token')
  await ask(server.url + routes['marketplace.activate'].path, { token })

  let authorization = ''
  const renew = async () => {
    const answer = await ask(`${sandbox.url}/sandbox/marketplace/authorization`)
    ;({ authorization } = answer as { authorization: string })
  }
  await renew()
  return { subscriptionIds: [subscription.id], authorization: () => authorization, renew }
}
