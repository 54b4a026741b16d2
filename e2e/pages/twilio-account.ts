import { sandboxUrl } from './addresses.ts'

/** Faults of the account, caused by Twilio or its owner. */
type AccountFaults = { accountSuspended?: object; trialAccount?: object; twilioDown?: object }

/** Sets the faults of the account, replacing those for all phones. */
export async function orderAccountFaults(faults: AccountFaults): Promise<void> {
  const response = await fetch(`${sandboxUrl()}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  })
  if (!response.ok) throw new Error(await response.text())
}

type World = {
  twilio: { accountSid: string; authToken: string; numbers: { sid: string; friendlyName: string }[] }
}

/** The Twilio account of the demo's clinic. */
export async function accountAtTwilio(): Promise<World['twilio']> {
  const { twilio } = (await (await fetch(`${sandboxUrl()}/sandbox/world`)).json()) as World
  return twilio
}

/** Changes a number as its owner would in the Twilio Console. */
export async function changeAtTwilio(friendlyName: string, change: Record<string, string>): Promise<void> {
  const { accountSid, authToken, numbers } = await accountAtTwilio()
  const sid = numbers.find((number) => number.friendlyName === friendlyName)?.sid
  const response = await fetch(`${sandboxUrl()}/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${sid}.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams(change),
  })
  if (!response.ok) throw new Error(await response.text())
}
