import type { Sandbox } from '@partyline/sandbox'
import type { TwilioMessage } from './evidence.ts'

type Page = { messages: TwilioMessage[]; next_page_uri: string | null }

const PAGE_SIZE = 1_000

/** All messages in Twilio's list, newest first. */
export async function listTwilioMessages({ url, world }: Sandbox): Promise<TwilioMessage[]> {
  const { accountSid, authToken } = world.twilio
  const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` }
  const found: TwilioMessage[] = []
  let path: string | null = `/2010-04-01/Accounts/${accountSid}/Messages.json?PageSize=${PAGE_SIZE}`
  while (path) {
    const page = (await (await fetch(new URL(path, url), { headers })).json()) as Page
    found.push(...page.messages)
    path = page.next_page_uri
  }
  return found.map(({ sid, direction, from, to, body, status }) => ({ sid, direction, from, to, body, status }))
}
