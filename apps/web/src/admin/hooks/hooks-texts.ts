import { HOOK_LIMITS } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

export const HOOKS_TEXTS = {
  title: 'Webhooks',
  about:
    'Tell other systems, such as Power Automate or a CRM, what happens here. Events are signed as in Standard Webhooks.',
  add: 'Add webhook',
  addTitle: 'Add webhook',
  editTitle: 'Edit webhook',
  emptyTitle: 'No webhooks yet',
  emptyText: 'A webhook is an address of yours that gets events, such as texts that arrive.',
  url: 'Address',
  urlHint: 'It begins with https:// and can be reached from the internet.',
  events: 'Events',
  enabled: 'Enabled',
  working: 'Enabled',
  disabled: 'Disabled',
  failing: (since: string) => `It has been failing since ${since}. After five days of failure, it is disabled.`,
  disabledSince: (reason: string, since: string) => `${reason}. Since ${since}, events are only in the log.`,
  byAdmin: (since: string) => `Disabled by an Admin. Since ${since}, it gets no events.`,
  bothSecrets: (until: string) => `Events are also signed with the previous secret until ${until}.`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${isolated(name)}`,
  test: 'Send test',
  testOf: (name: string) => `Send test to ${isolated(name)}`,
  testingOf: (name: string) => `Sending… to ${isolated(name)}`,
  testing: 'Sending…',
  testDelivered: (status: number | null) => `The test was delivered${status === null ? '' : ` (${status})`}.`,
  testFailed: 'The test failed',
  more: (name: string) => `More actions for ${isolated(name)}`,
  replaceSecret: 'Replace secret',
  replace: 'Replace',
  replacing: 'Replacing…',
  replaceAbout: `You’ll see the new secret once. For ${HOOK_LIMITS.secretHours} hours, events are signed with both.`,
  secretTitle: 'Secret of the webhook',
  secret: 'Secret',
  secretAbout: 'Copy it now: it isn’t shown again. With it, your system checks that events are from Partyline.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Unable to copy',
  done: 'Done',
  delete: 'Delete',
  deleteTitle: 'Delete webhook',
  deleteMessage: (name: string) => `${isolated(name)} gets no more events, and its log is deleted.`,
  deleting: 'Deleting…',
} as const

export const HOOK_LOG_TEXTS = {
  title: 'Log',
  about: `Events of the last ${HOOK_LIMITS.logDays} days, and what came of them.`,
  hook: 'Webhook',
  emptyTitle: 'No events yet',
  failedTitle: 'The log couldn’t be loaded',
  moreFailed: 'More couldn’t be loaded. Please try again.',
  test: 'Test',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: (time: string) => `Next attempt ${time}`,
  status: (status: number) => `HTTP ${status}`,
  duration: (ms: number) => `${ms.toLocaleString('en-US')} ms`,
  delivered: 'Delivered',
  again: 'Send again',
  againOf: (event: string) => `Send again: ${event}`,
  againAll: 'Send all again',
  since: 'Failed events to send again',
  periods: {
    hour: 'Failed in the last hour',
    day: 'Failed in the last 24 hours',
    week: 'Failed in the last 7 days',
    month: 'Failed in the last 30 days',
  },
  againCount: (count: number) => {
    if (count === 0) return 'No event failed in this time.'
    return count === 1
      ? '1 event is being sent again.'
      : `${count.toLocaleString('en-US')} events are being sent again.`
  },
} as const
