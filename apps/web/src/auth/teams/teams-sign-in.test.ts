import { expect, test } from 'vitest'
import type { TeamsHost } from '../../platform/teams.ts'
import { createTeamsSignIn } from './teams-sign-in.ts'

function inside(host: Partial<TeamsHost> | null) {
  const handedIn: unknown[] = []
  const reported: string[] = []
  const signIn = {
    signInWithTeams: async (proof: object) => {
      handedIn.push(proof)
      return { url: 'https://app.example/' }
    },
  }
  const origin = 'https://app.example'
  const report = ({ code, message }: { code: string; message: string }) => void reported.push(code + message)
  const teams = createTeamsSignIn({ host: host as TeamsHost | null, signIn, origin, report })
  return { handedIn, reported, teams }
}
const refusing = (reason: string) => () => Promise.reject(new Error(reason))

test('signs in silently with the token of the host', async () => {
  const { teams, handedIn } = inside({ token: async () => 'token of Teams' })
  expect(await teams.silently('/')).toEqual({ url: 'https://app.example/' })
  expect(handedIn).toEqual([{ token: 'token of Teams' }])
})

test('opens our own page in a popup and signs in with its code', async () => {
  const opened: string[] = []
  const openPopup = async (url: string) => {
    opened.push(url)
    return 'code of the window'
  }
  const { teams, handedIn } = inside({ openPopup })
  await teams.inPopup('/')
  expect([opened, handedIn]).toEqual([['https://app.example/auth/teams'], [{ code: 'code of the window' }]])
})

test('passes the login hint of the host to the popup', async () => {
  const opened: string[] = []
  const openPopup = async (url: string) => {
    opened.push(url)
    return 'code of the window'
  }
  await inside({ openPopup, loginHint: 'dana+1@lakeside.example' }).teams.inPopup('/')
  expect(opened).toEqual(['https://app.example/auth/teams?login_hint=dana%2B1%40lakeside.example'])
})

test.each([
  ['resourceRequiresConsent', 'consent', 'TEAMS_SSO_CONSENT_REQUIRED'],
  ['AADSTS65001: consent_required', 'consent', 'TEAMS_SSO_CONSENT_REQUIRED'],
  ['interaction_required', 'interaction', 'TEAMS_SSO_INTERACTION_REQUIRED'],
  ['userInteractionRequired', 'interaction', 'TEAMS_SSO_INTERACTION_REQUIRED'],
  ['invalid_grant for dana@lakeside.example', 'interaction', 'TEAMS_SSO_INTERACTION_REQUIRED'],
  ['FailedToOpenWindow', 'other', 'TEAMS_SSO_REFUSED'],
])(
  'if the host refuses with %s, does not sign in and reports the code without the message',
  async (reason, refusal, code) => {
    const { teams, handedIn, reported } = inside({ token: refusing(reason), openPopup: refusing(reason) })
    expect(await teams.silently('/')).toEqual({ refusal })
    expect(await teams.inPopup('/')).toBeNull()
    expect([handedIn, reported]).toEqual([[], [code]])
  },
)

test('does not sign in without a host', async () => {
  const { teams, handedIn } = inside(null)
  expect([await teams.silently('/'), await teams.inPopup('/'), handedIn]).toEqual([{ refusal: 'other' }, null, []])
})
