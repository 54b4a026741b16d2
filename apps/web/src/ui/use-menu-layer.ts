import type { MenuProps } from '@fluentui/react-components'
import { useState } from 'react'
import { useLayer } from '../platform/use-layer.ts'

/** Props for a Menu that is open when mounted, and that Back closes. */
export function useMenuLayer(): Pick<MenuProps, 'open' | 'onOpenChange'> {
  const [open, setOpen] = useState(true)
  useLayer(open, () => setOpen(false))
  return { open, onOpenChange: (_, change) => setOpen(change.open) }
}
