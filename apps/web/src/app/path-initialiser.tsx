import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ADMIN_PATHS } from '../admin/index.ts'
import { twilioNumbersQuery } from '../numbers/index.ts'
import { usePath } from '../platform/navigation.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { meQuery } from '../users/index.ts'
import { createPathInitialisers } from './path-initialisers.ts'

/** Asks for what a screen will show as soon as somebody comes to its path. Give it a key of the person. */
export function PathInitialiser() {
  const path = usePath()
  const api = useApi()
  const client = useQueryClient()
  const [initialise] = useState(() => {
    const me = () => void client.prefetchQuery(meQuery(api))
    const meAndNumbers = () => {
      me()
      void client.prefetchQuery(twilioNumbersQuery(api))
    }
    return createPathInitialisers({
      '/': meAndNumbers,
      ...Object.fromEntries(Object.values(ADMIN_PATHS).map((admin) => [admin, me])),
      '/connection': me,
    })
  })
  useEffect(() => initialise(path), [initialise, path])
  return null
}
