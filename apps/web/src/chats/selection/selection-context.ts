import { createContext, useContext } from 'react'
import type { Selection } from './selection.ts'

/** The selection of the list around; null where chats cannot be selected, as in search results. */
export const SelectionContext = createContext<Selection | null>(null)

export const useSelection = () => useContext(SelectionContext)
