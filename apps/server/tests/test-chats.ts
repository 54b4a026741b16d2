import type { RealtimeEvent } from '@partyline/contract'
import { createChats } from '../src/chats/index.ts'
import { createTopic } from '../src/platform/index.ts'
import type { Clock, Database } from '../src/platform/index.ts'
import { createTranscript } from '../src/transcript/index.ts'

const uncalled = () => {
  throw new Error('Nobody asks.')
}

/** The chats for who writes what becomes of texts: no number is looked up, and no file is shown. */
export function createTestChats({ database, clock }: { database: Database; clock: Clock }) {
  const announcements = createTopic<readonly RealtimeEvent[]>((error) => {
    throw error
  })
  const transcript = createTranscript({ presentFile: uncalled })
  const numbers = { findLine: uncalled, listInUse: uncalled, requireTextable: uncalled }
  return {
    chats: createChats({ database, clock, log: { error: uncalled }, transcript, numbers, announcements }),
    transcript,
    announcements,
  }
}
