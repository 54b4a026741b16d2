import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Faults } from '../faults/index.ts'
import type { Handsets, PhonesEvent, PhoneText } from './handsets.ts'

/** Server-Sent Events for each text, new handset, and change of the faults. */
export function liveRoutes(
  app: FastifyInstance,
  { handsets, faults, present }: { handsets: Handsets; faults: Faults; present: (text: PhoneText) => object },
) {
  const open = new Set<ServerResponse>()

  const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  const faultsFrame = () => frame('faults-changed', faults.inForce())

  function tell(text: string) {
    for (const page of open) page.write(text)
  }
  const stopTexts = handsets.watch((event) => tell(frame(event.type, dataOf(event))))
  const stopFaults = faults.watch(() => tell(faultsFrame()))
  const dataOf = (event: PhonesEvent) =>
    event.type === 'handset-added' ? event.handset : { phone: event.phone, ...present(event.text) }

  app.get('/sandbox/live', (_request, reply) => {
    reply.hijack()
    const page = reply.raw
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    // Starts with the current faults: only events of the same stream are in order.
    page.write(faultsFrame())
    open.add(page)
    page.on('close', () => open.delete(page))
  })

  app.addHook('preClose', async () => {
    stopTexts()
    stopFaults()
    for (const page of open) page.end()
  })
}
