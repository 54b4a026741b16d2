import type { ComponentProps } from 'react'

/**
 * For `Virtualizer`'s `as`: rows that can be clicked at any time. By itself a virtual list takes no clicks while it
 * scrolls, and for a moment after. Who scrolls and clicks at once means it.
 */
export function VirtualRows({ style, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} style={{ ...style, pointerEvents: undefined }} />
}
