import type { MenuProps } from '@fluentui/react-components'
import { useState } from 'react'
import { useLayer } from '../platform/use-layer.ts'

/** Props for a Menu that Back closes. By default, it is open when mounted. */
export function useMenuLayer({ isOpen = true } = {}): Pick<MenuProps, 'open' | 'onOpenChange'> {
  const [open, setOpen] = useState(isOpen)
  useLayer(open, () => setOpen(false))
  return { open, onOpenChange: (_, change) => setOpen(change.open) }
}
