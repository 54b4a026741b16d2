export const PAGE_TEXTS = {
  back: 'Back to chats',
  loading: 'Loading settings',
  failedTitle: 'Settings couldn’t be loaded',
  retry: 'Try again',
} as const
