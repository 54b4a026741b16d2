import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms` milliseconds; 0 means immediately. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return ms === 0 ? value : settled
}
