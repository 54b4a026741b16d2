import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The cache of server data. Events keep it fresh; a tab that becomes visible fetches it again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: 'always',
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isRetryable(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Whether a retry may succeed: the server was unreachable or busy. A refusal stays a refusal. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}
