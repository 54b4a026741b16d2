import type { ComponentProps } from 'react'

// A virtual list takes no clicks while it scrolls, and for a moment after. Who scrolls and clicks at once means it.

/** For `Virtualizer`'s `as`: a list whose items can be clicked at any time. */
export function VirtualList({ style, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} style={{ ...style, pointerEvents: undefined }} />
}

/** The same without being a list. */
export function VirtualRows({ style, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} style={{ ...style, pointerEvents: undefined }} />
}
