import type { Settings } from './settings.ts'

type Fault = readonly [setting: keyof Settings, fault: string]

const LOCAL_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost']
const BUCKET_KEY = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const VAPID = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const
const MARKETPLACE = ['MARKETPLACE_TENANT_ID', 'MARKETPLACE_CLIENT_ID', 'MARKETPLACE_CLIENT_SECRET'] as const

/**
 * Rules across settings, so that no one is locked out and nothing is open by mistake. A setting that is wrong
 * by itself is missing in `settings`, but in `given`.
 */
export function faultsBetween(settings: Partial<Settings>, given: ReadonlySet<string>): Fault[] {
  return [
    ...publicAddress(settings, given),
    ...missing(BUCKET_KEY, given, given.has('MEDIA_URL') && 'is needed with MEDIA_URL'),
    ...signUp(settings, given),
    ...missing(VAPID, given, VAPID.some((setting) => given.has(setting)) && 'is needed with the other VAPID_ settings'),
    ...metrics(settings, given),
  ]
}

function publicAddress({ ENVIRONMENT }: Partial<Settings>, given: ReadonlySet<string>): Fault[] {
  const isNeeded =
    ENVIRONMENT === 'production' && 'is missing: it is needed unless ENVIRONMENT is another than production'
  return missing(['PUBLIC_URL'], given, isNeeded)
}

function signUp({ SIGN_UP, ALLOWED_TENANTS }: Partial<Settings>, given: ReadonlySet<string>): Fault[] {
  const isClosed = SIGN_UP === 'allow-list' && ALLOWED_TENANTS?.length === 0
  const isSome = MARKETPLACE.some((setting) => given.has(setting))
  const isNeeded =
    (SIGN_UP === 'marketplace' && 'is needed with SIGN_UP=marketplace') ||
    (isSome && 'is needed with the other settings of the marketplace')
  return [
    ...(isClosed ? [['ALLOWED_TENANTS', 'is missing: with SIGN_UP=allow-list nobody could sign up'] as const] : []),
    ...missing(MARKETPLACE, given, isNeeded),
  ]
}

function metrics({ METRICS_PORT, METRICS_HOST = '', PORT }: Partial<Settings>, given: ReadonlySet<string>): Fault[] {
  if (METRICS_PORT === undefined) return []
  const isOpen = !LOCAL_HOSTS.includes(METRICS_HOST)
  const isSamePort = METRICS_PORT === PORT && PORT !== 0
  return [
    ...(isSamePort ? [['METRICS_PORT', 'should be another port than PORT'] as const] : []),
    ...missing(['METRICS_TOKEN'], given, isOpen && 'is needed where METRICS_HOST is not this machine alone'),
  ]
}

/** The settings that are not given, if there is a reason to need them. */
function missing(settings: readonly (keyof Settings)[], given: ReadonlySet<string>, reason: string | false): Fault[] {
  if (!reason) return []
  return settings.filter((setting) => !given.has(setting)).map((setting) => [setting, reason])
}
