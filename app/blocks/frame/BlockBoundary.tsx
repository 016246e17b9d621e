import { Component, type ReactNode } from 'react'
import type { AnyBlock } from '../block.ts'

type Props = { block: AnyBlock; children: ReactNode }
type State = { block: AnyBlock; failed: boolean }

/** Leaves out a block that fails in the browser. A newer version of the block is tried again. */
export class BlockBoundary extends Component<Props, State> {
  override state: State = { block: this.props.block, failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.block === state.block ? null : { block: props.block, failed: false }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
