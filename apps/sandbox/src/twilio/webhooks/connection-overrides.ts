/** Connection settings of a webhook. Times in milliseconds. https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides */
export type ConnectionSettings = {
  connectTimeout: number
  readTimeout: number
  totalTimeout: number
  retries: number
  retryOn: ReadonlySet<RetryReason>
}

export type RetryReason = '4xx' | '5xx' | 'ct' | 'rt'

const REASONS: readonly RetryReason[] = ['4xx', '5xx', 'ct', 'rt']
const DEFAULT_REASONS: readonly RetryReason[] = ['ct']

/** Parses the overrides in a URL's fragment, `#rc=2&rp=5xx,rt`. Values outside their range are ignored. */
export function connectionSettings(url: string): ConnectionSettings {
  const overrides = new URLSearchParams(new URL(url).hash.slice(1))
  return {
    connectTimeout: wholeNumber(overrides.get('ct'), { min: 100, max: 10_000, defaultValue: 5000 }),
    readTimeout: wholeNumber(overrides.get('rt'), { min: 100, max: 15_000, defaultValue: 15_000 }),
    totalTimeout: wholeNumber(overrides.get('tt'), { min: 100, max: 15_000, defaultValue: 15_000 }),
    retries: wholeNumber(overrides.get('rc'), { min: 0, max: 5, defaultValue: 1 }),
    retryOn: retryPolicy(overrides.get('rp')),
  }
}

function wholeNumber(written: string | null, range: { min: number; max: number; defaultValue: number }) {
  if (written === null || !/^\d+$/.test(written)) return range.defaultValue
  const value = Number(written)
  return value >= range.min && value <= range.max ? value : range.defaultValue
}

function retryPolicy(written: string | null): ReadonlySet<RetryReason> {
  const names = (written ?? '').split(',')
  if (names.includes('all')) return new Set(REASONS)
  const named = REASONS.filter((reason) => names.includes(reason))
  return new Set(named.length > 0 ? named : DEFAULT_REASONS)
}
