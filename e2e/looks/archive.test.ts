import { archive, archiveId, eventWithoutData } from '@partyline/contract'
import type { Archive } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import type { Locator } from '@playwright/test'
import { refuse, REASON } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Archive: one that is ready, and one that is being made', ({ stage }) => several(stage))
test('Archive: started, made, and announced on another page', ({ stage }) => started(stage))
test('Archive: a ready one is in its card, without a toast over it', ({ stage }) => readyOnPage(stage))
test('Archive: canceled', ({ stage }) => canceled(stage))
test('Archive: failures say what to do', ({ stage }) => failures(stage))
test('Archive: a refusal is shown', ({ stage }) => refused(stage))

/** The archive that the page starts. */
const STARTED = archiveId.parse('0b6a3f1e-5f0e-4d0c-9f0a-6a1f1c2b3d4e')

/** Adds an archive before the others. */
function addArchive({ archives, me }: Clinic, nth: number, more: Partial<Archive>): Archive {
  const added = archive.parse({
    id: `0b6a3f1e-5f0e-4d0c-9f0a-00000000000${nth}`,
    createdOn: `2026-11-1${nth}T09:00:00.000Z`,
    createdBy: { id: me.id, name: me.name },
    state: 'ready',
    chats: { done: 340, total: 340 },
    parts: [],
    failure: null,
    keptUntil: '2099-11-27T09:00:00.000Z',
    ...more,
  })
  archives.unshift(added)
  return added
}

const partsOf = (...sizes: string[]) =>
  sizes.map((fileSize, at) => ({ part: at + 1, length: 1_000_000, fileSize, sha256: 'ab'.repeat(32) }))

async function open({ page, come }: Stage): Promise<Locator> {
  await come('/admin')
  const card = page.getByRole('region', { name: 'Archive', exact: true })
  await card.getByRole('heading').scrollIntoViewIfNeeded()
  return card
}

async function several(stage: Stage) {
  addArchive(stage.clinic, 1, { state: 'erased' })
  addArchive(stage.clinic, 2, { parts: partsOf('100.1 MB', '12.3 MB') })
  const { id } = addArchive(stage.clinic, 3, { parts: partsOf('4.5 MB') })
  addArchive(stage.clinic, 4, { state: 'running', chats: { done: 12, total: 340 }, keptUntil: null })
  const card = await open(stage)
  const items = card.getByRole('listitem')
  await expect(items.nth(0)).toContainText(
    /Archive of .*November 14, 2026 at \d+:\d+ [AP]MIn progress: 12 of 340 conversations · Created by Dana Cole/,
  )
  await expect(items.nth(1)).toContainText('340 conversations · Created by Dana Cole · Available until')
  const download = items.nth(1).getByRole('link', { name: /^Download \(4\.5 MB\), archive of .*November 13, 2026 at / })
  await expect(download).toHaveAttribute('href', `/api/v1/settings/archives/${id}/parts/1`)
  await expect(items.nth(2).getByRole('link')).toHaveText([
    'Download part 1 of 2 (100.1 MB)',
    'Download part 2 of 2 (12.3 MB)',
  ])
  await expect(items.nth(3)).toContainText('Deleted, because a contact in it was erased.')
  await expect(items.nth(3).getByRole('link')).toHaveCount(0)
  // One at a time.
  await expect(card.getByRole('button', { name: 'Create archive' })).toHaveAttribute('aria-disabled', 'true')
  await expectUsable(stage)
}

async function started(stage: Stage) {
  const { page, clinic, update, announce } = stage
  const card = await open(stage)
  await expect(card).toContainText('No archive')
  await card.getByRole('button', { name: 'Create archive' }).click()
  await expect(card.getByRole('listitem')).toContainText('0 of 340 conversations')
  await page.getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { name: 'People', level: 2 })).toBeVisible()
  addArchive(clinic, 5, { id: STARTED, parts: partsOf('4.5 MB') })
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'TenantCreated'))
  await expect(page.getByText('Your archive is ready under Administration, Organization.').first()).toBeVisible()
}

async function readyOnPage(stage: Stage) {
  const { clinic, update, announce } = stage
  const card = await open(stage)
  await card.getByRole('button', { name: 'Create archive' }).click()
  await expect(card.getByRole('listitem')).toContainText('0 of 340 conversations')
  addArchive(clinic, 5, { id: STARTED, parts: partsOf('4.5 MB') })
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'TenantCreated'))
  await expect(card.getByRole('link', { name: /^Download/ })).toBeVisible()
  await expect(stage.page.getByRole('status').filter({ hasText: 'Your archive is ready' })).toHaveCount(1)
  await expect(stage.page.getByRole('region', { name: 'Notifications' })).toBeHidden()
}

async function canceled(stage: Stage) {
  addArchive(stage.clinic, 4, { state: 'running', chats: { done: 12, total: 340 }, keptUntil: null })
  const card = await open(stage)
  await card.getByRole('button', { name: /^Cancel the archive of .*November 14, 2026 at / }).click()
  const question = stage.page.getByRole('dialog', { name: 'Cancel archive' })
  await expect(question).toContainText('What was created so far is deleted.')
  await question.getByRole('button', { name: 'Cancel archive' }).click()
  await expect(card).toContainText('No archive')
  await expect(card.getByRole('button', { name: 'Create archive' })).toBeFocused()
}

async function failures(stage: Stage) {
  addArchive(stage.clinic, 1, { state: 'failed', failure: 'unknown' })
  addArchive(stage.clinic, 2, { state: 'running', failure: 'storageFull', keptUntil: null })
  const card = await open(stage)
  const items = card.getByRole('listitem')
  await expect(items.nth(0)).toContainText('The storage for files is full.')
  await expect(items.nth(0)).toContainText('It’s tried again for up to 24 hours.')
  await expect(items.nth(1)).toContainText('This archive couldn’t be created.')
  await expectUsable(stage)
}

async function refused(stage: Stage) {
  const { page } = stage
  const card = await open(stage)
  await refuse(page, 'archives.start')
  await card.getByRole('button', { name: 'Create archive' }).click()
  await expect(page.getByText(REASON).first()).toBeVisible()
  await expect(card.getByRole('button', { name: 'Create archive' })).toBeEnabled()
}
