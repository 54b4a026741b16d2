import { SearchBox } from '@fluentui/react-components'
import type { ComponentProps } from 'react'

const CLEAR = 'Clear'

/** A search box with a button that clears it, while there is something to clear. */
export function SearchField(props: ComponentProps<typeof SearchBox> & { value: string }) {
  return <SearchBox {...props} dismiss={props.value === '' ? null : { 'aria-label': CLEAR }} />
}
