import { Component, type ReactNode } from 'react'

type Props = Readonly<{
  children: ReactNode
  fallback: (fault: unknown, retry: () => void) => ReactNode
  resetKey?: string
}>
type State = Readonly<{ fault: unknown; failed: boolean; resetKey: string | undefined }>

/** React requires a class here. A new `resetKey` (the URL) gives the children another chance. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: undefined, failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(fault: unknown): Partial<State> {
    return { fault, failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, fault: undefined, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(this.state.fault, () => this.setState({ failed: false, fault: undefined }))
  }
}
