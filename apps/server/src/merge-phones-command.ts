import { openExisting } from './existing-database.ts'
import { createLog, createStorageWatch, readConfig, systemClock } from './platform/index.ts'
import type { Outside } from './platform/index.ts'
import { createServices } from './services.ts'

type Parts = {
  env: Record<string, string | undefined>
  /** Dry run: lists what would be merged or reversed. */
  isDryRun: boolean
  /** Reverses the merges of earlier runs. */
  isReverse: boolean
  print: (line: string) => void
  outside: Outside
}

const ADVICE = {
  ifMissing: 'Set DATABASE_URL or DATA_DIR as the server has it.',
  ifInUse: 'The server runs and holds the embedded database. Stop it, and run the command again.',
}

/**
 * Merges contacts whose numbers are spellings of one phone, each pair in its own transaction, or reverses that. It can be
 * repeated at any time.
 * @throws {OperatorError} if the database cannot be opened
 */
export async function mergePhonesCommand({ env, isDryRun, isReverse, print, outside }: Parts): Promise<void> {
  const config = readConfig(env)
  const database = await openExisting(config, ADVICE)
  try {
    const [clock, log] = [systemClock, createLog('silent')]
    const storage = createStorageWatch({ clock, log })
    const parts = { config, outside, clock, log, database, storage, onTwilioRequest: undefined, isServer: false }
    const { twinMerges } = createServices(parts)
    await (isReverse ? reverseAll : mergeAll)(twinMerges, { isDryRun, print })
  } finally {
    await database.close()
  }
}

type TwinMerges = ReturnType<typeof createServices>['twinMerges']
type Run = Pick<Parts, 'isDryRun' | 'print'>

async function mergeAll(twinMerges: TwinMerges, { isDryRun, print }: Run) {
  const found = await twinMerges.find()
  for (const twins of found) {
    const { tenantId, kept, merged } = twins
    const done = isDryRun ? 'would be merged' : outcomeOf(await twinMerges.merge(twins))
    print(`${tenantId}: ${merged.number} (${merged.name}) into ${kept.number} (${kept.name}): ${done}`)
  }
  if (found.length === 0) print('No contacts share a phone.')
}

const outcomeOf = (chats: readonly unknown[] | null) =>
  chats ? `merged, ${chats.length} chats changed` : 'left, since one was deleted'

async function reverseAll(twinMerges: TwinMerges, { isDryRun, print }: Run) {
  const merges = await twinMerges.findMerges()
  for (const merge of merges) {
    const done = isDryRun
      ? 'would be reversed'
      : (await twinMerges.reverse(merge))
        ? 'reversed'
        : 'left, since it changed'
    print(`${merge.tenantId}: the merge of contact ${merge.mergedId} into ${merge.keptId}: ${done}`)
  }
  if (merges.length === 0) print('There is no merge to reverse.')
}
