import type { ChatId, MessageId, TenantId } from '@partyline/contract'
import { currentRequestId } from '../../platform/index.ts'
import type { Jobs, Queries } from '../../platform/index.ts'
import { isMediaSettled } from '../../transcript/index.ts'
import { addPendingMedia } from './media-queue-store.ts'

type OldJob = { tenantId: TenantId; chatId: ChatId; messageId: MessageId; urls: string[]; since: string }

/** Processes of the version before migration 20 queued media as jobs. */
export function takeUpOldMediaJobs({ jobs, queries }: { jobs: Pick<Jobs, 'define'>; queries: Queries }): void {
  jobs.define<OldJob>('inbound-media', async ({ since, ...media }) => {
    if (await isMediaSettled(queries, media.tenantId, media.messageId)) return
    await addPendingMedia(queries, [{ ...media, receivedAt: new Date(since), requestId: currentRequestId() }])
  })
}
