import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../auth/index.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { ADMIN_PAGES } from '../platform/admin-pages.ts'
import { useGo } from '../platform/navigation.tsx'
import { usePlatform } from '../platform/platform-context.tsx'
import { announce } from '../ui/index.ts'
import { rememberAsked, wasAsked } from './asked-once.ts'
import { SetupPrompt } from './setup-prompt.tsx'
import type { Prompt } from './setup-prompt.tsx'
import { readSetup } from './tenant-setup.ts'
import type { SetupStep, SetupToPrompt } from './tenant-setup.ts'
import { SETUP_TEXTS } from './setup-texts.ts'
import { useConsent } from './use-consent.ts'

/** The steps that have a prompt. */
const PROMPTED: readonly SetupStep[] = ['consent', 'account']

/**
 * Prompts once per session for each missing setup step, one prompt at a time. The prompts are above the page,
 * so that they never cover the card that explains the setup.
 */
export function FirstSignIn() {
  const { api } = usePlatform()
  const client = useQueryClient()
  const consent = useConsent()
  const { sessionId } = useSignedIn()
  const go = useGo()
  const [setup, setSetup] = useState<SetupToPrompt | null>(null)
  const [dismissed, setDismissed] = useState(0)

  useEffect(() => {
    let isGone = false
    async function ask() {
      const storage = browserStorage('localStorage')
      const isOpen = (step: SetupStep) => !wasAsked(sessionId, step, storage)
      // Prompted already: there is no need to ask the server.
      if (!PROMPTED.some(isOpen)) return
      const read = await readSetup(api, client)
      if (isGone || read === null) return
      // Another tab may have prompted in the meantime.
      const missing = read.missing.filter(isOpen)
      const isPromptedLater = (step: SetupStep) => read.role === 'Admin' && missing.includes(step)
      rememberAsked(
        sessionId,
        PROMPTED.filter((step) => !isPromptedLater(step)),
        storage,
      )
      setSetup({ ...read, missing })
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [api, client, sessionId])

  const prompt = setup ? promptsFor(setup, { consent, go })[dismissed] : undefined
  const step = prompt?.step
  useEffect(() => {
    if (step) rememberAsked(sessionId, [step], browserStorage('localStorage'))
  }, [step, sessionId])
  const said = prompt && `${prompt.title}. ${prompt.message}`
  useEffect(() => {
    if (said) announce(said)
  }, [said])
  if (!prompt) return null
  return <SetupPrompt prompt={prompt} onDismiss={() => setDismissed(dismissed + 1)} />
}

type PromptActions = { consent: (url: string) => Promise<boolean>; go: (path: string) => void }

function promptsFor(setup: SetupToPrompt, { consent, go }: PromptActions): Prompt[] {
  const { missing, isConsentKnown, consentUrl, role } = setup
  const [lacksConsent, lacksAccount] = [missing.includes('consent'), missing.includes('account')]
  if (role !== 'Admin') {
    const askForConsent = isConsentKnown ? SETUP_TEXTS.askForConsent : SETUP_TEXTS.askIfConsented
    const sentences = [lacksConsent && askForConsent, lacksAccount && SETUP_TEXTS.askForAccount]
    const message = sentences.filter((sentence) => sentence !== false).join(' ')
    return message ? [{ title: SETUP_TEXTS.notReadyTitle, message, dismissLabel: SETUP_TEXTS.close }] : []
  }
  const prompts: Prompt[] = []
  // Consent first: without it, no one else can be added.
  if (lacksConsent) {
    prompts.push({
      step: 'consent',
      title: isConsentKnown ? SETUP_TEXTS.consentTitle : SETUP_TEXTS.consentUnknownTitle,
      message: isConsentKnown ? SETUP_TEXTS.consentMessage : SETUP_TEXTS.consentUnknownMessage,
      action: { label: SETUP_TEXTS.consent, busyLabel: SETUP_TEXTS.leaving, run: () => consent(consentUrl) },
      extra: { label: SETUP_TEXTS.openSettings, onClick: () => go(ADMIN_PAGES.organization.path) },
      dismissLabel: SETUP_TEXTS.notNow,
    })
  }
  if (lacksAccount) {
    prompts.push({
      step: 'account',
      title: SETUP_TEXTS.accountTitle,
      message: SETUP_TEXTS.accountMessage,
      action: { label: SETUP_TEXTS.openTwilioSettings, run: () => go(ADMIN_PAGES.numbers.path) },
      dismissLabel: SETUP_TEXTS.notNow,
    })
  }
  return prompts
}
