/** The broadcast message: an event like Partyline's own, about 600 bytes on the wire. */
export const TARGET = 'receiveEvents'
export const EVENT = {
  type: 'message.created',
  version: 1_843,
  chatId: '0197c3f2-6f0e-7c34-9d7e-2a4b8f1c5e60',
  messageId: '0197c3f2-71aa-7b02-8c11-5d3e9a7f4b28',
  from: { kind: 'phone', number: '+15555550142', name: 'Margaret Hollings' },
  at: '2026-03-02T14:07:31.482Z',
  text: 'Good afternoon, thank you for calling me back so quickly. Thursday at half past ten works well for both of us. Shall we bring the papers from the last visit, or do you still have the copies that I left at the desk in January? My sister will drive, so we may be ten minutes early.',
}

/** The text of a SignalR invocation, for contestants without their own protocol. */
export const RECORD = `${JSON.stringify({ type: 1, target: TARGET, arguments: [EVENT] })}\u001e`
