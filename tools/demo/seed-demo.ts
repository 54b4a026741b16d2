import { signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import type { World } from '@partyline/sandbox'
import { CONTACTS, SNIPPETS, STORIES } from './stories.ts'
import { playStory } from './play-story.ts'
import type { DemoWorld } from './play-story.ts'

const NUMBERS_IN_USE = ['Front desk', 'Billing']

/**
 * Sets up the first directory as a person would: through the public API and by texting from its phones. A demo that
 * was interrupted continues where it stopped.
 */
export async function seedDemo(demo: DemoWorld): Promise<void> {
  const people = demo.world.directories[0]?.people ?? []
  const admin = people.find((person) => person.role === 'Admin')
  if (!admin) throw new Error('The sandbox has no Admin for the demo.')
  const adminClient = await signIn(demo.appUrl, admin.login)

  await configureTwilio(adminClient, demo.world)
  const { teamsUsers } = await adminClient.get('settings.tenant')
  for (const { id, name, role } of people) {
    const isUser = teamsUsers.some((user) => user.id === id)
    if (role && !isUser) await adminClient.get('settings.addUser', { body: { userId: id, name, role } })
  }
  await assignUsers(
    adminClient,
    people.filter(({ role }) => role).map(({ id }) => id),
  )
  const contacts = await adminClient.get('numbers.mobile')
  for (const contact of CONTACTS) {
    const isKnown = contacts.some(({ number }) => number === contact.number)
    if (!isKnown) await adminClient.get('numbers.addMobile', { body: contact })
  }

  await addSnippets(adminClient)

  // The last story is at the top of the list.
  await Promise.all(STORIES.slice(0, -1).map((story) => playStory(story, demo)))
  await Promise.all(STORIES.slice(-1).map((story) => playStory(story, demo)))
}

async function addSnippets(admin: Client) {
  const { snippets } = await admin.get('snippets.list')
  if (snippets.length > 0) return
  for (const snippet of SNIPPETS) await admin.get('snippets.create', { body: { ...snippet, shared: true } })
}

async function configureTwilio(admin: Client, { twilio }: World) {
  const { accountSid } = await admin.get('settings.tenant')
  const { authToken } = twilio
  if (!accountSid) {
    await admin.get('settings.updateTenant', { body: { name: 'Lakeside Clinic', addSignature: false } })
    await admin.get('settings.updateTwilioAccount', { body: { accountSid: twilio.accountSid, authToken } })
  }
  const tenant = await admin.get('settings.tenant')
  for (const { id, name, disabled } of tenant.twilioNumbers) {
    if (!disabled || !NUMBERS_IN_USE.includes(name)) continue
    await admin.get('settings.updateTwilioNumber', {
      params: { numberId: id },
      body: { useNumber: true, force: false },
    })
  }
}

/** Makes everyone a default user of the clinic's lines. */
async function assignUsers(admin: Client, ids: string[]) {
  for (const { id, assignedUsers } of await admin.get('numbers.twilio')) {
    if (assignedUsers.length > 0) continue
    await admin.get('settings.assignUsers', { params: { numberId: id }, body: { ids } })
  }
}
