import { Component } from 'react'
import type { ReactNode } from 'react'
import { reportFailure } from '../platform/beacon.ts'
import { BrokenPage } from './message-pages.tsx'

type Props = { children: ReactNode }

/** Replaces a screen that failed to render with an error page. */
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
