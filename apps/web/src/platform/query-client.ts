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
        retry: shouldRetryQuery,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Twice if the server was unreachable or busy. A refusal stays a refusal. */
function shouldRetryQuery(failures: number, error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
  return failures < 2 && !isRefused
}
