import { expect, it, onTestFinished, vi } from 'vitest'
import { onOnline } from './on-online.ts'

it('onOnline calls back a second after the browser is online, each time, until stopped', () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const callback = vi.fn<() => void>()
  const stop = onOnline(callback)
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(999)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(callback).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(1_000)
  expect(callback).toHaveBeenCalledTimes(2)

  window.dispatchEvent(new Event('online'))
  stop()
  vi.advanceTimersByTime(1_000)
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(1_000)
  expect(callback).toHaveBeenCalledTimes(2)
})
