import type { ComponentProps } from 'react'

/** For `Virtualizer`'s `as`: rows that take clicks while the list scrolls, and right after it, which Virtua prevents. */
export function VirtualRows({ style, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} style={{ ...style, pointerEvents: undefined }} />
}
