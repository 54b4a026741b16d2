import { Input } from '@fluentui/react-components'
import type { InputProps } from '@fluentui/react-components'
import { useState } from 'react'
import { clockTime } from '../../platform/times.ts'

type Props = Omit<InputProps, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'type'> & {
  /** `08:00`, or unreadable input. */
  value: string
  onChange: (written: string) => void
}

/** A time of day, written in any usual spelling. Without the focus, it is shown as the person's clock has it. */
export function TimeInput({ value, onChange, ...input }: Props) {
  const [written, setWritten] = useState<string | null>(null)
  return (
    <Input
      {...input}
      autoComplete="off"
      value={written ?? clockTime(value)}
      onFocus={({ target }) => target.select()}
      onBlur={() => setWritten(null)}
      onChange={(_, data) => {
        setWritten(data.value)
        onChange(data.value)
      }}
    />
  )
}
