import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Server state. Events keep it fresh while a screen is shown; a tab that becomes visible again asks anew. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: 'always',
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && mayPass(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Whether asking again may help: the server was away or busy. What it refused, it will refuse again. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}
