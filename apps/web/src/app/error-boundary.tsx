import { Component } from 'react'
import type { ReactNode } from 'react'
import { reportFailure } from '../platform/beacon.ts'
import { BrokenPage } from './message-pages.tsx'

type Props = { children: ReactNode }

/** Puts a sentence and a way out in the place of a screen that failed while it was drawn. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    const message = error instanceof Error ? error.message : String(error)
    reportFailure({ code: 'CLIENT_RENDER_ERROR', url: location.pathname, message })
  }

  override render() {
    return this.state.broken ? <BrokenPage /> : this.props.children
  }
}
