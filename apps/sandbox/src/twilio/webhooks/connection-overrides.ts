/** How one webhook is called. Times in milliseconds. https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides */
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

/** Reads the overrides of a URL's fragment, `#rc=2&rp=5xx,rt`. A value outside its range leaves the default. */
export function connectionSettings(url: string): ConnectionSettings {
  const overrides = new URLSearchParams(new URL(url).hash.slice(1))
  return {
    connectTimeout: whole(overrides.get('ct'), { min: 100, max: 10_000, otherwise: 5000 }),
    readTimeout: whole(overrides.get('rt'), { min: 100, max: 15_000, otherwise: 15_000 }),
    totalTimeout: whole(overrides.get('tt'), { min: 100, max: 15_000, otherwise: 15_000 }),
    retries: whole(overrides.get('rc'), { min: 0, max: 5, otherwise: 1 }),
    retryOn: retryPolicy(overrides.get('rp')),
  }
}

function whole(written: string | null, range: { min: number; max: number; otherwise: number }) {
  if (written === null || !/^\d+$/.test(written)) return range.otherwise
  const value = Number(written)
  return value >= range.min && value <= range.max ? value : range.otherwise
}

function retryPolicy(written: string | null): ReadonlySet<RetryReason> {
  const names = (written ?? '').split(',')
  if (names.includes('all')) return new Set(REASONS)
  const named = REASONS.filter((reason) => names.includes(reason))
  return new Set(named.length > 0 ? named : DEFAULT_REASONS)
}
