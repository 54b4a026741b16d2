import { appUrl } from '../pages/addresses.ts'
import { forgive } from '../pages/complaints.ts'
import { connection } from '../pages/connection.ts'
import { answer } from '../pages/network.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('the connection to the hub, its loss, and a device without a network are shown', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  let cut: () => Promise<void> = async () => {}
  await page.routeWebSocket(/\/chathub/, (socket) => {
    socket.connectToServer()
    cut = () => socket.close({ code: 1011 })
  })
  await signIn(page, 'Omar Haddad')
  await page.goto(`${appUrl()}/connection`)
  const { fact, here } = connection(page)
  await expect(fact('State')).toHaveText('Connected')
  await expect(fact('Transport')).toHaveText('WebSocket (fastest)')
  await expect(fact('Answer time')).toHaveText(/^[\d,]+ ms$/)
  await expect(fact('Last disconnected')).toHaveText('Not since this page was opened')
  await cut()
  await expect(fact('Last disconnected')).not.toHaveText('Not since this page was opened')
  await expect(fact('State')).toHaveText('Connected')

  await page.context().setOffline(true)
  await expect(fact('State')).toHaveText('Offline')
  await expect(here).toContainText('This device has no network.')
  await expect(here.getByRole('button', { name: 'Reconnect' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(fact('State')).toHaveText('Connected')
  forgive(complaints, /realtime connection failed|ERR_INTERNET_DISCONNECTED|WebSocket/i)
})

test('if WebSockets are blocked, the page explains what that means and whom to ask', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  await answer(page, /\/chathub\/negotiate/, async (route) => {
    const response = await route.fetch()
    const said = (await response.json()) as { availableTransports: { transport: string }[] }
    const availableTransports = said.availableTransports.filter(({ transport }) => transport === 'LongPolling')
    await route.fulfill({ response, json: { ...said, availableTransports } })
  })
  await signIn(page, 'Omar Haddad')
  await page.goto(`${appUrl()}/connection`)
  const { fact, here } = connection(page)
  await expect(fact('State')).toHaveText('Connected (fallback)')
  await expect(here).toContainText('allow WebSockets')
  forgive(complaints, /WebSocket|realtime connection failed/i)
})
